/// The request to a reader to open an archive: one byte with the length of a password, the password, and the archive.
public struct ArchiveRequest: Sendable {
  /// The most bytes of a password.
  public static let maximumPasswordByteCount = 255
  /// The most bytes of an archive, as of a picture.
  public static let maximumArchiveByteCount = ReadRequest.maximumByteCount
  /// The most bytes of a request.
  public static let maximumByteCount = 1 + maximumPasswordByteCount + maximumArchiveByteCount

  /// The password; `nil` without one.
  public let password: [UInt8]?
  /// The archive.
  public let archive: [UInt8]

  /// Makes a request; `nil` if the password contains a zero byte, or either is too long.
  public init?(archive: [UInt8], password: [UInt8]?) {
    guard archive.count <= Self.maximumArchiveByteCount,
      (password?.count ?? 0) <= Self.maximumPasswordByteCount, password?.contains(0) != true
    else { return nil }
    self.archive = archive
    self.password = password
  }

  /// Takes a request apart; `nil` if it is malformed.
  public init?(_ bytes: [UInt8]) {
    guard let count = bytes.first.map({ Int($0) }), bytes.count > count else { return nil }
    self.init(
      archive: Array(bytes[(1 + count)...]),
      password: count == 0 ? nil : Array(bytes[1..<(1 + count)]))
  }

  /// The request as it is sent.
  var bytes: [UInt8] {
    let password = password ?? []
    return [UInt8(password.count)] + password + archive
  }
}
