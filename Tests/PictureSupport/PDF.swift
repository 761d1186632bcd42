import Czxing

/// A handmade PDF: each page has a QR Code of black squares, and a word in a font that is not embedded.
enum PDF {
  private static let font =
    "/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>"

  /// A document with a page for each text, encrypted if there is a password.
  ///
  /// `modules` are those of upright bars above the QR Code of each page, half a point wide, and 40 points high.
  static func bytes(
    _ texts: [String], width: Int = 216, height: Int = 144, modules: [Bool] = [],
    password: String? = nil
  ) -> [UInt8] {
    let lock = password.map(Lock.init)
    var objects: [[UInt8]] = [
      Array("<< /Type /Catalog /Pages 2 0 R >>".utf8),
      Array(
        ("<< /Type /Pages /Count \(texts.count) /Kids ["
          + texts.indices.map { "\(3 + 2 * $0) 0 R" }.joined(separator: " ") + "] >>").utf8),
    ]
    for (index, text) in texts.enumerated() {
      let symbol = Sample.drawn(ZXing_BarcodeFormat_QRCode, text, scale: 1)
      let squares = symbol.pixels.indices.filter { symbol.pixels[$0] == 0 }.map {
        "\(20 + $0 % symbol.width * 3) \(120 - $0 / symbol.width * 3) 3 3 re"
      }
      let bars = modules.indices.filter { modules[$0] }.map {
        "\(60 + Double($0) / 2) 300 0.5 40 re"
      }
      let drawing = Array(
        ((squares + bars).joined(separator: "\n") + "\nf\nBT /F1 8 Tf 130 20 Td (Card) Tj ET").utf8)
      let size = "/MediaBox [0 0 \(width) \(height)]"
      objects.append(
        Array(
          "<< /Type /Page /Parent 2 0 R \(size) \(font) /Contents \(4 + 2 * index) 0 R >>".utf8))
      let stored = lock?.encrypted(drawing, ofObject: 4 + 2 * index) ?? drawing
      objects.append(
        Array("<< /Length \(stored.count) >>\nstream\n".utf8) + stored + Array("\nendstream".utf8))
    }
    if let lock { objects.append(Array(lock.dictionary.utf8)) }
    var file = Array("%PDF-1.4\n".utf8)
    var table = "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
    for (index, object) in objects.enumerated() {
      let offset = String(file.count)
      table += String(repeating: "0", count: 10 - offset.count) + offset + " 00000 n \n"
      file += Array("\(index + 1) 0 obj\n".utf8) + object + Array("\nendobj\n".utf8)
    }
    let start = file.count
    let locked = lock.map { " /Encrypt \(objects.count) 0 R /ID [<\($0.id)> <\($0.id)>]" } ?? ""
    file += Array((table + "trailer << /Size \(objects.count + 1) /Root 1 0 R\(locked) >>\n").utf8)
    return file + Array("startxref\n\(start)\n%%EOF\n".utf8)
  }

  /// The standard security handler of revision 2, with a key of 40 bits (ISO 32000-1, 7.6.3).
  private struct Lock {
    private static let padding: [UInt8] = [
      0x28, 0xBF, 0x4E, 0x5E, 0x4E, 0x75, 0x8A, 0x41, 0x64, 0x00, 0x4E, 0x56, 0xFF, 0xFA, 0x01,
      0x08,
      0x2E, 0x2E, 0x00, 0xB6, 0xD0, 0x68, 0x3E, 0x80, 0x2F, 0x0C, 0xA9, 0xFE, 0x64, 0x53, 0x69,
      0x7A,
    ]
    /// Everything is permitted: -4.
    private static let permissions: [UInt8] = [0xFC, 0xFF, 0xFF, 0xFF]
    private static let keyByteCount = 5

    private let key: [UInt8]
    private let owner: [UInt8]

    /// The document's id.
    let id = String(repeating: "0", count: 32)

    init(_ password: String) {
      // In PDFDocEncoding, which has the letters of ISO-8859-1 (ISO 32000-1, D.2).
      let letters = password.unicodeScalars.compactMap { UInt8(exactly: $0.value) }
      let padded = Array((letters + Self.padding).prefix(32))
      // Algorithm 3, with the same password for the owner.
      owner = RC4.applied(padded, key: Array(MD5.hash(padded).prefix(Self.keyByteCount)))
      // Algorithm 2.
      let seed = padded + owner + Self.permissions + [UInt8](repeating: 0, count: 16)
      key = Array(MD5.hash(seed).prefix(Self.keyByteCount))
    }

