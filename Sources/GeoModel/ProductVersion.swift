/// The version of the whole product.
public let productVersion = "0.1.0"
