/// Digits as bars, whose picture can be fitted.
protocol DrawnSymbol {
  /// How symbols of this kind are laid out.
  var layout: RetailLayout { get }
  /// Indices in `RetailLayout.characters`, in the order of the symbol.
  var characters: [Int] { get }
}

extension DrawnSymbol {
  /// The bars: where each begins and ends, in modules from the first one.
  var bars: [(start: Int, end: Int)] {
    var dark = [Bool](repeating: false, count: layout.moduleCount)
    for module in layout.guards { dark[module] = true }
    for (start, character) in zip(layout.places, characters) {
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
