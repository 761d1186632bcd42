/// How long the rest of some work is expected to take, in words.
package enum TimeLeft {
  /// Before this long, there is no estimate.
  private static let patience = Duration.seconds(1)

  /// The words behind how far it has come, such as `, about 40 s left`; empty while there is no estimate.
  ///
  /// The rest is expected to be as fast as what is done.
  ///
  /// - Parameters:
  ///   - done: How many steps are done.
  ///   - total: How many there are; 0 if that is not known.
  ///   - elapsed: How long it has taken so far.
  /// - Returns: The words.
  package static func words(done: Int, of total: Int, after elapsed: Duration) -> String {
    guard done > 0, total > done, elapsed >= patience else { return "" }
    let seconds = elapsed / Duration.seconds(1) / Double(done) * Double(total - done)
    return ", about \(rounded(seconds)) left"
  }

  /// Whole seconds up to a minute and a half, then whole minutes, then whole hours.
  private static func rounded(_ seconds: Double) -> String {
    if seconds < 90 { return "\(max(1, Int(seconds.rounded()))) s" }
    if seconds < 90 * 60 { return "\(Int((seconds / 60).rounded())) min" }
    // No work is expected to take longer than that.
    return "\(Int((min(seconds, 1e9) / 3_600).rounded())) h"
  }
}
