internal import FoundationEssentials
internal import Glibc
internal import Sealing
internal import SystemPackage
internal import VaultFormat
internal import VaultStore

/// A bare clone of the repository to sync with, and the git that works on it.
///
/// It has no work tree, and git does not write the files, so that settings for checkouts, line ends, filters,
/// submodules and ignored files do not apply; other harmful settings are overridden one by one. The rest must stay:
/// they hold credentials, proxies and URLs, and a git at the other end of a path reads them without knowing ours.
struct GitClone: Sendable {
  let address: GitAddress
  let path: FilePath
  let transfers: TransferFolder
  /// How many bytes the repository may send.
  var byteLimit = Self.usualByteLimit

  /// The name of the remote in each call's settings; the clone's settings contain no remote.
  static let remote = "cardvault"
  /// The last commit that was fetched.
  static let fetched = "refs/cardvault/there"
  /// 4 GiB: a vault of 5,000 photos of 300 KB has 1.5 GB, and its history less than twice that.
  static let usualByteLimit = 4 << 30
  private static let author = "cardvault"
  private static let authorAddress = "cardvault@localhost"

  private var program: Program {
    var environment: [String: String?] = [
      // The caller's environment must not choose the repository.
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
    _ words: [String], in folder: FilePath? = nil, input: FilePath? = nil,
    with extra: [String] = [],
    fileByteLimit: Int? = nil, cutAt cut: Int? = nil
  ) async throws(TransportProblem) -> Program.Ending {
    let settings = (Self.settings + extra).flatMap { ["-c", $0] }
    let directory = folder.map { ["-C", $0.absolute.string] } ?? []
    var program = program
    if !extra.isEmpty { program.environment.merge(try await GitTimeout.settings()) { $1 } }
    return try await program.run(
      directory + ["--git-dir", path.string] + settings + words, input: input,
      fileByteLimit: fileByteLimit, cutAt: cut)
  }

  /// Runs git on the clone; any exit code but 0 is a failure.
  @discardableResult
  func succeed(
    _ words: [String], in folder: FilePath? = nil, input: FilePath? = nil,
    with extra: [String] = [],
    cutAt cut: Int? = nil
  ) async throws(TransportProblem) -> Program.Ending {
    let ending = try await run(words, in: folder, input: input, with: extra, cutAt: cut)
    guard ending.isSuccess else { throw problem(ending) }
    return ending
  }

  /// A failure in git's own words.
  func problem(_ ending: Program.Ending) -> TransportProblem { program.problem(ending) }

  /// A failure in our words.
  func problem(_ words: String) -> TransportProblem { .failed(program: program.name, words: words) }

  /// The settings for a call that contacts the repository.
  var connection: [String] { ["remote.\(Self.remote).url=\(address.url)"] + address.settings }

  /// Makes an empty clone, replacing an existing one.
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

  /// The repository's branch to use, and its newest commit.
  func tip() async throws(TransportProblem) -> GitListing.Tip {
    let listed = try await succeed(
      ["ls-remote", "--symref", Self.remote, "HEAD", GitListing.branches + "*"], with: connection)
    return GitListing.tip(in: listed.output)
  }

  /// Fetches a branch, without files that are too long for a vault if the repository supports that.
  ///
  /// - Returns: its newest commit.
  func fetch(_ branch: String, at commit: String) async throws(TransportProblem) -> String {
    let known = try await run(["rev-parse", "--verify", "--quiet", Self.fetched + "^{commit}"])
    if known.isSuccess, known.line == commit { return commit }
    let limit = max(0, min(byteLimit, transfers.room) - packs.reduce(0) { $0 + $1.byteCount })
    let name = "remote.\(Self.remote)"
    // Only for this call, so that no other one tries to fetch the missing files.
    let filter = [
      "\(name).promisor=true",
      "\(name).partialCloneFilter=blob:limit=\(VaultLayout.fileByteLimit + 1)",
    ]
    var ending: Program.Ending?
    for extra in [filter, []] where !(ending?.isSuccess ?? false) {
      ending = try await run(
        [
          "fetch", "--quiet", "--no-tags", "--no-write-fetch-head", Self.remote,
          "+refs/heads/\(branch):\(Self.fetched)",
        ], with: connection + extra, fileByteLimit: limit)
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

  /// Removes leftovers of an interrupted git; the caller knows that no other git is running here.
  func removeTemporaries() {
    let objects = path.appending("objects")
    let inner = (try? Folder(objects).names()) ?? []
    for inside in [path, path.appending("refs/cardvault")] + inner.map({ objects.appending($0) }) {
      guard let folder = try? Folder(inside), let names = try? folder.names() else { continue }
      for name in names where name.hasSuffix(".lock") || name.hasPrefix("tmp_") {
        _ = folder.remove(StoredFile(folder: nil, name: name))
      }
    }
  }

  /// The packs and temporary files that hold what was fetched.
  private var packs: [(isTemporary: Bool, byteCount: Int)] {
    guard let folder = try? Folder(path.appending("objects/pack")), let names = try? folder.names()
    else { return [] }
    return names.map { name in
      (name.hasPrefix("tmp_"), folder.byteCount(of: StoredFile(folder: nil, name: name)))
    }
  }
}

/// Makes git give up on a silent server, for which it would otherwise wait forever.
///
/// A person's own values, in the environment or in git's settings, stay.
enum GitTimeout {
  /// In seconds, as for rclone with its retries; a busy server sends something every five (git's documentation,
  /// "uploadpack.keepAlive" and "receive.keepAlive").
  private static let maxSeconds = 120
  /// `ssh` contacts a silent server four times before it gives up (ssh_config(5)), but waits for the greeting once.
  private static let ssh =
    "ssh -o ConnectTimeout=30 -o ServerAliveInterval=\(maxSeconds / 4) -o ServerAliveCountMax=4"

  /// Additions to git's environment.
  static func settings() async throws(TransportProblem) -> [String: String?] {
    // Not in the current folder, which may be another repository.
    let settled = try await Program(name: "git").run([
      "-C", "/", "config", "--name-only", "--get-regexp",
      #"^(core\.sshcommand|http\.(.*\.)?lowspeed(limit|time))$"#,
    ])
    let names = String(decoding: settled.output, as: UTF8.self).split(separator: "\n")
    var settings: [String: String?] = [:]
    if !names.contains("core.sshcommand"), isUnset("GIT_SSH_COMMAND"), isUnset("GIT_SSH") {
      settings["GIT_SSH_COMMAND"] = ssh
    }
    if !names.contains(where: { $0.hasPrefix("http.") }) {
      // Fewer than this many bytes per second for this long.
      if isUnset("GIT_HTTP_LOW_SPEED_LIMIT") { settings["GIT_HTTP_LOW_SPEED_LIMIT"] = "1" }
      if isUnset("GIT_HTTP_LOW_SPEED_TIME") {
        settings["GIT_HTTP_LOW_SPEED_TIME"] = "\(maxSeconds)"
      }
    }
    return settings
  }

  private static func isUnset(_ name: String) -> Bool { unsafe getenv(name) == nil }
}
