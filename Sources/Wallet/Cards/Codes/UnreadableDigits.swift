internal import Cards

extension TypedCode {
  /// The number with its unreadable digit, typed as `?`, computed from the check digit.
  ///
  /// - Returns: The digits, their symbology and the computed digit; `nil` if there is nothing to compute, as words
  ///   and addresses can contain question marks.
  func solvedNumber(
    as symbology: Symbology?
  ) throws(WalletError) -> (digits: [UInt8], symbology: Symbology, found: Character)? {
    let bare = bare
    let signs = bare.count { $0 == UnreadableDigit.sign }
    let isNumber = bare.enumerated().allSatisfy { index, byte in
      (0x30...0x39).contains(byte) || byte == UnreadableDigit.sign
        || (byte | 0x20 == UInt8(ascii: "x") && index == bare.count - 1)
    }
    guard signs > 0, signs < bare.count, isNumber else { return nil }
    guard signs == 1 else { throw .code(.unreadableDigit(.several(signs))) }
    let kind = if let symbology { symbology } else { try Self.likelySymbology(of: bare) }
    if kind.isRetail, CheckDigit.isRight(bare, as: kind) == nil { return nil }
    guard CheckDigit.isRight(bare, as: kind) != nil else {
      throw .code(.noCheckDigit(characterCount: bare.count, kind))
    }
    let (digits, found) = try Self.solved(bare) { CheckDigit.isRight($0, as: kind) == true }
    return (digits, kind, found)
  }

  /// Computes the digit typed as `?`.
  static func solved(
    _ typed: [UInt8], isRight: ([UInt8]) -> Bool
  ) throws(WalletError) -> (digits: [UInt8], found: Character) {
    do throws(UnreadableDigit.Problem) {
      let (number, digit) = try UnreadableDigit.solved(typed, isRight: isRight)
      return (number, digit)
    } catch {
      throw .code(.unreadableDigit(error))
    }
  }

  /// The likely symbology of a number with an unreadable digit, which must have a check digit.
  private static func likelySymbology(of bare: [UInt8]) throws(WalletError) -> Symbology {
    switch bare.count {
    case 13: return .ean13
    case 12: return .upcA
    case 8 where !"01?".utf8.contains(bare[0]): return .ean8
    default: throw .code(.perhapsNoCheckDigit(characterCount: bare.count))
    }
  }
}
