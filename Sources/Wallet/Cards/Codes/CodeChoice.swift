package import Cards

// Which of a card's codes a person types.

extension Card {
  /// The index of the code that a form shows to be typed: the first with missing digits, or else the first.
  package var indexOfCodeToType: Int { codes.firstIndex(where: \.isPartial) ?? 0 }

  /// The index of the code whose missing digits a typed number has.
  ///
  /// - Parameters:
  ///   - text: What was typed.
  ///   - today: Today's date.
  /// - Returns: The index; `nil` if it completes none, or if several could be meant.
  package func indexOfCode(completedBy text: String, today: CalendarDate) -> Int? {
    let completed = codes.indices.filter { index in
      let old = codes[index]
      guard old.isPartial,
        case .code(let barcode, _)? = try? TypedCode(text).meaning(replacing: old, today: today)
      else { return false }
      return old.admits(barcode)
    }
    return completed.count == 1 ? completed[0] : nil
  }

  /// Makes sure that it has no code with missing digits.
  ///
  /// - Parameter draft: The card as the vault has it.
  /// - Throws: `WalletError.partialCode`.
  package func checkIsWhole(from draft: Card) throws(WalletError) {
    guard !hasPartialCode else {
      throw .partialCode(id, isOneOfSeveral: draft.codes.count(where: \.isPartial) > 1)
    }
  }
}
