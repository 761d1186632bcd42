package import Cards
internal import WalletFiles

/// An amount of money or points as it is typed: `25.50 EUR`, `€25,50`, `300 points`, `12`.
package struct TypedAmount: Sendable, Hashable {
  private let amount: WrittenAmount
  /// What was typed.
  private let text: String

  /// Reads what was typed.
  ///
  /// - Parameter text: What was typed: a number that is not negative, and perhaps a unit.
  /// - Throws: `WalletError.text(.notAnAmount)`.
  package init(_ text: String) throws(WalletError) {
    self.text = text.trimmed
    guard let amount = WrittenAmount(self.text), !amount.isNegative else {
      throw .text(.notAnAmount(text))
    }
    self.amount = amount
  }

  /// The amount as a balance; without a unit, in the currency of the old balance, or else in points.
  ///
  /// - Parameter old: The card's balance; `nil` if it has none.
  /// - Returns: The balance.
  /// - Throws: `WalletError.text(.notAnAmount)`, `.text(.thousandsOrDecimals)`, `.text(.severalCurrencies)`, or
  ///   `.text(.noCurrency)` for decimals that would be points.
  package func balance(inUnitOf old: Balance?) throws(WalletError) -> Balance {
    // Whoever types 12.00 for a card with points may mean money.
    let unit = old.map(WrittenAmount.Unit.init(of:)) ?? .unknown
    do throws(WrittenAmount.Unclear) {
      return try amount.balance(in: unit == .points ? .unknown : unit)
    } catch {
      throw .text(problem(error))
    }
  }

  private func problem(_ unclear: WrittenAmount.Unclear) -> TextProblem {
    switch unclear {
    case .severalCurrencies: .severalCurrencies(text)
    case .thousandsOrDecimals(let ambiguity): .thousandsOrDecimals(ambiguity)
    case .noCurrency: .noCurrency(text)
    case .notANumber: .notAnAmount(text)
    }
  }
}

extension [Card] {
  /// The balance of all these cards, for the end of a report; empty if they have none, or different ones.
  package var balanceReport: String {
    let balances = Set(map(\.balance))
    guard balances.count == 1, let balance = balances.first ?? nil else { return "" }
    return ", balance \(balance.shown)"
  }
}

extension Balance {
  /// The amount with its currency: `12.50 EUR`, `20 EUR`, `300 points`.
  package var shown: String {
    let unit = currency.isEmpty ? "points" : currency
    var digits = "\(thousandths.magnitude)"
    digits = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    let (whole, decimals) = (digits.dropLast(3), digits.suffix(3))
    let shown =
      decimals == "000" ? "" : "." + (decimals.hasSuffix("0") ? decimals.dropLast() : decimals)
    return "\(thousandths < 0 ? "-" : "")\(whole)\(shown) \(unit)"
  }
}
