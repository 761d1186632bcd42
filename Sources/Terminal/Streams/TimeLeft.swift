/// How long the rest of some work is expected to take, or how long it has taken, in words.
package enum TimeLeft {
  /// Before this long, there are no words.
  private static let delay = Duration.seconds(1)

  /// The words behind how far it has come: `, about 40 s left`, or `, 40 s elapsed` where nothing can be expected; empty
  /// at first.
  ///
  /// The rest is expected to be as fast as what is done.
  ///
  /// - Parameters:
  ///   - done: How many steps are done.
  ///   - total: How many there are; 0 if that is not known.
  ///   - elapsed: How long it has taken so far.
  /// - Returns: The words.
  package static func words(done: Int, of total: Int, after elapsed: Duration) -> String {
    guard elapsed >= delay else { return "" }
    let seconds = elapsed / Duration.seconds(1)
    guard done > 0, total > done else { return ", \(rounded(seconds)) elapsed" }
    return ", about \(rounded(seconds / Double(done) * Double(total - done))) left"
  }

  /// Whole seconds up to a minute and a half, then whole minutes, then whole hours.
  private static func rounded(_ seconds: Double) -> String {
    if seconds < 90 { return "\(max(1, Int(seconds.rounded()))) s" }
    if seconds < 90 * 60 { return "\(Int((seconds / 60).rounded())) min" }
    // No work is expected to take longer than that.
    return "\(Int((min(seconds, 1e9) / 3_600).rounded())) h"
  }
}
