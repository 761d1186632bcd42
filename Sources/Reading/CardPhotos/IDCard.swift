/// The shape of a plastic card: ISO/IEC 7810:2019, ID-1, 5.
enum IDCard {
  /// Millimetres: 85.60 by 53.98.
  static let size = SIMD2(85.60, 53.98)
  /// The radius of its corners in millimetres: 2.88 to 3.48.
  static let radius = 3.18
  /// Its longer side over its shorter one: 1.586.
  static let ratio = size.x / size.y

  /// How much longer the one side of a rectangle is than the other, seen in perspective.
  ///
  /// Zhang and He, Whiteboard Scanning and Image Enhancement (MSR-TR-2003-39), equation 20.
  ///
  /// - Parameters:
  ///   - corners: clockwise, counted from where the camera looks: the middle of the photo.
  ///   - focal: the camera's focal length in pixels.
  /// - Returns: The length of the first side over that of the second.
  static func ratio(of corners: [SIMD2<Double>], focal: Double) -> Double {
    let points = corners.map { SIMD3($0.x, $0.y, 1) }
    let (first, second, third, fourth) = (points[0], points[1], points[3], points[2])
    func product(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>) -> Double {
      let cross = SIMD3(
        a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
      return (cross * c).sum()
    }
    let across =
      second * (product(first, fourth, third) / product(second, fourth, third)) - first
    let down = third * (product(first, fourth, second) / product(third, fourth, second)) - first
    func length(_ side: SIMD3<Double>) -> Double {
      side.x * side.x + side.y * side.y + side.z * side.z * focal * focal
    }
    return (length(across) / length(down)).squareRoot()
  }
}
