import GeoModel

/// Finds the coarse areas that can answer where an overridden coarse area must not: the neighbors' land that the coarse
/// border gives to the wrong side.
struct CoarseAlternatives: Sendable {
}
