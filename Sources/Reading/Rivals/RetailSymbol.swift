internal import Cards

/// An EAN or UPC number as its symbol draws it.
struct RetailSymbol: BarSymbol, Equatable {
  /// EAN-13, also for a UPC-A, EAN-8 or UPC-E.
  let symbology: Symbology
  /// How symbols of this kind are laid out.
  let layout: RetailLayout
  /// Indices in `RetailLayout.characters`, in the order of the symbol.
  var characters: [Int]

  private init(symbology: Symbology, layout: RetailLayout, characters: [Int]) {
    (self.symbology, self.layout, self.characters) = (symbology, layout, characters)
  }

  static func == (one: Self, other: Self) -> Bool {
    one.characters == other.characters && one.symbology == other.symbology
  }

  /// The symbol of a barcode; `nil` if it is no EAN or UPC, or has a wrong check digit.
  init?(_ barcode: Barcode) {
    guard CheckDigit.isRight(barcode.bytes, as: barcode.symbology) == true,
      let layout = RetailLayout.of(barcode.symbology)
    else { return nil }
    let isUPCA = barcode.symbology == .upcA
    let digits = (isUPCA ? [0] : []) + barcode.bytes.map { Int($0) - 48 }
    guard let characters = layout.characters(for: digits) else { return nil }
    symbology = isUPCA ? .ean13 : barcode.symbology
    (self.layout, self.characters) = (layout, characters)
  }

  /// The digits as printed; of a UPC-A, those of the EAN-13 that it is.
  var digits: [UInt8] {
    let drawn = characters.map { UInt8(48 + $0 % 10) }
    let mask = characters.enumerated().reduce(0) {
      $0 | ($1.element / 10 == 1 ? 1 << $1.offset : 0)
    }
    let implied = layout.sets.first { $0.mask == mask }?.digit ?? 0
    return switch symbology {
    case .ean8: drawn
    case .upcE: [UInt8(48 + implied / 10)] + drawn + [UInt8(48 + implied % 10)]
    default: [UInt8(48 + implied)] + drawn
    }
  }

  /// This number as a barcode, with the traits of `other`, which was read instead of it.
  func barcode(insteadOf other: Barcode) -> Barcode {
    let isUPCA = symbology == .ean13 && digits[0] == UInt8(ascii: "0")
    let bytes = Array(isUPCA ? digits.dropFirst() : digits[...])
    var traits = other.traits
    traits.aimIdentifier = symbology == .ean8 ? "]E4" : "]E0"
    return Barcode(
      symbology: isUPCA ? .upcA : symbology, bytes: bytes,
      text: String(decoding: bytes, as: UTF8.self), traits: traits)
  }
}

extension RetailSymbol {
  /// Digits whose bars and spaces have the same distances from edge to similar edge, and differ only in the widths of
  /// bars (ISO/IEC 15420:2009, annex B).
  static let ambiguous = [1: 7, 7: 1, 2: 8, 8: 2]

  /// The number, other than this one, whose characters cost least in sum.
  ///
  /// Exact, by dynamic programming over the check sum.
  ///
  /// - Parameters:
  ///   - costs: of each character for each digit, at `index * 30 + character`.
  ///   - isSwap: whether it may differ only in digits that are ambiguous.
  /// - Returns: `nil` if there is none.
  func cheapestRival(_ costs: [Float], isSwap: Bool) -> (symbol: RetailSymbol, cost: Float)? {
    var best: (symbol: RetailSymbol, cost: Float)?
    for rule in CheckRule.rules(of: symbology) {
      let choices = characters.enumerated().map { index, own in
        let set = index >= layout.left.count ? 20 : (rule.mask >> index & 1) * 10
        let digits = index == characters.count - 1 ? rule.lastDigits : 0..<10
        return digits.map { set + $0 }.filter { character in
          let swapped = Self.ambiguous[own % 10]
          return !isSwap || character == own
            || character / 10 == own / 10 && character % 10 == swapped
        }
      }
      if choices.contains(where: \.isEmpty) { continue }
      if let found = cheapest(choices, costs, rule), found.cost < best?.cost ?? .infinity {
        var rival = self
        rival.characters = found.characters
        best = (rival, found.cost)
      }
    }
    return best
  }

