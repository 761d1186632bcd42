internal import VaultFormat

/// Parses git's output about a repository, in which strangers may have chosen all names.
enum GitListing {
  /// The prefix of branches.
  static let branches = "refs/heads/"
  /// The branch to use if a repository has none.
  private static let usualBranch = "main"
  /// The maximum size in bytes of a line about a branch: a commit and a path.
  private static let maxLineByteCount = 1_024

  /// A branch and its newest commit.
  struct Tip: Sendable, Hashable {
    var branch = GitListing.usualBranch
    var commit: String?
  }

  /// The default branch, or the one that other devices created in a repository without one.
  ///
  /// It parses what `ls-remote --symref` prints about HEAD and the branches.
  static func tip(in output: [UInt8]) -> Tip {
    var (shown, head): (String?, String?)
    var commits: [String: String] = [:]
    for line in output.split(separator: UInt8(ascii: "\n")) where line.count <= maxLineByteCount {
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

  /// Parses what `ls-tree -l -z` prints; if the output was cut, without the last entry, which may be incomplete.
  static func entries(in output: [UInt8], isCut: Bool) -> [Entry] {
    let lines = output.split(separator: 0)
    return (isCut ? lines.dropLast() : lines[...]).compactMap { Entry($0) }
  }

  /// A file or folder.
  struct Entry: Sendable, Hashable {
    /// Whether it is a folder.
    let isFolder: Bool
    /// Whether it is a file, not a link or submodule.
    let isFile: Bool
    let id: String
    /// The file's length; a file that was not fetched counts as too long for a vault.
    let byteCount: Int
    /// The folder's name, if it is in one, and its name.
    let path: [String]

    /// Parses mode, type, id, length and name; `nil` for anything else, or a name that no file of ours has.
    init?(_ line: ArraySlice<UInt8>) {
      guard let tab = line.firstIndex(of: UInt8(ascii: "\t")) else { return nil }
      let words = String(decoding: line[..<tab], as: UTF8.self).split(separator: " ")
      // By bytes, as a slash with a combining mark is another character.
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
