package import Cards

/// A card as another wallet's file describes it.
///
/// Texts are as they stand in the file; whoever stores them checks their lengths first.
package struct ForeignCard: Sendable, Hashable {
  /// A reason why a person must look at it.
  package enum Doubt: Sendable, Hashable {
    /// It has a number only, without a barcode.
    case noCode
    /// The file names a kind of barcode that is not known here, or none.
    case unknownSymbology(String)
    /// The check digit of its number is wrong.
    case wrongCheckDigit
    /// The code's text does not fit the charset that the file names, so its bytes are a guess.
    case charset(String)
    /// Its code or number looks like 4.00638E+12: a spreadsheet has rounded it.
    case rounded
  }

  /// A picture of it, among the members of an archive.
  package struct Photo: Sendable, Hashable {
    /// What it shows.
    package let side: CardPhoto.Side
    /// The member's name.
    package let member: String
  }

  /// The program that it comes from.
  package let source: ForeignSource
  /// What the program calls it, unique among its cards; empty if it has no such name.
  package let sourceID: String
  /// What people call it.
  package var name: String
  /// Its codes.
  package var codes: [Barcode] = []
  /// The number printed on it, if it differs from the code.
  package var number = ""
  /// Whose name is on it.
  package var holder = ""
  /// The secret number that a gift card asks for.
  package var pin = ""
  /// Where its balance is looked up.
  package var webAddress = ""
  /// Free text.
  package var note = ""
  /// Words to find it by.
  package var tags: [String] = []
  /// The first day it is valid.
  package var validFrom: CalendarDate?
  /// The last day it is valid.
  package var expires: CalendarDate?
  /// What is left on it.
  package var balance: Balance?
  /// Its colour, 0xRRGGBB.
  package var colour: UInt32?
  /// What it is for, if the file tells.
  package var kind: CardKind?
  /// Whether it comes first in lists.
  package var isFavourite = false
  /// Whether it was archived.
  package var isArchived = false
  /// Whether it can be used only once.
  package var isOneTime = false
  /// When it was last used.
  package var lastUsed: Timestamp?
  /// Its pictures.
  package var photos: [Photo] = []
  /// Why a person must look at it; empty for a card that can be used as it is.
  package var doubts: [Doubt] = []
  /// The names of the file's fields that could not be kept.
  package var leftOut: [String] = []

  /// Makes a card with a name; everything else is empty.
  ///
  /// - Parameters:
  ///   - source: The program that it comes from.
  ///   - sourceID: What the program calls it; empty if it has no such name.
  ///   - name: What people call it.
  package init(source: ForeignSource, sourceID: String, name: String) {
    self.source = source
    self.sourceID = sourceID
    self.name = name
  }

  /// The doubts of its format, and those that a glance at its code and number raises.
  package var allDoubts: [Doubt] {
    let texts = codes.map(\.text) + [number]
    return texts.contains(where: Self.isRounded) ? doubts + [.rounded] : doubts
  }

  private static func isRounded(_ text: String) -> Bool {
    let parts = text.lowercased().split(
      separator: "e+", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return false }
    let isDigits = { (text: Substring, others: String) in
      !text.isEmpty && text.allSatisfy { "0123456789\(others)".contains($0) }
    }
    return isDigits(parts[0], ".,") && isDigits(parts[1], "")
  }
}
