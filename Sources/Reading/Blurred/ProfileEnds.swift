extension BarProfile {
  /// How many places to try for each end of a symbol.
  private static let endCount = 14
  /// The minimum width of a module in pixels.
  private static let finestModule = 0.9

  /// Whether a symbol of `modules` modules may be there.
  ///
  /// The mean light outside each end must be higher than inside, and the length 0.45 to 1.2 times what is `expected`.
  func mayHold(from low: Double, to high: Double, modules: Int, expected: Double) -> Bool {
    let module = (high - low) / Double(modules)
    guard module >= Self.finestModule, high - low > 0.45 * expected, high - low < 1.2 * expected
    else { return false }
    let (outside, inside) = (Double(RetailLayout.quiet) * module, 20 * module)
    return mean(low - outside, low - module) > mean(low, low + inside)
      && mean(high + module, high + outside) > mean(high - inside, high)
  }

  /// Candidates for the start and end of a symbol.
  ///
  /// A start is an edge from light to dark in the first 45 % of the profile, an end one from dark to light in the last.
  var ends: (lows: [Double], highs: [Double]) {
    let count = levels.count
    let reach = max(1, count / 150)
    guard count > 4 * reach + 20 else { return ([], []) }
    var slopes = [Float](repeating: 0, count: count)
    for index in reach..<count - reach {
      slopes[index] = levels[index + reach] - levels[index - reach]
    }
    let least = (slopes.map { abs($0) }.max() ?? 0) * 0.08
    func peaks(_ range: Range<Int>, _ sign: Float) -> [Double] {
      range.filter { index in
        let here = slopes[index] * sign
        return here > least && here >= slopes[index - 1] * sign && here > slopes[index + 1] * sign
      }.map { Double($0) + 0.5 }
    }
    return (
      Array(peaks(1..<count * 45 / 100, -1).prefix(Self.endCount)),
      Array(peaks(count * 55 / 100..<count - 1, 1).suffix(Self.endCount))
    )
  }
}
