internal import Sealing
internal import Synchronization
internal import SystemPackage
internal import VaultFormat

/// Carries a pocket to a branch of a git repository, as one commit without parents: no earlier pocket stays in its history.
///
/// Other files of the branch, such as the one that names a host's domain, stay as they are.
final class GitPocketHost: PocketHost {
  private let clone: GitClone
  private let known = Mutex<Known?>(nil)

  /// The branch, and what is in it.
  private struct Known {
    var tip: GitListing.Tip
    var entries: [GitListing.Entry] = []
  }

  private static let message = "cardvault pocket"
  private static let fileMode = "100644"
  /// The id of a missing object, in a repository with ids of 40 digits.
  private static let none = String(repeating: "0", count: 40)

  init(_ address: GitAddress, clone: FilePath, transfers: TransferFolder) {
    self.clone = GitClone(
      address: address, path: clone.absolute, transfers: transfers,
      byteLimit: 2 * VaultLayout.fileByteLimit)
  }

  func names() async throws(TransportProblem) -> Set<String> {
    // Hidden ones, too: a commit without parents drops the history of whatever is in the repository.
    Set(try await state().entries.map { $0.path[0] })
  }

  func fetch(_ names: [String]) async throws(TransportProblem) -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for entry in try await state().entries where entry.isFile && names.contains(entry.path[0]) {
      guard entry.byteCount <= VaultLayout.fileByteLimit else { continue }
      files[entry.path[0]] = try await clone.succeed(["cat-file", "blob", entry.id]).output
    }
    return files
  }

  func put(_ names: [String], from folder: FilePath) async throws(TransportProblem) {
    let tip = try await state().tip
    let list = try clone.transfers.list(names)
    let written = try await clone.succeed(
      ["hash-object", "-w", "--no-filters", "--stdin-paths"], in: folder, input: list)
    let ids = String(decoding: written.output, as: UTF8.self).split(whereSeparator: \.isNewline)
    guard ids.count == names.count else { throw clone.problem("it left out files") }
    try await push(zip(names, ids).map { "\(Self.fileMode) \($1)\t\($0)" }, onto: tip)
  }

  func remove(_ names: [String]) async throws(TransportProblem) {
    let tip = try await state().tip
    guard tip.commit != nil else { return }
    try await push(names.map { "0 \(Self.none)\t\($0)" }, onto: tip)
  }

  /// Fetches the branch, once.
  private func state() async throws(TransportProblem) -> Known {
    if let known = known.withLock(\.self) { return known }
    if let name = clone.address.unlimitedProtocol {
      throw .failed(
        program: "git", words: "\(name) is not allowed here: use ssh, https, http or a path")
    }
    var found = Known(tip: try await clone.tip())
    // Nothing in it is needed from one time to the next.
    try await clone.make()
    if let commit = found.tip.commit {
      let fetched = try await clone.fetch(found.tip.branch, at: commit)
      let listed = try await clone.succeed(
        ["ls-tree", "-l", "-z", fetched], cutAt: Program.listingByteLimit)
      found.tip.commit = fetched
      found.entries = GitListing.entries(in: listed.output, isCut: listed.isCut)
    }
    known.withLock { [found] in $0 = found }
    return found
  }

  /// Replaces the branch by one commit with these changes; git refuses if somebody else changed it meanwhile.
  private func push(
    _ lines: [String], onto tip: GitListing.Tip
  ) async throws(TransportProblem) {
    try await clone.succeed(["read-tree", tip.commit ?? "--empty"])
    try await clone.succeed(
      ["update-index", "-z", "--index-info"],
      input: try clone.transfers.list(lines, endedBy: "\0"))
    let tree = try await clone.succeed(["write-tree", "--missing-ok"]).line
    let commit = try await clone.succeed(
      ["commit-tree", "--no-gpg-sign", "-m", Self.message, tree]
    ).line
    let branch = GitListing.branches + tip.branch
    try await clone.succeed(
      [
        "push", "--quiet", "--no-verify", "--force-with-lease=\(branch):\(tip.commit ?? "")",
        GitClone.remote, "\(commit):\(branch)",
      ], with: clone.connection)
    known.withLock { $0 = nil }
  }
}
