internal import Csite
internal import FoundationEssentials

/// The page of a pocket without its cards, which the build embeds: the same for everybody.
public enum PocketPage {
  /// Its files by their names.
  public static let files: [String: [UInt8]] = {
    var files: [String: [UInt8]] = [:]
    while let file = unsafe csite_pocket_file(files.count)?.pointee {
      unsafe files[String(cString: file.name)] = Array(
        UnsafeBufferPointer(start: file.bytes, count: file.byte_count))
    }
    return files
  }()

  /// The files as lines for `cardvault pocket`, which does not have them: each a name, a blank, and the bytes in Base64.
  public static var lines: String {
    files.sorted { $0.key < $1.key }
      .map { "\($0.key) \(Data($0.value).base64EncodedString())\n" }.joined()
  }
}
