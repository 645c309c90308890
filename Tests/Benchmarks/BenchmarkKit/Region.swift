import ArgumentParser
import GeoModel

/// A box of the globe, as users type it: `south,west,north,east` in degrees.
package struct Region: ExpressibleByArgument {
  /// The box in fixed point.
  package let box: FixedBox

  /// Fails when the text is not four degrees or the edges are not in order.
  package init?(argument: String) {
    let edges = argument.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    guard edges.count == 4, let south = edges[0], let west = edges[1], let north = edges[2], let east = edges[3],
      south < north, west < east, let low = try? Coordinate(latitude: south, longitude: west),
      let high = try? Coordinate(latitude: north, longitude: east)
    else { return nil }
    let (southWest, northEast) = (FixedPoint(low), FixedPoint(high))
    box = FixedBox(minX: southWest.x, minY: southWest.y, maxX: northEast.x, maxY: northEast.y)
  }
}