    var dictionary: String {
      // Algorithm 4.
      let user = RC4.applied(Self.padding, key: key)
      return
        "<< /Filter /Standard /V 1 /R 2 /O <\(Self.hex(owner))> /U <\(Self.hex(user))> /P -4 >>"
    }

    /// Algorithm 1.
    func encrypted(_ bytes: [UInt8], ofObject number: Int) -> [UInt8] {
      let seed = key + [UInt8(number & 0xFF), UInt8(number >> 8), 0, 0, 0]
      return RC4.applied(bytes, key: Array(MD5.hash(seed).prefix(Self.keyByteCount + 5)))
    }

    private static func hex(_ bytes: [UInt8]) -> String {
      let digits = Array("0123456789ABCDEF")
      return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }
  }

  private enum RC4 {
    static func applied(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
      var state = Array(UInt8(0)...255)
      var other = 0
      for index in 0..<256 {
        other = (other + Int(state[index]) + Int(key[index % key.count])) & 255
        state.swapAt(index, other)
      }
      var (one, two) = (0, 0)
      return bytes.map { byte in
        one = (one + 1) & 255
        two = (two + Int(state[one])) & 255
        state.swapAt(one, two)
        return byte ^ state[(Int(state[one]) + Int(state[two])) & 255]
      }
    }
  }

  /// RFC 1321.
  private enum MD5 {
    private static let turns: [UInt32] = [
      7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21,
    ]

    static func hash(_ message: [UInt8]) -> [UInt8] {
      var bytes = message + [0x80]
      while bytes.count % 64 != 56 { bytes.append(0) }
      let bitCount = UInt64(message.count) * 8
      bytes += (0..<8).map { UInt8(truncatingIfNeeded: bitCount >> (8 * $0)) }
      var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476]
      for start in stride(from: 0, to: bytes.count, by: 64) {
        let words = (0..<16).map { word in
          (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[start + 4 * word + $1]) << (8 * $1) }
        }
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        for step in 0..<64 {
          let (mixed, place): (UInt32, Int) =
            switch step / 16 {
            case 0: (b & c | ~b & d, step)
            case 1: (d & b | ~d & c, (5 * step + 1) % 16)
            case 2: (b ^ c ^ d, (3 * step + 5) % 16)
            default: (c ^ (b | ~d), 7 * step % 16)
            }
          let sum = a &+ mixed &+ sines[step] &+ words[place]
          let turn = turns[step / 16 * 4 + step % 4]
          (a, d, c, b) = (d, c, b, b &+ (sum << turn | sum >> (32 - turn)))
        }
        state = [state[0] &+ a, state[1] &+ b, state[2] &+ c, state[3] &+ d]
      }
      return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
    }

    /// 2 to the power of 32 times the sines of 1 to 64, without their signs (RFC 1321, 3.4).
    private static let sines: [UInt32] = [
      0xD76A_A478, 0xE8C7_B756, 0x2420_70DB, 0xC1BD_CEEE, 0xF57C_0FAF, 0x4787_C62A,
      0xA830_4613, 0xFD46_9501, 0x6980_98D8, 0x8B44_F7AF, 0xFFFF_5BB1, 0x895C_D7BE,
      0x6B90_1122, 0xFD98_7193, 0xA679_438E, 0x49B4_0821, 0xF61E_2562, 0xC040_B340,
      0x265E_5A51, 0xE9B6_C7AA, 0xD62F_105D, 0x0244_1453, 0xD8A1_E681, 0xE7D3_FBC8,
      0x21E1_CDE6, 0xC337_07D6, 0xF4D5_0D87, 0x455A_14ED, 0xA9E3_E905, 0xFCEF_A3F8,
      0x676F_02D9, 0x8D2A_4C8A, 0xFFFA_3942, 0x8771_F681, 0x6D9D_6122, 0xFDE5_380C,
      0xA4BE_EA44, 0x4BDE_CFA9, 0xF6BB_4B60, 0xBEBF_BC70, 0x289B_7EC6, 0xEAA1_27FA,
      0xD4EF_3085, 0x0488_1D05, 0xD9D4_D039, 0xE6DB_99E5, 0x1FA2_7CF8, 0xC4AC_5665,
      0xF429_2244, 0x432A_FF97, 0xAB94_23A7, 0xFC93_A039, 0x655B_59C3, 0x8F0C_CC92,
      0xFFEF_F47D, 0x8584_5DD1, 0x6FA8_7E4F, 0xFE2C_E6E0, 0xA301_4314, 0x4E08_11A1,
      0xF753_7E82, 0xBD3A_F235, 0x2AD7_D2BB, 0xEB86_D391,
    ]
  }
}
