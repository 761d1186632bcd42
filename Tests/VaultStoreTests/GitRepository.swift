import Foundation
import SystemPackage
import Testing

@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

/// A bare git repository for the tests, and a work tree to fill it from.
final class GitRepository: Sendable {
  let folder: VaultFolder
  var path: FilePath { folder.path.appending("cards.git") }
  var work: FilePath { folder.path.appending("work") }

  init(filters: Bool = true) throws {
    folder = try VaultFolder()
    try git("init", "--quiet", "--bare", "--initial-branch=main", path.string)
    try git("-C", path.string, "config", "uploadpack.allowFilter", "\(filters)")
    try git("clone", "--quiet", path.string, work.string)
  }

  /// Runs git with only these settings.
  @discardableResult
  func git(_ words: String...) throws -> String { try run("/usr/bin/git", words) }

  private func run(_ program: String, _ words: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = words
    process.environment = [
      "PATH": "/usr/bin:/bin", "HOME": folder.path.string, "GIT_AUTHOR_NAME": "Ada",
      "GIT_AUTHOR_EMAIL": "ada@example.org", "GIT_COMMITTER_NAME": "Ada",
      "GIT_COMMITTER_EMAIL": "ada@example.org",
    ]
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let said = output.fileHandleForReading.readDataToEndOfFile()
    let complaint = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let words = String(decoding: complaint, as: UTF8.self)
    try #require(process.terminationStatus == 0, "\(words)")
    return String(decoding: said, as: UTF8.self)
  }

  /// Pushes files, as someone else would.
  func push(_ files: [String: Data]) throws {
    try git("-C", work.string, "fetch", "--quiet", "origin")
    if try !git("-C", work.string, "for-each-ref", "refs/remotes/origin/main").isEmpty {
      try git("-C", work.string, "merge", "--quiet", "--ff-only", "origin/main")
    }
    for (name, bytes) in files {
      let file = work.appending(name)
      try FileManager.default.createDirectory(
        atPath: file.removingLastComponent().string, withIntermediateDirectories: true)
      try bytes.write(to: URL(filePath: file.string))
    }
    try git("-C", work.string, "add", "--all")
    try git("-C", work.string, "commit", "--quiet", "-m", "Files")
    try git("-C", work.string, "push", "--quiet", "origin", "HEAD:main")
  }

  /// Adds so many files with long, hidden names to the root there, as someone else would with a small push.
  func flood(_ count: Int) throws {
    let script = """
      cd "$1" && id=$(git hash-object -w /dev/null) && name=$(printf %0200d 0) && \
      tree=$({ git ls-tree main; seq "$2" | sed "s/.*/100644 blob $id\\t.&$name/"; } | git mktree) && \
      git update-ref refs/heads/main "$(git commit-tree -p main -m Flood "$tree")"
      """
    _ = try run("/bin/sh", ["-c", script, "sh", path.string, "\(count)"])
  }

  /// The names and lengths of all files there.
  func files() throws -> [String: Int] {
    let lines = try git("-C", path.string, "ls-tree", "-r", "-l", "main").split(separator: "\n")
    return Dictionary(
      uniqueKeysWithValues: lines.compactMap { line in
        let parts = line.split(separator: "\t")
        let words = parts[0].split(separator: " ")
        return Int(words[3]).map { (String(parts[1]), $0) }
      })
  }
}
