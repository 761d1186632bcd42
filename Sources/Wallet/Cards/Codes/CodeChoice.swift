package import Cards

// Which of a card's codes a person types.

extension Card {
  /// The index of the code that a form shows to be typed: the first with missing digits, or else the first.
  package var indexOfCodeToType: Int { codes.firstIndex(where: \.isPartial) ?? 0 }

  /// The indices of the codes whose missing digits a typed number has.
  package func indicesOfCodes(completedBy typed: TypedCode, today: CalendarDate) -> [Int] {
    codes.indices.filter { index in
      let old = codes[index]
      // As another code it is not valid, which is no error here.
      guard old.isPartial,
        case .code(let barcode, _)? = try? typed.meaning(replacing: old, today: today)
      else { return false }
      return old.admits(barcode)
    }
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
