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

  /// What a caller's environment must not decide: which repository is meant.
  private static let program = Program(
    name: "git",
    environment: [
      "GIT_DIR": nil, "GIT_WORK_TREE": nil, "GIT_INDEX_FILE": nil, "GIT_OBJECT_DIRECTORY": nil,
      "GIT_NAMESPACE": nil, "GIT_COMMON_DIR": nil, "GIT_PREFIX": nil,
      "GIT_ALTERNATE_OBJECT_DIRECTORIES": nil, "GIT_AUTHOR_NAME": author,
      "GIT_AUTHOR_EMAIL": address, "GIT_COMMITTER_NAME": author, "GIT_COMMITTER_EMAIL": address,
      "GIT_AUTHOR_DATE": nil, "GIT_COMMITTER_DATE": nil,
      // A commit tells the time zone of who made it.
      "TZ": "UTC",
    ])
  private static let author = "cardvault"
  private static let address = "cardvault@localhost"
  private static let message = "cardvault sync"
  /// The branch in a repository that has none.
  private static let branch = "main"
  private static let spareMark = ".spare-"

  private var folder: FolderCarrier { FolderCarrier(path: clone) }

  func files() async throws(CarrierProblem) -> [CarriedFile] {
    if isClone {
      do throws(CarrierProblem) {
        try await update()
        return try folder.files()
      } catch {
        if case .programMissing = error { throw error }
      }
    }
    // None yet, or one that a stop or a crash left with locks and half-written files. All that counts is in
    // the repository and in the vault. A git that a stopped sync started may still be at work on its clone:
    // that one is left to it, and cleared away when it can be.
    sweep()
    let fresh = spare
    try await Self.program.succeed(
      settings + [
        "clone", "--quiet", "--no-checkout", "--no-tags", "--origin", "origin", "--", url,
        fresh.string,
      ])
    try rename(clone, to: spare)
    try rename(fresh, to: clone)
    sweep()
    try await update()
    return try folder.files()
  }

  /// Makes the clone what the repository is now; what an earlier sync did and did not publish is done again.
  private func update() async throws(CarrierProblem) {
    try writeAttributes()
    try await git(["fetch", "--quiet", "--no-tags", "--prune", "origin"])
    // The branch that the repository shows first may be another one by now; an empty one has none.
    _ = try await Self.program.run(settings + inside + ["remote", "set-head", "origin", "--auto"])
    if let there = try await tip() {
      try await git(["checkout", "--quiet", "--force", "-B", try await branch(), there])
    } else {
      // What an earlier sync did here and could not publish does not lie there.
      _ = try await Self.program.run(settings + inside + ["update-ref", "-d", "HEAD"])
      try await git(["read-tree", "--empty"])
    }
    try await git(["clean", "--quiet", "-d", "-x", "--force"])
  }

  /// Has git keep every byte, whatever the repository or the person's own settings say of such files.
  private func writeAttributes() throws(CarrierProblem) {
    let path = clone.appending(".git").appending("info")
    let rule = Array("* -text -filter -ident -diff -working-tree-encoding\n".utf8)
    do throws(SystemFailure) {
      try Folder.make(path)
      let folder = try Folder(path)
      try WholeFile.write(
        rule.span, to: "attributes", in: folder.descriptor, existing: .replaced, isDurable: false)
    } catch {
      throw .system(Errno(rawValue: error.code), path)
    }
  }

  /// A name beside the clone's that nobody uses.
  private var spare: FilePath {
    FilePath(clone.string + Self.spareMark + String(UInt64.random(in: 0...UInt64.max), radix: 16))
  }

  private func rename(_ path: FilePath, to other: FilePath) throws(CarrierProblem) {
    guard unsafe Glibc.rename(path.string, other.string) == 0 || errno == ENOENT else {
      throw .system(Errno(rawValue: errno), path)
    }
  }

  /// Clears away clones that are of no more use, as far as that can be done now.
  private func sweep() {
    let parent = clone.removingLastComponent().string
    guard let name = clone.lastComponent?.string,
      let names = try? FileManager.default.contentsOfDirectory(atPath: parent)
    else { return }
    for other in names where other.hasPrefix(name + Self.spareMark) {
      try? FileManager.default.removeItem(atPath: parent + "/" + other)
    }
  }

  func fetch(_ files: [StoredFile]) -> FilePath { clone }

  func send(_ files: [StoredFile], from vault: FilePath) throws(CarrierProblem) {
    try folder.send(files, from: vault)
  }

  func remove(_ files: [StoredFile]) throws(CarrierProblem) { try folder.remove(files) }

  func publish() async throws(CarrierProblem) -> Bool {
    try await git(["add", "--all", "--force"])
    let before = try await tip()
    if try await !git(["status", "--porcelain"]).output.isEmpty {
      try await git(["commit", "--quiet", "--no-verify", "--message", Self.message])
    }
    // A push that failed is made up for.
    let head = try await Self.program.run(
      settings + inside + ["rev-parse", "--verify", "--quiet", "HEAD"])
    if !head.isSuccess || text(head) == before { return true }
    try await checkWhole()
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

  /// Makes sure that git took every file: a submodule in the place of a folder swallows what is in it.
  private func checkWhole() async throws(CarrierProblem) {
    let listed = try await git(["ls-tree", "-r", "-z", "--name-only", "HEAD"]).output
    let names = Set(
      listed.split(separator: 0).map { String(decoding: $0, as: UTF8.self) })
    let missing = try folder.files().contains {
      $0.file.kind != nil && !names.contains($0.file.path)
    }
    if missing {
      throw .failed(
        program: Self.program.name,
        words: "it left out files; another repository lies in their folder")
    }
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
      "core.excludesFile=/dev/null", "core.attributesFile=/dev/null", "core.safecrlf=false",
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
