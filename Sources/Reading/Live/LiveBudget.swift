/// Keeps what a live scan takes, over its frames, below 1.2 times what ZXing alone takes on them.
///
/// What ZXing alone takes is known from the thorough looks, which are just that. A frame that takes less saves time
/// for a later one. Times are in milliseconds per megapixel, since frames may differ in size.
struct LiveBudget {
  /// The time that a frame may take, in times of what ZXing alone takes: below 1.2, which is what scans are to take at
  /// most, as times vary, and what took longer than before is paid for only afterwards (our measurement: with 1.15, scans
  /// of empty photos took 1.21 times as long).
  static let share = 1.12
  /// The most that is saved, in times of what ZXing alone takes: enough for the most expensive stage, and soon spent.
  private static let mostSaved = 8.0

  /// What ZXing alone took last; `nil` before the first thorough look.
  private var alone: Double?
  private var saved = 0.0
  /// What each stage took last.
  private var costs: [Stage: Double] = [:]

  /// Records what a stage took.
  mutating func note(_ stage: Stage, _ time: Duration, megapixels: Double) {
    let cost = (time / .milliseconds(1)) / megapixels
    costs[stage] = cost
    if stage == .thoroughLook { alone = cost }
  }

  /// Records what a whole frame took.
  mutating func settle(_ time: Duration, megapixels: Double) {
    guard let alone else { return }
    let spent = (time / .milliseconds(1)) / megapixels
    let most = alone * Self.mostSaved
    saved = min(max(saved + alone * Self.share - spent, -most), most)
  }

  /// Whether earlier frames took more than they may.
  var isOverdrawn: Bool { saved < 0 }

  /// Whether what was saved is enough for a stage, by what it took last.
  ///
  /// One that was not tried yet counts like ZXing alone: if it counted for more, ZBar's looks would leave it nothing.
  func allows(_ stage: Stage) -> Bool {
    guard let alone else { return false }
    return saved >= costs[stage] ?? alone
  }
}
