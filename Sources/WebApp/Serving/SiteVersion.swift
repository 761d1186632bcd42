internal import HTTPTypes
internal import ReaderLink
internal import Sealing

/// The version of the server and its pages, which each page and each answer names.
///
/// A page that finds another one in an answer is older than the server, and loads itself again.
enum SiteVersion {
  /// The header of answers that names it.
  static let header = HTTPField.Name("X-Cardvault-Version")

  /// How much of a hash of the pages' files distinguishes builds of one version.
  private static let digitCount = 8

  /// The program's version, and the start of a hash of the pages' files.
  static let own: String = {
    let files = EmbeddedSite.files.sorted { $0.key < $1.key }
    let all = files.flatMap { file -> [UInt8] in Array(file.key.utf8) + [0] + file.value }
    let hash = ContentHash(of: all.span)
    return "\(ProgramVersion.own)+\(hash.description.prefix(digitCount))"
  }()
}
