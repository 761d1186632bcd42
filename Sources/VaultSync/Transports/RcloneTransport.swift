internal import SystemPackage
internal import VaultFormat
internal import VaultStore

/// Transfers files through the rclone program to anything that it supports: WebDAV, S3, SFTP, drives.
///
/// rclone checks the sizes and, if both sides know one, the hashes of what it transferred. It gives some files
/// their names before they are complete: readers notice from the hash in the name, and the next sync repairs
/// them.
struct RcloneTransport: Transport {
  /// The remote in rclone's form: `remote:path`.
  let remote: String
  /// Our own folder for received files and for lists.
  let transfers: TransferFolder

  private static let program = Program(
    name: "rclone", environment: ["RCLONE_ASK_PASSWORD": "false"])
  /// rclone's exit code if a folder does not exist (its documentation, "Exit code").
  private static let noFolder = 3
  /// The same for a missing file.
  private static let noFile = 4

  func files() async throws(TransportProblem) -> RemoteListing {
    let ending = try await Self.program.run(
      [
        "lsjson", "--recursive", "--max-depth", "2", "--files-only", "--no-modtime",
        "--no-mimetype",
      ]
        + quiet + ["--", remote], cutAt: Program.listingByteLimit)
    if ending.code == Self.noFolder { return RemoteListing() }
    guard ending.isSuccess else { throw Self.program.problem(ending) }
    guard let files = RcloneListing.files(in: ending.output, isCut: ending.isCut) else {
      throw .failed(program: Self.program.name, words: "its listing is not JSON")
    }
    return RemoteListing(files, isCut: ending.isCut)
  }

  func fetch(_ files: [StoredFile]) async throws(TransportProblem) -> FilePath {
    let place = try transfers.emptied()
    guard !files.isEmpty else { return place }
    // A received file may be longer than listed.
    let ending = try await Self.program.run(
      [
        "copy", "--no-traverse", "--max-transfer", "\(transfers.room)B", "--cutoff-mode", "hard",
        "--files-from-raw", try list(files),
      ] + quiet + ["--", remote, place.string], fileByteLimit: VaultLayout.fileByteLimit)
    guard ending.isSuccess || ending.code == Self.noFile || ending.code == Self.noFolder else {
      throw Self.program.problem(ending)
    }
    return place
  }

  func send(_ files: [StoredFile], from folder: FilePath) async throws(TransportProblem) {
    // Vault headers are sent last, separately: rclone orders files as it likes.
    for part in [files.filter { $0.folder != nil }, files.filter { $0.folder == nil }]
    where !part.isEmpty {
      try await Self.program.succeed(
        ["copy", "--no-traverse", "--ignore-times", "--files-from-raw", try list(part)] + quiet
          + ["--", folder.absolute.string, remote])
    }
  }

  func remove(_ files: [StoredFile]) async throws(TransportProblem) {
    guard !files.isEmpty else { return }
    let ending = try await Self.program.run(
      ["delete", "--files-from-raw", try list(files)] + quiet + ["--", remote])
    guard ending.isSuccess || ending.code == Self.noFile || ending.code == Self.noFolder else {
      throw Self.program.problem(ending)
    }
  }

  /// Reports only errors, without the time of day, and gives up on a silent server after a few minutes.
  ///
  /// By default rclone waits for five minutes and tries ten times (its documentation, "--timeout"): with a
  /// server that vanished, we measured 19 minutes.
  private var quiet: [String] {
    [
      "--quiet", "--log-format", "", "--contimeout", "15s", "--timeout", "30s", "--retries", "2",
      "--low-level-retries", "3",
    ]
  }

  /// Writes a list of names for rclone.
  private func list(_ files: [StoredFile]) throws(TransportProblem) -> String {
    try transfers.list(files.map(\.path)).string
  }
}
