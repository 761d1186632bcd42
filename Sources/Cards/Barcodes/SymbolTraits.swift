/// The properties of a symbol that an exact copy needs in addition to its bytes.
public struct SymbolTraits: Sendable, Hashable {
  /// The header of one of several symbols that hold one message together (structured append: ISO/IEC 18004 8, 16022
  /// 5.6, 24778 8, 16023 4.9; Macro PDF417: ISO/IEC 15438 annex H).
  public struct Part: Sendable, Hashable {
    /// The symbol's number in the sequence, from 1.
    public var index: Int
    /// How many symbols there are; 0 if the symbol states none, or an impossible number.
    public var count: Int
    /// What the symbols share: the parity (QR Code, 0 to 255) or the file's number (Data Matrix: its first byte times
    /// 256, and its second) as digits, or the file's id unchanged; empty if there is none.
    public var id: String

    /// Makes a header.
    public init(index: Int, count: Int, id: String = "") {
      self.index = index
      self.count = count
      self.id = id
    }
  }

  /// The AIM symbology identifier with its modifier (ISO/IEC 15424), for example `]Q1`; empty if unknown.
  public var aimIdentifier: String
  /// The error-correction level as the symbology names it.
  ///
  /// `L`, `M`, `Q`, `H` for QR kinds, a percentage such as `23%` for Aztec and PDF417; `nil` if there is none
  /// or it is unknown.
  public var errorCorrection: String?
  /// The symbol's size in the symbology's own terms.
  ///
  /// A version number (`7`, `M3`, `R7x43`) for QR kinds, layers for Aztec, `rows x columns` in modules for Data
  /// Matrix (`18x18`); `nil` if unknown.
  public var version: String?
  /// The data mask pattern of QR kinds, 0 to 7.
  public var mask: Int?
  /// The Extended Channel Interpretation that the symbol declares (0 to 999,999), or `nil`.
  ///
  /// Tills refuse a copy that declares one when the original has none.
  public var eci: Int?
  /// Whether FNC1 in the first position marks the payload as GS1 (AIM modifier 1, 2 or 3, depending on the
  /// symbology).
  public var gs1: Bool
  /// Whether the symbol programs a reader (Reader Initialisation).
  public var readerInitialisation: Bool
  /// The two or five digits beside a retail code; `nil` if there are none.
  public var addOn: String?
  /// The number of data columns of a PDF417 kind, if known.
  public var columns: Int?
  /// Which part of a message it is, if several symbols hold one message: a till cannot use a single part.
  public var part: Part?

  /// Makes traits; everything omitted is unknown or absent.
  public init(
    aimIdentifier: String = "", errorCorrection: String? = nil, version: String? = nil,
    mask: Int? = nil, eci: Int? = nil, gs1: Bool = false, readerInitialisation: Bool = false,
    addOn: String? = nil, columns: Int? = nil, part: Part? = nil
  ) {
    self.aimIdentifier = aimIdentifier
    self.errorCorrection = errorCorrection
    self.version = version
    self.mask = mask
    self.eci = eci
    self.gs1 = gs1
    self.readerInitialisation = readerInitialisation
    self.addOn = addOn
    self.columns = columns
    self.part = part
  }

  /// Whether a text is a valid add-on: two or five ASCII digits (GS1 General Specifications 5.2.2.4 to
  /// 5.2.2.6).
  public static func isAddOn(_ text: String) -> Bool {
    [2, 5].contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}
