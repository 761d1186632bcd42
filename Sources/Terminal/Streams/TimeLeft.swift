/// The expected time left for some work, or the time elapsed, in words.
package enum TimeLeft {
  /// The minimum time elapsed.
  private static let delay = Duration.seconds(1)

  /// Words about the time, after how many steps are left: `, about 40 s`, or `, 40 s elapsed` if nothing can be expected; empty at first.
  ///
  /// The estimate assumes that the rest takes as long per step as the steps so far.
  /// `total` is 0 if the number of steps is unknown.
  package static func words(done: Int, of total: Int, after elapsed: Duration) -> String {
    guard elapsed >= delay else { return "" }
    let seconds = elapsed / Duration.seconds(1)
    guard done > 0, total > done else { return ", \(rounded(seconds)) elapsed" }
    return ", about \(rounded(seconds / Double(done) * Double(total - done)))"
  }

  /// Whole seconds up to a minute and a half, then whole minutes, then whole hours.
  private static func rounded(_ seconds: Double) -> String {
    if seconds < 90 { return "\(max(1, Int(seconds.rounded()))) s" }
    if seconds < 90 * 60 { return "\(Int((seconds / 60).rounded())) min" }
    // Limited, so that the conversion cannot overflow.
    return "\(Int((min(seconds, 1e9) / 3_600).rounded())) h"
  }
}
