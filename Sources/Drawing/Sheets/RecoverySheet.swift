public import Cards

/// The page that a person prints and keeps in order to restore a vault's key.
///
/// It contains the key, as a QR Code and as text: create it only where the key may be, in the single process that
/// renders it. Everything is at least 15 mm from each edge of an A4 page, and of a US Letter page on which it is
/// centred.
public struct RecoverySheet: Sendable {
  /// The page as SVG, below 1 MiB.
  public let svg: String

  /// Draws the sheet.
  ///
  /// - Parameters:
  ///   - details: What it shows apart from the key.
  ///   - keyLine: The key's line, wrapped or not, without a line end.
  /// - Throws: `DrawingError.refused` when it is not a key's line, `.tooLong` when it does not fit a QR Code.
  public init(_ details: RecoveryDetails, keyLine: [UInt8]) throws(DrawingError) {
    guard KeyMark.begins(keyLine), let key = KeyGroups(line: keyLine) else {
      throw .refused(.qrCode)
    }
    var page = SheetDrawing()
    Self.writeHead(details, on: &page)
    try Self.drawSymbol(keyLine, on: &page)
    Self.writeFacts(details, on: &page)
    Self.write(key.groups, on: &page)
    svg = page.svg
  }

  // The type area, 20 mm from the left and right edges.
  private static let left = 76
  private static let right = 718
  private static let symbolTop = 290
  /// The longest side of the symbol, 73 mm.
  private static let symbolSide = 276
  private static let factsLeft = 408
  private static let keyTop = 626

  private typealias Look = SheetDrawing.Look
  private static let label = Look(size: 11.5, colour: Look.quiet, isBold: true, spacing: 1.1)
  private static let prose = Look(size: 15)

  private static func writeHead(_ details: RecoveryDetails, on page: inout SheetDrawing) {
    page.write(
      "cardvault", x: left, y: 106, Look(size: 14, family: Look.mono, colour: Look.quiet))
    page.write("Recovery sheet", x: left, y: 144, Look(size: 32, isBold: true))
    page.write(
      "\(details.date)", x: right, y: 144,
      Look(size: 15, family: Look.mono, colour: Look.quiet, isAtEnd: true))
    page.rule(x: left, y: 166, width: right - left)
    // Lines short enough even for the wider of the fonts.
    let lines =
      details.isWrapped
      ? [
        "Keep this page as safe as your passport: anyone with it who knows the passphrase",
        "can open the vault. To use it, run `cardvault key restore PHOTO` with a photo of",
        "this page, or `cardvault key restore -` and type the groups below.",
      ]
      : [
        "Keep this page as safe as your passport: anyone who has it can open the vault.",
        "To use it, run `cardvault key restore PHOTO` with a photo of this page,",
        "or `cardvault key restore -` and type the groups below.",
      ]
    for (index, line) in lines.enumerated() {
      page.write(line, x: left, y: 200 + 24 * index, prose)
    }
  }

  /// The QR Code with the highest error correction, which tolerates a stain or a fold over a quarter of it.
  private static func drawSymbol(
    _ keyLine: [UInt8], on page: inout SheetDrawing
  ) throws(DrawingError) {
    let line = String(decoding: keyLine, as: UTF8.self).uppercased()
    let symbol = try DrawnSymbol(
      Barcode(
        symbology: .qrCode, bytes: Array(line.utf8), text: line,
        traits: SymbolTraits(aimIdentifier: "]Q1", errorCorrection: "H")))
    guard symbol.width <= symbolSide else {
      throw .tooLong(.qrCode, byteCount: keyLine.count)
    }
    page.draw(symbol, x: left, y: symbolTop, side: symbolSide)
  }

  private static func writeFacts(_ details: RecoveryDetails, on page: inout SheetDrawing) {
    var y = symbolTop + 9
    func fact(_ name: String, _ lines: [String], _ look: Look) {
      page.write(name, x: factsLeft, y: y, label)
      for line in lines {
        y += look.size > 18 ? 29 : 24
        page.write(line, x: factsLeft, y: y, look)
      }
      y += 34
    }
    let numbers = details.fingerprint.split(separator: " ")
    fact(
      "FINGERPRINT",
      [numbers.prefix(3), numbers.suffix(3)].map { $0.joined(separator: " ") },
      Look(size: 20, family: Look.mono))
    let digits = Array(details.keyID)
    let name = stride(from: 0, to: digits.count, by: 4).map { String(digits[$0..<$0 + 4]) }
    fact(
      "KEY ID", [name.prefix(4), name.suffix(4)].map { $0.joined(separator: " ") },
      Look(size: 16, family: Look.mono))
    fact(
      "PASSPHRASE", [details.isWrapped ? "needed, but not on this page" : "not needed"], prose)
  }

  /// Numbered lines of six groups, so that people can find their place again.
  private static func write(_ groups: [String], on page: inout SheetDrawing) {
    let (groupsInLine, isLong) = (6, groups.count > 24)
    page.rule(x: left, y: keyTop - 34, width: right - left)
    page.write("THE KEY, TO TYPE BY HAND", x: left, y: keyTop, label)
    var y = keyTop + (isLong ? 6 : 2)
    for start in stride(from: 0, to: groups.count, by: groupsInLine) {
      y += isLong ? 33 : 50
      page.write(
        "\(start / groupsInLine + 1)", x: left + 12, y: y,
        Look(size: 14, family: Look.mono, colour: Look.quiet, isAtEnd: true))
      for (column, group) in groups[start...].prefix(groupsInLine).enumerated() {
        page.write(
          group, x: left + 38 + 103 * column, y: y,
          Look(size: isLong ? 22 : 26, family: Look.mono))
      }
    }
    let note = Look(size: 13, colour: Look.quiet)
    page.write(
      "Each group ends with a check character. Lower case is as good as upper case;",
      x: left, y: y + 38, note)
    page.write(
      "the letters B, I and O and the digit 1 never occur.", x: left, y: y + 58, note)
  }
}

/// The characters of a key in groups for reading and typing: four characters and one that checks them.
struct KeyGroups {
  /// How many characters of the key a group has; the last may have fewer.
  static let length = 4
  /// BIP-173's 32 characters, in capitals.
  private static let alphabet = Array("QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L".utf8)

  /// The groups in order, in capitals, each with its check character.
  let groups: [String]

  /// Groups what follows the last `1` of a key's line; `nil` when that contains other than BIP-173's characters.
  init?(line: [UInt8]) {
    guard let separator = line.lastIndex(of: UInt8(ascii: "1")) else { return nil }
    var values: [UInt8] = []
    for byte in line[(separator + 1)...] {
      let capital = (0x61...0x7A).contains(byte) ? byte & 0xDF : byte
      guard let value = Self.alphabet.firstIndex(of: capital) else { return nil }
      values.append(UInt8(value))
    }
    groups = stride(from: 0, to: values.count, by: Self.length).map { start in
      let group = values[start..<min(start + Self.length, values.count)]
      let check = Self.check(of: group, number: start / Self.length)
      return String(
        decoding: (group + [check]).map { Self.alphabet[Int($0)] }, as: UTF8.self)
    }
  }

  /// The check character of a group (the vault's format, section 2, "Key as people type it").
  private static func check(of group: some Sequence<UInt8>, number: Int) -> UInt8 {
    doubled(group.reduce(UInt8(number % 32)) { doubled($0) ^ $1 })
  }

  /// Twice a value of GF(32) modulo x^5 + x^3 + 1.
  private static func doubled(_ value: UInt8) -> UInt8 {
    let twice = value << 1
    return twice > 31 ? twice ^ 41 : twice
  }
}
