internal import VaultFormat

/// What git prints of a repository, in which strangers may have chosen all names.
enum GitListing {
  /// What comes before the name of a branch.
  static let branches = "refs/heads/"
  /// The branch to use in a repository without one.
  private static let usualBranch = "main"
  /// The most bytes of a line about a branch: a commit and a path.
  private static let longestLine = 1_024

  /// A branch and its newest commit.
  struct Tip: Sendable, Hashable {
    var branch = GitListing.usualBranch
    var commit: String?
  }

  /// The default branch, or the one that other devices created in a repository without one.
  ///
  /// - Parameter output: What `ls-remote --symref` printed of HEAD and the branches.
  /// - Returns: The branch; without a commit if there is none.
  static func tip(in output: [UInt8]) -> Tip {
    var (shown, head): (String?, String?)
    var commits: [String: String] = [:]
    for line in output.split(separator: UInt8(ascii: "\n")) where line.count <= longestLine {
      let words = line.split(separator: UInt8(ascii: "\t")).map {
        String(decoding: $0, as: UTF8.self)
      }
      guard words.count == 2 else { continue }
      let branch = words[1].dropping(prefix: branches)
      if let branch {
        commits[branch] = words[0]
      } else if words[1] == "HEAD" {
        if let name = words[0].dropping(prefix: "ref: " + branches) { shown = name }
        if !words[0].hasPrefix("ref: ") { head = words[0] }
      }
    }
    let candidates = [shown, usualBranch] + commits.keys.sorted().filter { commits[$0] == head }
    let branch = candidates.compactMap(\.self).first { commits[$0] != nil } ?? usualBranch
    return Tip(branch: branch, commit: commits[branch])
  }

  /// Parses what `ls-tree -l -z` printed.
  ///
  /// - Parameters:
  ///   - output: What it printed.
  ///   - isCut: Whether it went on, so that the last entry may not be whole.
  /// - Returns: The entries that may be of use.
  static func entries(in output: [UInt8], isCut: Bool) -> [Entry] {
    let lines = output.split(separator: 0)
    return (isCut ? lines.dropLast() : lines[...]).compactMap { Entry($0) }
  }

  /// A file or folder.
  struct Entry: Sendable, Hashable {
    /// Whether it is a folder.
    let isFolder: Bool
    /// Whether it is a file: links and submodules are not ours.
    let isFile: Bool
    let id: String
    /// The file's length; that of a file that was excluded is longer than any of ours.
    let byteCount: Int
    /// Its name, behind that of the folder that it is in.
    let path: [String]

    /// Parses a line of `ls-tree -l -z`; `nil` for another line, or a name that no file of ours has.
    ///
    /// - Parameter line: Mode, type, id and length; then the name.
    init?(_ line: ArraySlice<UInt8>) {
      guard let tab = line.firstIndex(of: UInt8(ascii: "\t")) else { return nil }
      let words = String(decoding: line[..<tab], as: UTF8.self).split(separator: " ")
      // By bytes: a slash with a mark on it is another character.
      path = line[tab...].dropFirst().split(
        separator: UInt8(ascii: "/"), omittingEmptySubsequences: false
      ).map { String(decoding: $0, as: UTF8.self) }
      guard words.count == 4, path.allSatisfy(VaultLayout.canBeCarried) else { return nil }
      isFolder = words[1] == "tree"
      isFile = words[0].hasPrefix("100")
      id = String(words[2])
      byteCount = Int(words[3]) ?? VaultLayout.fileByteLimit + 1
    }
  }
}
