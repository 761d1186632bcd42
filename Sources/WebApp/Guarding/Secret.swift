internal import Cards
internal import Sealing

/// An unpredictable text that proves who sends it: 32 random bytes in hexadecimal.
struct Secret: Sendable {
  private static let byteCount = 32

  let text: String

  init() {
    var generator = SystemRandomNumberGenerator()
    let bytes = (0..<Self.byteCount).map { _ in UInt8.random(in: 0...255, using: &generator) }
    text = bytes.hexadecimal
  }

  /// Whether a text is this secret; the time it takes tells only whether the lengths agree.
  func matches(_ other: some StringProtocol) -> Bool {
    let (one, other) = (Array(text.utf8), Array(other.utf8))
    guard one.count == other.count else { return false }
    return zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
