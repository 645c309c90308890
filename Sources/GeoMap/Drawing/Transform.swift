import GeoSupport

/// An affine transform (`CGAffineTransform`): x′ = a·x + c·y + tx, y′ = b·x + d·y + ty.
struct Transform: Equatable {
  var a = 1.0, b = 0.0, c = 0.0, d = 1.0, tx = 0.0, ty = 0.0

  func apply(_ point: ScreenPoint) -> ScreenPoint {
    ScreenPoint(x: a * point.x + c * point.y + tx, y: b * point.x + d * point.y + ty)
  }

  /// The average factor by which lengths grow.
  var scale: Double { abs(a * d - b * c).squareRoot() }

  /// Returns the transform that applies `first`, then this one.
  func after(_ first: Transform) -> Transform {
    Transform(
      a: a * first.a + c * first.b, b: b * first.a + d * first.b, c: a * first.c + c * first.d,
      d: b * first.c + d * first.d, tx: a * first.tx + c * first.ty + tx, ty: b * first.tx + d * first.ty + ty)
  }

  static func rotation(_ radians: Double) -> Transform {
    Transform(a: cos(radians), b: sin(radians), c: -sin(radians), d: cos(radians))
  }
}
