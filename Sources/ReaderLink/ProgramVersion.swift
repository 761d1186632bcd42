/// The version of cardvault, its reader and its web server, which are built and installed together.
///
/// It is raised by hand with each release. Builds of commits in between have the same version, so nothing notices if
/// parts of two such builds are put together.
public enum ProgramVersion {
  /// What `--version` of this executable prints.
  public static let own = "0.1.0"

  /// The longest text that is accepted as a version, in characters.
  static let maximumCount = 20

  /// The version that the other executable reports; empty unless it is 1 to 20 of `0-9A-Za-z.+-`, the characters of
  /// versions (semver.org 2.0.0).
  static func claimed(_ text: String) -> String {
    let isVersion =
      text.utf8.count <= maximumCount
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "."), UInt8(ascii: "+"),
          UInt8(ascii: "-"):
          true
        default: false
        }
      }
    return isVersion ? text : ""
  }

  /// Compares the version that a reader reports with our own.
  ///
  /// - Throws: `ReaderLinkError.otherVersion` when they differ.
  static func check(_ text: String) throws(ReaderLinkError) {
    guard text == own else { throw .otherVersion(claimed(text)) }
  }
}
