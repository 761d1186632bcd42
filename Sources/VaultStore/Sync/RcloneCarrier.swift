internal import FoundationEssentials
internal import SystemPackage

/// Carries through the rclone program to whatever that speaks: WebDAV, S3, SFTP, drives.
///
/// rclone checks sizes and, where both sides know one, hashes of what it moved. It puts some files under their
/// names before they are whole: a reader tells by the hash in the name, and the next sync mends it.
struct RcloneCarrier: Carrier {
  /// As rclone names it: `remote:path`.
  let remote: String
  /// A folder of our own for what comes and for lists.
  let staging: Staging

  private static let program = Program(
    name: "rclone", environment: ["RCLONE_ASK_PASSWORD": "false"])
  /// rclone's exit code when there is no such folder (its documentation, "Exit code").
  private static let noFolder = 3
  /// The same for a file.
  private static let noFile = 4

  private struct Item: Decodable {
    let Path: String
    let Size: Int
  }

  func files() async throws(CarrierProblem) -> [CarriedFile] {
    let ending = try await Self.program.run(
      [
        "lsjson", "--recursive", "--max-depth", "2", "--files-only", "--no-modtime",
        "--no-mimetype",
      ]
        + quiet + ["--", remote])
    if ending.code == Self.noFolder { return [] }
    guard ending.isSuccess else { throw Self.program.problem(ending) }
    guard let items = try? JSONDecoder().decode([Item].self, from: Data(ending.output)) else {
      throw .failed(program: Self.program.name, words: "its listing is no JSON")
    }
    let folders = Set(StoredKind.allCases.compactMap(\.folder))
    return items.compactMap { item in
      let parts = item.Path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      guard let name = parts.last, !VaultLayout.isPassedOver(name), VaultLayout.canBeCarried(name)
      else { return nil }
      let folder = parts.count == 2 ? parts[0] : nil
      if let folder, !folders.contains(folder) { return nil }
      return CarriedFile(file: StoredFile(folder: folder, name: name), byteCount: item.Size)
    }
  }

  func fetch(_ files: [StoredFile]) async throws(CarrierProblem) -> FilePath {
    let place = try staging.emptied()
    guard !files.isEmpty else { return place }
    // What comes may be longer than the listing said.
    let ending = try await Self.program.run(
      [
        "copy", "--no-traverse", "--max-transfer", "\(staging.room)B", "--cutoff-mode", "hard",
        "--files-from-raw", try list(files),
      ] + quiet + ["--", remote, place.string], fileByteLimit: VaultLayout.fileByteLimit)
    guard ending.isSuccess || ending.code == Self.noFile || ending.code == Self.noFolder else {
      throw Self.program.problem(ending)
    }
    return place
  }

  func send(_ files: [StoredFile], from folder: FilePath) async throws(CarrierProblem) {
    // Vault files go last, by themselves: rclone moves the others in an order of its own.
    for part in [files.filter { $0.folder != nil }, files.filter { $0.folder == nil }]
    where !part.isEmpty {
      try await Self.program.succeed(
        ["copy", "--no-traverse", "--ignore-times", "--files-from-raw", try list(part)] + quiet
          + ["--", folder.absolute.string, remote])
    }
  }

  func remove(_ files: [StoredFile]) async throws(CarrierProblem) {
    guard !files.isEmpty else { return }
    let ending = try await Self.program.run(
      ["delete", "--files-from-raw", try list(files)] + quiet + ["--", remote])
    guard ending.isSuccess || ending.code == Self.noFile || ending.code == Self.noFolder else {
      throw Self.program.problem(ending)
    }
  }

  /// Errors only, without the time of day; a server that stays silent is given up after some minutes.
  ///
  /// rclone alone waits for five minutes, and tries ten times (its documentation, "--timeout"): our measurement of a
  /// server that vanished was 19 minutes.
  private var quiet: [String] {
    [
      "--quiet", "--log-format", "", "--contimeout", "15s", "--timeout", "30s", "--retries", "2",
      "--low-level-retries", "3",
    ]
  }

  /// Writes the names down for rclone.
  private func list(_ files: [StoredFile]) throws(CarrierProblem) -> String {
    try staging.list(files.map(\.path)).string
  }
}
