/// The dimensions of a plastic card (ISO/IEC 7810:2019, clause 5, ID-1).
enum IDCard {
  /// In millimetres: 85.60 by 53.98.
  static let size = SIMD2(85.60, 53.98)
  /// The corner radius in millimetres: nominal, of 2.88 to 3.48.
  static let radius = 3.18
  /// The longer side divided by the shorter one: 1.586.
  static let ratio = size.x / size.y

  /// The true ratio and angle of the sides of a parallelogram seen in perspective.
  ///
  /// Zhang and He, Whiteboard Scanning and Image Enhancement (MSR-TR-2003-39), section 3.
  ///
  /// - Parameters:
  ///   - corners: clockwise, relative to the principal point: the middle of the photo.
  ///   - focal: the camera's focal length in pixels.
  /// - Returns: The length of the first side divided by that of the second, and the cosine of the angle between them: 0
  ///   for a rectangle.
  static func sides(
    of corners: [SIMD2<Double>], focal: Double
  ) -> (ratio: Double, cosine: Double) {
    let points = corners.map { SIMD3($0.x, $0.y, 1) }
    let (first, second, third, fourth) = (points[0], points[1], points[3], points[2])
    func determinant(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>) -> Double {
      let cross = SIMD3(
        a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
      return (cross * c).sum()
    }
    let across =
      second * (determinant(first, fourth, third) / determinant(second, fourth, third)) - first
    let down =
      third * (determinant(first, fourth, second) / determinant(third, fourth, second)) - first
    func product(_ one: SIMD3<Double>, _ other: SIMD3<Double>) -> Double {
      one.x * other.x + one.y * other.y + one.z * other.z * focal * focal
    }
    let (length, height) = (product(across, across), product(down, down))
    return ((length / height).squareRoot(), product(across, down) / (length * height).squareRoot())
  }
}
