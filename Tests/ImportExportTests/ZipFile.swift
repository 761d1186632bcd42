/// A zip archive without compression, as other wallets write it (APPNOTE.TXT, 4.3).
struct ZipFile {
  private var bytes: [UInt8] = []
  private var directory: [UInt8] = []
  private var count = 0
  private let password: String?

  /// The archive of some files, encrypted in the traditional way if there is a password (APPNOTE.TXT, 6.1).
  static func of(_ files: [(name: String, bytes: [UInt8])], password: String? = nil) -> [UInt8] {
    var zip = ZipFile(password: password)
    for file in files { zip.add(file.name, file.bytes) }
    let end = numbers([
      (0x0605_4B50, 4), (0, 4), (zip.count, 2), (zip.count, 2), (zip.directory.count, 4),
      (zip.bytes.count, 4), (0, 2),
    ])
    return zip.bytes + zip.directory + end
  }

  private init(password: String?) { self.password = password }

  private mutating func add(_ name: String, _ content: [UInt8]) {
    let checksum = ~content.reduce(~UInt32(0), Self.checksum)
    var stored = content
    if let password {
      var cipher = Cipher(password)
      // The last byte of the twelve in front tells a wrong password (APPNOTE.TXT, 6.1.6).
      let head = [UInt8](repeating: 7, count: 11) + [UInt8(checksum >> 24)]
      stored = (head + content).map { cipher.encrypted($0) }
    }
    // Version, whether it is encrypted, method and time, day, checksum, sizes, lengths of the name and of extra fields.
    let shared = Self.numbers([
      (20, 2), (password == nil ? 0 : 1, 2), (0, 4), (0x21, 2), (Int(checksum), 4),
      (stored.count, 4), (content.count, 4), (name.utf8.count, 2), (0, 2),
    ])
    directory += Self.numbers([(0x0201_4B50, 4), (20, 2)]) + shared
    directory += Self.numbers([(0, 4), (0, 4), (0, 2), (bytes.count, 4)]) + Array(name.utf8)
    bytes += Self.numbers([(0x0403_4B50, 4)]) + shared
    bytes += Array(name.utf8) + stored
    count += 1
  }

  /// Numbers in so many bytes each, the lowest first.
  private static func numbers(_ numbers: [(value: Int, byteCount: Int)]) -> [UInt8] {
    numbers.flatMap { number in
      (0..<number.byteCount).map { (place: Int) -> UInt8 in
        UInt8(truncatingIfNeeded: number.value >> (8 * place))
      }
    }
  }

  /// The next state of a CRC-32 (ISO/IEC 8802-3, 3.2.9).
  private static func checksum(_ state: UInt32, _ byte: UInt8) -> UInt32 {
    var state = state ^ UInt32(byte)
    for _ in 0..<8 { state = state & 1 == 1 ? state >> 1 ^ 0xEDB8_8320 : state >> 1 }
    return state
  }

  /// The traditional cipher.
  private struct Cipher {
    private var keys: [UInt32] = [0x1234_5678, 0x2345_6789, 0x3456_7890]

    init(_ password: String) {
      for byte in password.utf8 { update(byte) }
    }

    mutating func encrypted(_ byte: UInt8) -> UInt8 {
      let mixed = keys[2] & 0xFFFF | 2
      let result = byte ^ UInt8(truncatingIfNeeded: (mixed &* (mixed ^ 1)) >> 8)
      update(byte)
      return result
    }

    private mutating func update(_ byte: UInt8) {
      keys[0] = ZipFile.checksum(keys[0], byte)
      keys[1] = (keys[1] &+ (keys[0] & 0xFF)) &* 134_775_813 &+ 1
      keys[2] = ZipFile.checksum(keys[2], UInt8(truncatingIfNeeded: keys[1] >> 24))
    }
  }
}
