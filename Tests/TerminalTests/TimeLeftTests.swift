import Terminal
import Testing

struct TimeLeftTests {
  @Test(arguments: [
    (1, 10, 999, ""), (0, 0, 999, ""),
    // Nothing is done yet, nothing is left, or nobody knows how much there is.
    (0, 10, 5_000, ", 5 s elapsed"), (10, 10, 5_000, ", 5 s elapsed"),
    (11, 10, 5_000, ", 5 s elapsed"), (3, 0, 5_000, ", 5 s elapsed"),
    (0, 0, 240_000, ", 4 min elapsed"),
    (1, 10, 1_000, ", about 9 s"), (999, 1_000, 2_000, ", about 1 s"),
    (1, 91, 1_000, ", about 2 min"), (50, 100, 80_000, ", about 80 s"),
    (1, 2, 3 * 3_600_000, ", about 3 h"),
  ])
  func `the estimate assumes a constant speed; without one, the elapsed time is shown`(
    done: Int, total: Int, milliseconds: Int, words: String
  ) {
    #expect(
      TimeLeft.words(done: done, of: total, after: .milliseconds(milliseconds)) == words)
  }
}