  /// The EAN-13, perhaps a UPC-A, whose characters cost least in sum.
  ///
  /// - Parameter costs: of each character for each digit, at `index * 30 + character`, for an EAN-13 and for a UPC-A.
  /// - Returns: The number; `nil` only where every one has an infinite cost.
  static func cheapest(_ costs: (ean: [Float], upc: [Float])) -> RetailSymbol? {
    // Any valid number will do to ask for others.
    guard let digits = RetailLayout.ean13.characters(for: [4, 0, 0, 6, 3, 8, 1, 3, 3, 3, 9, 3, 1])
    else { return nil }
    let some = RetailSymbol(symbology: .ean13, layout: .ean13, characters: digits)
    var best: (symbol: RetailSymbol, cost: Float)?
    for rule in CheckRule.rules(of: .ean13) {
      let choices = digits.indices.map { index in
        let set = index >= RetailLayout.ean13.left.count ? 20 : (rule.mask >> index & 1) * 10
        return Array(set..<set + 10)
      }
      if let found = some.cheapest(choices, rule.given == 0 ? costs.upc : costs.ean, rule),
        found.cost < best?.cost ?? .infinity
      {
        var symbol = some
        symbol.characters = found.characters
        best = (symbol, found.cost)
      }
    }
    return best?.symbol
  }

  /// The numbers that another gain turns this one into: in at least half of the digits, all bars are a module thicker,
  /// or all are a module thinner.
  ///
  /// Their bars fit only together with that gain: with this number's own, each of their digits is far off. UPC-E were
  /// surely misread with three to six of six digits wrong (our measurement).
  ///
  /// A UPC-E has at most 11 of them, an EAN-8 35 and an EAN-13 512; 94, 96 and 99 % of all numbers have none (counted
  /// over all numbers, by which digits can be swapped and what that adds to the check sum).
  ///
  /// - Returns: The numbers, and how many modules more gain makes one of them look like this number.
  var gainRivals: [(symbol: RetailSymbol, gain: Float)] {
    let least = (characters.count + 1) / 2
    var rivals: [(symbol: RetailSymbol, gain: Float)] = []
    for gain in [Float(1), -1] {
      let swaps = characters.enumerated().compactMap { index, own -> (index: Int, other: Int)? in
        guard let swapped = Self.ambiguous[own % 10] else { return nil }
        let other = own / 10 * 10 + swapped
        let isThinner = RetailLayout.darkCount(other) < RetailLayout.darkCount(own)
        return isThinner == (gain > 0) ? (index, other) : nil
      }
      guard swaps.count >= least else { continue }
      for chosen in 1..<1 << swaps.count where chosen.nonzeroBitCount >= least {
        var rival = self
        for (bit, swap) in swaps.enumerated() where chosen >> bit & 1 == 1 {
          rival.characters[swap.index] = swap.other
        }
        if CheckDigit.isRight(rival.digits, as: symbology) == true { rivals.append((rival, gain)) }
      }
    }
    return rivals
  }

