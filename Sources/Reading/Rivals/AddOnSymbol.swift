import Cards

/// The two or five digits beside an EAN or UPC as their symbol draws them.
struct AddOnSymbol: DrawnSymbol, Equatable {
  let layout: RetailLayout
  let characters: [Int]

  /// The most rivals that are fitted because of their costs: all other pairs of digits.
  private static let mostRivals = 99

  static func == (one: Self, other: Self) -> Bool { one.characters == other.characters }

  /// The symbol of an add-on; `nil` if it is not two or five digits.
  init?(_ digits: String) {
    guard let layout = RetailLayout.addOns[digits.utf8.count], let value = Int(digits),
      digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= $0 })
    else { return nil }
    self.init(value, layout)
  }

  private init(_ value: Int, _ layout: RetailLayout) {
    var characters: [Int] = []
    Self.visit(value, layout) { _, character in characters.append(character) }
    (self.layout, self.characters) = (layout, characters.reversed())
  }

  /// Calls `body` with each place and its character, the last one first.
  private static func visit(_ value: Int, _ layout: RetailLayout, _ body: (Int, Int) -> Void) {
    let count = layout.digitCount
    var (rest, sum) = (value, 0)
    // Weights 3 and 9 in turn, from the last digit (ISO/IEC 15420:2009, 4.4).
    for place in 0..<count {
      sum += rest % 10 * (place % 2 == 0 ? 3 : 9)
      rest /= 10
    }
    let mask = layout.sets[count == 2 ? value % 4 : sum % 10].mask
    rest = value
    for place in (0..<count).reversed() {
      body(place, rest % 10 + (mask >> place & 1) * 10)
      rest /= 10
    }
  }

  /// Other add-ons that may fit: all pairs of digits, or those of five that cost least, and swaps that another gain makes.
  ///
  /// - Parameter costs: of each character in each place, as in `GainFit`.
  /// - Returns: Swaps first, then the others by their costs.
  func rivals(_ costs: [Float]) -> [AddOnSymbol] {
    let count = layout.digitCount == 2 ? 100 : 100_000
    var cheapest: [(value: Int, cost: Float)] = []
    var swaps: [Int] = []
    for value in 0..<count {
      var (cost, swapCount, isSwap) = (Float(0), 0, true)
      Self.visit(value, layout) { place, character in
        cost += costs[place * 30 + character]
        let own = characters[place]
        if character == own { return }
        swapCount += 1
        isSwap =
          isSwap && character / 10 == own / 10
          && RetailSymbol.ambiguous[own % 10] == character % 10
      }
      if swapCount == 0 { continue }
      if isSwap, 2 * swapCount >= layout.digitCount {
        swaps.append(value)
      } else if cheapest.count < Self.mostRivals || cost < cheapest[Self.mostRivals - 1].cost {
        let place = cheapest.firstIndex { $0.cost > cost } ?? cheapest.count
        cheapest.insert((value, cost), at: place)
        if cheapest.count > Self.mostRivals { cheapest.removeLast() }
      }
    }
    return (swaps + cheapest.map(\.value)).map { AddOnSymbol($0, layout) }
  }
}
