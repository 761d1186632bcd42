internal import FoundationEssentials
internal import Glibc
internal import Sealing
internal import SystemPackage

/// Carries through a git repository: a clone of our own, in which files lie as in a folder.
///
/// Whoever reads the repository sees an author and a message that are always the same, and when somebody synced.
/// What was removed stays in its history.
struct GitCarrier: Carrier {
  /// As git names it.
  let url: String
  /// The clone.
  let clone: FilePath

  private static let program = Program(name: "git")
  private static let author = "cardvault"
  private static let address = "cardvault@localhost"
  private static let message = "cardvault sync"
  /// The branch in a repository that has none.
  private static let branch = "main"

  private var folder: FolderCarrier { FolderCarrier(path: clone) }

  func files() async throws(CarrierProblem) -> [CarriedFile] {
    if isClone {
      try await git(["fetch", "--quiet", "--no-tags", "--prune", "origin"])
    } else {
      try await Self.program.succeed(
        settings + ["clone", "--quiet", "--no-tags", "--", url, clone.string])
    }
    if let there = try await tip() {
      // What an earlier sync did and did not publish is done again.
      try await git(["checkout", "--quiet", "--force", "-B", try await branch(), there])
      try await git(["clean", "--quiet", "-d", "--force"])
    }
    return try folder.files()
  }

  func fetch(_ files: [StoredFile]) -> FilePath { clone }

  func send(_ files: [StoredFile], from vault: FilePath) throws(CarrierProblem) {
    try folder.send(files, from: vault)
  }

  func remove(_ files: [StoredFile]) throws(CarrierProblem) { try folder.remove(files) }

  func publish() async throws(CarrierProblem) -> Bool {
    try await git(["add", "--all"])
    if try await git(["status", "--porcelain"]).output.isEmpty { return true }
    let before = try await tip()
    try await git(["commit", "--quiet", "--no-verify", "--message", Self.message])
    let pushed = try await Self.program.run(
      settings + inside + [
        "push", "--quiet", "--no-verify", "origin", "HEAD:refs/heads/\(try await branch())",
      ])
    if pushed.isSuccess { return true }
    try await git(["fetch", "--quiet", "--no-tags", "--prune", "origin"])
    // Somebody else pushed meanwhile; anything else is a failure.
    guard try await tip() != before else { throw Self.program.problem(pushed) }
    return false
  }

  /// The newest commit there; `nil` when there is none.
  private func tip() async throws(CarrierProblem) -> String? {
    let name = "refs/remotes/origin/\(try await branch())"
    let found = try await Self.program.run(
      settings + inside + ["rev-parse", "--verify", "--quiet", name])
    return found.isSuccess ? text(found) : nil
  }

  /// The branch that the repository shows first.
  private func branch() async throws(CarrierProblem) -> String {
    let head = try await Self.program.run(
      settings + inside + ["symbolic-ref", "--quiet", "--short", "refs/remotes/origin/HEAD"])
    guard head.isSuccess, let name = text(head).split(separator: "/", maxSplits: 1).last else {
      return Self.branch
    }
    return String(name)
  }

  private var isClone: Bool {
    guard let folder = try? Folder(clone) else { return false }
    return folder.holds(".git")
  }

  /// What the person's own settings shall not change.
  private var settings: [String] {
    [
      "user.name=\(Self.author)", "user.email=\(Self.address)", "commit.gpgSign=false",
      "core.autocrlf=false", "core.hooksPath=/dev/null", "core.symlinks=false",
      "init.defaultBranch=\(Self.branch)", "gc.auto=0", "advice.detachedHead=false",
    ].flatMap { ["-c", $0] }
  }

  private var inside: [String] { ["-C", clone.string] }

  @discardableResult
  private func git(_ words: [String]) async throws(CarrierProblem) -> Program.Ending {
    try await Self.program.succeed(settings + inside + words)
  }

  private func text(_ ending: Program.Ending) -> String {
    // A line of ASCII.
    String(decoding: ending.output, as: UTF8.self).filter { !$0.isNewline }
  }
}
