internal import Cards
internal import Glibc

/// The charsets of other wallets' codes, and their numbers in symbols.
///
/// A closed set: a charset's name from a file never reaches `iconv_open`, which would load a converter for it. None has
/// shift states, which barcode readers do not expect.
enum Charset {
  /// The bytes of a text in a charset, by its IANA name or empty for ISO-8859-1, the default of wallets.
  ///
  /// - Returns: The bytes; `nil` if the charset is unknown or lacks one of the characters.
  static func bytes(of text: String, in name: String) -> [UInt8]? {
    let word = word(name)
    if word.isEmpty, !name.isEmpty { return nil }
    switch word {
    case _ where isLatin1(name): return bytes(of: text, below: 0x100)
    case "usascii", "ascii": return bytes(of: text, below: 0x80)
    case "utf8": return Array(text.utf8)
    // Without a byte order mark, the high byte comes first (RFC 2781, 4.3).
    case "utf16", "utf16be": return text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    case "utf16le": return text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    default: return converter(word).flatMap { converted(text, to: $0) }
    }
  }

  /// The text of bytes in a charset that all wallets know, named as by `name(ofECI:)`; `nil` if it is not a text in it.
  static func text(of bytes: [UInt8], in name: String) -> String? {
    switch name {
    case latin1: latin1Text(bytes)
    case utf8: String(validating: bytes, as: UTF8.self)
    default: nil
    }
  }

  /// The text of bytes in ISO-8859-1: the characters with these numbers.
  static func latin1Text(_ bytes: [UInt8]) -> String {
    String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }

  /// The IANA name of the charset with a number (AIM, Extended Channel Interpretation Assignments); `nil` for one that not
  /// all wallets know.
  static func name(ofECI eci: Int) -> String? {
    switch eci {
    case 1, 3: latin1
    case 26: utf8
    default: nil
    }
  }

  /// Whether a charset is ISO-8859-1, as it is if none is named.
  static func isLatin1(_ name: String) -> Bool {
    name.isEmpty || ["iso88591", "latin1"].contains(word(name))
  }

  /// The number that states a charset in a symbol (AIM, Extended Channel Interpretation Assignments; ZXing
  /// `CharacterSetECI`); `nil` for one that ZXing does not know.
  static func eci(of name: String) -> Int? {
    let word = word(name)
    if let number = numbers[word] { return number }
    guard word.hasPrefix("iso8859"), let part = Int(word.dropFirst(7)) else { return nil }
    return [1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 15, 16].contains(part) ? part + 2 : nil
  }

  /// The number of Shift JIS.
  static let shiftJIS = 20

  private static let numbers: [String: Int] = [
    "latin1": 3, "cp437": 2, "ibm437": 2, "shiftjis": shiftJIS, "sjis": shiftJIS,
    "windows1250": 21, "cp1250": 21, "windows1251": 22, "cp1251": 22, "windows1252": 23,
    "cp1252": 23, "windows1256": 24, "cp1256": 24, "utf16be": 25, "utf8": 26, "usascii": 27,
    "ascii": 27, "big5": 28, "gb2312": 29, "euccn": 29, "gbk": 29, "cp936": 29, "gb18030": 29,
    "euckr": 30, "ksc56011987": 30,
  ]

  private static let latin1 = "ISO-8859-1"
  private static let utf8 = "UTF-8"

  /// The C library's names for the charsets that it converts to, by their other names.
  private static let converters: [String: String] = [
    "shiftjis": "CP932", "sjis": "CP932", "xsjis": "CP932", "mskanji": "CP932",
    "windows31j": "CP932", "cp932": "CP932", "eucjp": "EUC-JP", "gb2312": "EUC-CN",
    "euccn": "EUC-CN", "gbk": "GBK", "cp936": "GBK", "gb18030": "GB18030", "big5": "BIG5",
    "euckr": "EUC-KR", "ksc56011987": "EUC-KR", "koi8r": "KOI8-R", "koi8u": "KOI8-U",
    "macintosh": "MACINTOSH", "macroman": "MACINTOSH", "ibm437": "CP437", "cp437": "CP437",
    "ibm850": "CP850", "cp850": "CP850", "tis620": "TIS-620", "windows874": "CP874",
  ]

  /// A name in lower case, without punctuation.
  private static func word(_ name: String) -> String {
    name.lowercased().filter { $0.isLetter || $0.isNumber }
  }

  /// The C library's name for a charset; `nil` if it is not in the set.
  private static func converter(_ word: String) -> String? {
    if let name = converters[word] { return name }
    for prefix in ["windows125", "cp125"] where word.hasPrefix(prefix) {
      guard let digit = Int(word.dropFirst(prefix.count)), 0...8 ~= digit else { return nil }
      return "CP125\(digit)"
    }
    // There is no part 12 of ISO/IEC 8859.
    guard word.hasPrefix("iso8859"), let part = Int(word.dropFirst(7)), 2...16 ~= part, part != 12
    else { return nil }
    return "ISO-8859-\(part)"
  }

  private static func bytes(of text: String, below limit: UInt32) -> [UInt8]? {
    guard text.unicodeScalars.allSatisfy({ $0.value < limit }) else { return nil }
    return text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
  }

  /// Converts with the C library; `nil` if it lacks the converter, or a character would be lost.
  private static func converted(_ text: String, to name: String) -> [UInt8]? {
    guard let conversion = unsafe iconv_open(name, "UTF-8"),
      unsafe conversion != UnsafeMutableRawPointer(bitPattern: -1)
    else { return nil }
    defer { unsafe iconv_close(conversion) }
    var input = text.utf8.map { CChar(bitPattern: $0) }
    // No charset of the set needs more than four bytes for a character.
    var output = [CChar](repeating: 0, count: 4 * input.count + 4)
    var (inputLeft, outputLeft) = (input.count, output.count)
    let changed = unsafe input.withUnsafeMutableBufferPointer { source in
      unsafe output.withUnsafeMutableBufferPointer { target in
        var from = source.baseAddress
        var to = target.baseAddress
        return unsafe iconv(conversion, &from, &inputLeft, &to, &outputLeft)
      }
    }
    // Anything but 0 is an error, or characters that were replaced by similar ones (POSIX.1-2017, iconv).
    guard changed == 0, inputLeft == 0 else { return nil }
    return output.dropLast(outputLeft).map { UInt8(bitPattern: $0) }
  }
}

/// A code's bytes as other wallets store them: a text, and the charset that maps it to exactly these bytes.
struct EncodedText {
  /// The text.
  let text: String
  /// The charset, one of `Charset`; empty for ISO-8859-1 that the symbol does not state.
  let charset: String
  /// Whether the symbol states another charset than this one.
  let losesCharset: Bool

  /// Encodes a code; `nil` if it contains a zero byte, which texts cannot.
  init?(_ code: Barcode) {
    guard !code.bytes.contains(0) else { return nil }
    let eci = code.traits.eci
    let stated = eci.flatMap { Charset.name(ofECI: $0) }
    let meant = stated.flatMap { Charset.text(of: code.bytes, in: $0) }
    text = meant ?? Charset.latin1Text(code.bytes)
    charset = meant == nil ? "" : stated ?? ""
    losesCharset = meant == nil && eci != nil
  }
}
