/// The version of cardvault, its reader and its web server, which are built and installed together.
///
/// Raised by hand with each release. Builds between releases have the same version, so a mix of two such builds goes
/// unnoticed.
public enum ProgramVersion {
  /// What `--version` of this executable prints.
  public static let own = "0.1.0"

  /// The longest text that is accepted as a version, in characters.
  static let maxCount = 20

  /// The version that the other executable reports; empty unless it is 1 to 20 of the characters of versions,
  /// `0-9A-Za-z.+-` (semver.org 2.0.0).
  static func claimed(_ text: String) -> String {
    let isVersion =
      text.utf8.count <= maxCount
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

/// The Swift packages that are linked, with the versions that `Package.swift` pins; each is a name, a blank and a
/// version.
///
/// At run time only swift-protobuf states its version. Their own dependencies are not pinned; the licences that come
/// with a package state those versions.
package enum SwiftPackages {
  /// The packages of `cardvault`.
  package static let ofCommands = [
    "swift-argument-parser 1.8.2", "swift-subprocess 1.0.2", "swift-system 1.8.1",
  ]
  /// The further packages of `cardvault-web`.
  package static let ofWebApp = ["hummingbird 2.28.1"]
}
