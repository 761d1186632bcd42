@testable import Reading

extension GreyPicture {
  /// Draws a picture, each pixel by `shade`; `nil` when out of memory.
  init?(width: Int, height: Int, shade: (_ x: Int, _ y: Int) -> UInt8) {
    self.init(width: width, height: height, row: { y in (0..<width).map { shade($0, y) } })
  }
}
