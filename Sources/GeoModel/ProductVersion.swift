/// The version of the whole product, as `--version` prints it.
public let productVersion = "0.1.0"
