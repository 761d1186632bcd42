/// The request to a reader to open an archive: one byte with the length of a password, the password, and the length of
/// the archive as an unsigned 32-bit little-endian integer.
///
/// The reader then asks for the archive block by block.
public struct ArchiveRequest: Sendable, Hashable {
  /// The most bytes of a password.
  public static let maximumPasswordByteCount = 255
  /// The most bytes of an archive, as of a picture.
  public static let maximumArchiveByteCount = ReadRequest.maximumByteCount

  /// The password; `nil` without one.
  public let password: [UInt8]?
  /// How many bytes the archive has.
  public let byteCount: Int

  /// Makes a request; `nil` if the password contains a zero byte, or either is too long.
  public init?(byteCount: Int, password: [UInt8]?) {
    guard (0...Self.maximumArchiveByteCount).contains(byteCount),
      (password?.count ?? 0) <= Self.maximumPasswordByteCount, password?.contains(0) != true
    else { return nil }
    self.byteCount = byteCount
    self.password = password
  }

  /// Parses a request; `nil` if it is malformed.
  init?(_ bytes: [UInt8]) {
    var rest = bytes[...]
    guard let count = rest.popFirst().map({ Int($0) }),
      rest.count == count + WireLength.byteCount
    else { return nil }
    let password = Array(rest.prefix(count))
    rest = rest.dropFirst(count)
    guard let byteCount = try? WireLength.take(from: &rest) else { return nil }
    self.init(byteCount: byteCount, password: count == 0 ? nil : password)
  }

  /// The request as it is sent.
  var bytes: [UInt8] {
    let password = password ?? []
    return [UInt8(password.count)] + password + WireLength.bytes(of: byteCount)
  }
}