  private func cheapest(
    _ choices: [[Int]], _ costs: [Float], _ rule: CheckRule
  ) -> (characters: [Int], cost: Float)? {
    // A state is the check sum so far, and 10 more if a character differs from ours.
    var sums = [Float](repeating: .infinity, count: 20)
    sums[rule.given] = 0
    var origins: [[(state: Int, character: Int)]] = []
    for (index, choice) in choices.enumerated() {
      var next = [Float](repeating: .infinity, count: 20)
      var from = [(state: Int, character: Int)](repeating: (0, 0), count: 20)
      for state in 0..<20 where sums[state] < .infinity {
        for character in choice {
          let differs = state >= 10 || character != characters[index]
          let sum = (state + character % 10 * rule.weights[index]) % 10 + (differs ? 10 : 0)
          let cost = sums[state] + costs[index * 30 + character]
          if cost < next[sum] { (next[sum], from[sum]) = (cost, (state, character)) }
        }
      }
      sums = next
      origins.append(from)
    }
    guard sums[10] < .infinity else { return nil }
    var state = 10
    var found: [Int] = []
    for from in origins.reversed() {
      found.append(from[state].character)
      state = from[state].state
    }
    return (found.reversed(), sums[10])
  }
}

/// When characters are a valid number: their sets match a pattern, and the check sum is 0 modulo 10.
struct CheckRule {
  /// Bit `i` means set B for digit `i`.
  let mask: Int
  /// The weight of each drawn digit.
  let weights: [Int]
  /// What the digits that are not drawn add to the check sum.
  let given: Int
  /// What the last drawn digit may be.
  let lastDigits: Range<Int>

  /// The rules; a valid symbol keeps one of them.
  static func rules(of symbology: Symbology) -> [CheckRule] {
    switch symbology {
    case .ean8: ean8
    case .upcE: upcE
    default: ean13
    }
  }

  private static let ean13 = plain(.ean13)
  private static let ean8 = plain(.ean8)

  private static func plain(_ layout: RetailLayout) -> [CheckRule] {
    layout.sets.map { mask, implied in
      CheckRule(
        mask: mask, weights: (0..<layout.digitCount).map { layout.weight(of: $0) },
        given: layout.impliesDigit ? implied * layout.weight(of: -1) % 10 : 0, lastDigits: 0..<10)
    }
  }

  /// The last of the six digits says how the number is expanded, and so determines the weights.
  private static let upcE = RetailLayout.upcE.sets.flatMap { mask, implied in
    (0..<10).map { last in
      let none = sum([0, 0, 0, 0, 0, last], implied)
      let weights = (0..<6).map { index in
        var digits = [0, 0, 0, 0, 0, last]
        if index == 5 { return 0 }
        digits[index] = 1
        return sum(digits, implied) - none
      }
      return CheckRule(
        mask: mask, weights: weights, given: none % 10, lastDigits: last..<last + 1)
    }
  }

  /// The check sum of the UPC-A that six digits stand for.
  private static func sum(_ digits: [Int], _ implied: Int) -> Int {
    let printed = [implied / 10] + digits + [implied % 10]
    let whole = CheckDigit.expandedUPCE(printed.map { UInt8(48 + $0) }) ?? []
    return whole.reversed().enumerated().reduce(0) {
      $0 + Int($1.element - 48) * ($1.offset % 2 == 0 ? 1 : 3)
    }
  }
}

/// Digits as bars, whose picture can be fitted.
protocol BarSymbol {
  /// How symbols of this kind are laid out.
  var layout: RetailLayout { get }
  /// Indices in `RetailLayout.characters`, in the order of the symbol.
  var characters: [Int] { get }
}

extension BarSymbol {
  /// The bars: where each begins and ends, in modules from the first one.
  var bars: [(start: Int, end: Int)] {
    var dark = [Bool](repeating: false, count: layout.moduleCount)
    for module in layout.guards { dark[module] = true }
    for (start, character) in zip(layout.digitStarts, characters) {
      for (offset, isDark) in RetailLayout.characters[character].enumerated() {
        dark[start + offset] = isDark
      }
    }
    var bars: [(start: Int, end: Int)] = []
    for (module, isDark) in dark.enumerated() where isDark {
      if let last = bars.last, last.end == module {
        bars[bars.count - 1].end += 1
      } else {
        bars.append((module, module + 1))
      }
    }
    return bars
  }
}
