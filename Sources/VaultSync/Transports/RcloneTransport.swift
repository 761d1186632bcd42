internal import FoundationEssentials
internal import SystemPackage
internal import VaultFormat
internal import VaultStore

/// Transfers files through the rclone program to anything that it supports: WebDAV, S3, SFTP, drives.
///
/// rclone checks the sizes of what it transferred, and the hashes if both sides know them. It names some files
/// before they are complete: the hash in the name reveals that to readers, and the next sync repairs such a file.
struct RcloneTransport: Transport {
  /// The remote in rclone's form: `remote:path`.
  let remote: String
  /// The folder for received files and lists.
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

  /// The names of all files and folders right at the remote; empty if it does not exist yet.
  func names() async throws(TransportProblem) -> [String] {
    let ending = try await Self.program.run(
      ["lsjson", "--max-depth", "1", "--no-modtime", "--no-mimetype"] + quiet + ["--", remote],
      cutAt: Program.listingByteLimit)
    if ending.code == Self.noFolder { return [] }
    guard ending.isSuccess else { throw Self.program.problem(ending) }
    guard let names = RcloneListing.names(in: ending.output, isCut: ending.isCut) else {
      throw .failed(program: Self.program.name, words: "its listing is not JSON")
    }
    return names
  }

  func fetch(_ files: [StoredFile]) async throws(TransportProblem) -> FilePath {
    let incoming = try transfers.emptied()
    guard !files.isEmpty else { return incoming }
    // A received file may be longer than listed.
    let ending = try await Self.program.run(
      [
        "copy", "--no-traverse", "--max-transfer", "\(transfers.room)B", "--cutoff-mode", "hard",
        "--files-from-raw", try list(files),
      ] + quiet + ["--", remote, incoming.string], fileByteLimit: VaultLayout.fileByteLimit)
    guard ending.isSuccess || ending.code == Self.noFile || ending.code == Self.noFolder else {
      throw Self.program.problem(ending)
    }
    return incoming
  }

  func send(_ files: [StoredFile], from folder: FilePath) async throws(TransportProblem) {
    // Headers go last and separately, as rclone sends files in any order.
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

  /// Makes rclone report only errors, without the time, and give up on a silent server after a few minutes.
  ///
  /// By default, it waits for five minutes and tries ten times (its documentation, "--timeout"): 19 minutes for a
  /// server that vanished (our measurement).
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

/// Parses what `rclone lsjson` prints about a remote, whose server can state any names and lengths.
enum RcloneListing {
  private struct Item: Decodable {
    let Path: String
    let Size: Int
  }

  /// The files that may be a vault's; `nil` if the output is not such a list.
  ///
  /// rclone prints each file on a line; if the output was cut, the last line may be incomplete.
  static func files(in output: [UInt8], isCut: Bool = false) -> [RemoteFile]? {
    let whole = isCut ? closed(output) : output
    guard let items = try? JSONDecoder().decode([Item].self, from: Data(whole)) else { return nil }
    return items.compactMap { item in
      // By bytes, as a slash with a combining mark is another character.
      let parts = Array(item.Path.utf8).split(
        separator: UInt8(ascii: "/"), omittingEmptySubsequences: false
      ).map { String(decoding: $0, as: UTF8.self) }
      guard let name = parts.last, parts.count <= 2,
        parts.allSatisfy(VaultLayout.canBeCarried), !VaultLayout.isPassedOver(name)
      else { return nil }
      let folder = parts.count == 2 ? parts[0] : nil
      if let folder, !StoredKind.isFolder(folder) { return nil }
      // Clamped so that sums of lengths do not overflow.
      let byteCount = max(-1, min(item.Size, VaultLayout.fileByteLimit + 1))
      return RemoteFile(file: StoredFile(folder: folder, name: name), byteCount: byteCount)
    }
  }

  /// The paths as rclone states them; `nil` if the output is not such a list.
  static func names(in output: [UInt8], isCut: Bool) -> [String]? {
    let whole = isCut ? closed(output) : output
    return (try? JSONDecoder().decode([Item].self, from: Data(whole)))?.map(\.Path)
  }

  /// The list without its last line; the opening bracket has its own line.
  private static func closed(_ output: [UInt8]) -> [UInt8] {
    let lines = output.split(separator: UInt8(ascii: "\n")).dropFirst().dropLast()
    var whole = Array("[".utf8) + lines.joined()
    if whole.last == UInt8(ascii: ",") { whole.removeLast() }
    return whole + Array("]".utf8)
  }
}
