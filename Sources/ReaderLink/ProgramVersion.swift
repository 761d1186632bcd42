/// The version that cardvault and its reader bear: both are made and installed together.
///
/// It is raised by hand, with each release and each change of what the two say to each other.
public enum ProgramVersion {
  /// What `--version` of this executable says.
  public static let own = "0.1.0"

  /// The longest version that is taken for one, in characters.
  static let maximumCount = 20

  /// What the other executable says its version is; empty unless it is 1 to 20 of `0-9A-Za-z.+-`, as versions are
  /// (semver.org 2.0.0).
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

  /// Compares what a reader says its version is with our own.
  ///
  /// - Throws: `ReaderLinkError.otherVersion` when it is another.
  static func check(_ text: String) throws(ReaderLinkError) {
    guard text == own else { throw .otherVersion(claimed(text)) }
  }
}
