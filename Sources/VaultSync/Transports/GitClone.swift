internal import FoundationEssentials
internal import Sealing
internal import SystemPackage
internal import VaultFormat
internal import VaultStore

/// Our own bare clone of the repository to sync with, and the git that works on it.
///
/// It has no work tree, and git does not write the files. So settings of the person or the repository for
/// checkouts, line ends, filters, submodules or ignored files do not apply; remaining ones are overridden here
/// individually. Other settings must stay: they hold credentials, proxies and URLs, and a git at the other end
/// of a path reads them too, without knowing ours.
struct GitClone: Sendable {
  let address: GitAddress
  let path: FilePath
  let transfers: TransferFolder
  /// The most bytes that the repository may send.
  var byteLimit = Self.usualByteLimit

  /// The name of the remote in the settings of each call; the clone's own settings contain none.
  static let remote = "cardvault"
  /// The last commit that was fetched.
  private static let fetched = "refs/cardvault/there"
  /// The most bytes that a repository may send: 4 GiB.
  ///
  /// A vault of 5,000 photos of 300 KB has 1.5 GB, and its history less than twice that.
  static let usualByteLimit = 4 << 30
  private static let author = "cardvault"
  private static let authorAddress = "cardvault@localhost"

  private var program: Program {
    var environment: [String: String?] = [
      // A caller's environment must not decide which repository is used.
      "GIT_DIR": nil, "GIT_WORK_TREE": nil, "GIT_INDEX_FILE": nil, "GIT_OBJECT_DIRECTORY": nil,
      "GIT_NAMESPACE": nil, "GIT_COMMON_DIR": nil, "GIT_PREFIX": nil, "GIT_QUARANTINE_PATH": nil,
      "GIT_ALTERNATE_OBJECT_DIRECTORIES": nil, "GIT_SHALLOW_FILE": nil, "GIT_GRAFT_FILE": nil,
      "GIT_NO_REPLACE_OBJECTS": "1", "GIT_AUTHOR_NAME": Self.author,
      "GIT_AUTHOR_EMAIL": Self.authorAddress, "GIT_COMMITTER_NAME": Self.author,
      "GIT_COMMITTER_EMAIL": Self.authorAddress, "GIT_AUTHOR_DATE": nil, "GIT_COMMITTER_DATE": nil,
      // A commit would reveal the time zone.
      "TZ": "UTC",
    ]
    for (name, value) in address.environment { environment[name] = value }
    return Program(name: "git", environment: environment)
  }

  /// Settings that the person's own must not override.
  private static let settings = [
    "core.hooksPath=/dev/null", "core.fsmonitor=false", "core.untrackedCache=false",
    "core.splitIndex=false", "core.sparseCheckout=false", "core.sharedRepository=umask",
    "core.logAllRefUpdates=false", "index.sparse=false", "i18n.commitEncoding=UTF-8",
    "submodule.recurse=false", "fetch.recurseSubmodules=false", "fetch.prune=false",
    "fetch.pruneTags=false", "fetch.writeCommitGraph=false", "fetch.fsckObjects=false",
    "transfer.fsckObjects=false", "transfer.bundleURI=false", "push.recurseSubmodules=no",
    "push.gpgSign=false", "push.followTags=false", "push.pushOption=", "push.negotiate=false",
    "gc.auto=0", "maintenance.auto=false",
    // Everything received goes into one file, whose length can be limited.
    "fetch.unpackLimit=1",
  ]

  /// Runs git on the clone.
  func run(
    _ words: [String], in folder: FilePath? = nil, input: FilePath? = nil, besides: [String] = [],
    fileByteLimit: Int? = nil, cutAt cut: Int? = nil
  ) async throws(TransportProblem) -> Program.Ending {
    let settings = (Self.settings + besides).flatMap { ["-c", $0] }
    let place = folder.map { ["-C", $0.absolute.string] } ?? []
    var program = program
    if !besides.isEmpty { program.environment.merge(try await GitTimeout.settings()) { $1 } }
    return try await program.run(
      place + ["--git-dir", path.string] + settings + words, input: input,
      fileByteLimit: fileByteLimit, cutAt: cut)
  }

  /// Runs git on the clone, and treats any exit code but 0 as a failure.
  @discardableResult
  func succeed(
    _ words: [String], in folder: FilePath? = nil, input: FilePath? = nil, besides: [String] = [],
    cutAt cut: Int? = nil
  ) async throws(TransportProblem) -> Program.Ending {
    let ending = try await run(words, in: folder, input: input, besides: besides, cutAt: cut)
    guard ending.isSuccess else { throw problem(ending) }
    return ending
  }

  /// A failure in git's own words.
  func problem(_ ending: Program.Ending) -> TransportProblem { program.problem(ending) }

  /// A failure in our words.
  func problem(_ words: String) -> TransportProblem { .failed(program: program.name, words: words) }

  /// The settings that define the repository in a call that contacts it.
  var connection: [String] { ["remote.\(Self.remote).url=\(address.url)"] + address.settings }

  /// Makes an empty clone, replacing any existing one.
  func make() async throws(TransportProblem) {
    // A git process of an interrupted sync may still be using the old one.
    let aside = path.string + ".\(UInt64.random(in: 0 ... .max))"
    try? FileManager.default.moveItem(atPath: path.string, toPath: aside)
    try? FileManager.default.removeItem(atPath: aside)
    try await succeed([
      "init", "--quiet", "--bare", "--template=", "--initial-branch=main", "--object-format=sha1",
    ])
  }

  /// Whether there is a clone, which may be broken.
  var exists: Bool {
    guard let folder = try? Folder(path) else { return false }
    return folder.holds("HEAD")
  }

  /// Fetches a branch, excluding files longer than a vault's may be if the repository supports that.
  ///
  /// - Returns: its newest commit.
  func fetch(_ branch: String, at commit: String) async throws(TransportProblem) -> String {
    let known = try await run(["rev-parse", "--verify", "--quiet", Self.fetched + "^{commit}"])
    if known.isSuccess, known.line == commit { return commit }
    let limit = max(0, min(byteLimit, transfers.room) - packs.reduce(0) { $0 + $1.byteCount })
    let name = "remote.\(Self.remote)"
    // Set for this call only, so that no other one tries to fetch the missing files.
    let filter = [
      "\(name).promisor=true",
      "\(name).partialCloneFilter=blob:limit=\(VaultLayout.fileByteLimit + 1)",
    ]
    var ending: Program.Ending?
    for besides in [filter, []] where !(ending?.isSuccess ?? false) {
      ending = try await run(
        [
          "fetch", "--quiet", "--no-tags", "--no-write-fetch-head", Self.remote,
          "+refs/heads/\(branch):\(Self.fetched)",
        ], besides: connection + besides, fileByteLimit: limit)
      let isCutShort = packs.contains {
        $0.isTemporary && $0.byteCount / Program.blockByteCount == limit / Program.blockByteCount
      }
      removeTemporaries()
      if isCutShort {
        throw problem("it was stopped after \(limit >> 20) MiB, so that it cannot fill the disk")
      }
    }
    if let ending, !ending.isSuccess { throw problem(ending) }
    return try await succeed(["rev-parse", "--verify", "--quiet", Self.fetched]).line
  }

  /// Removes leftovers of an interrupted git; the caller knows that no other one is needed here.
  func removeTemporaries() {
    let objects = path.appending("objects")
    let inner = (try? Folder(objects).names()) ?? []
    for place in [path, path.appending("refs/cardvault")] + inner.map({ objects.appending($0) }) {
      guard let folder = try? Folder(place), let names = try? folder.names() else { continue }
      for name in names where name.hasSuffix(".lock") || name.hasPrefix("tmp_") {
        _ = folder.remove(StoredFile(folder: nil, name: name))
      }
    }
  }

  /// The packs and temporary files that hold what was fetched.
  private var packs: [(isTemporary: Bool, byteCount: Int)] {
    let place = path.appending("objects/pack")
    guard let folder = try? Folder(place), let names = try? folder.names() else { return [] }
    return names.map { name in
      (name.hasPrefix("tmp_"), folder.byteCount(of: StoredFile(folder: nil, name: name)))
    }
  }
}
