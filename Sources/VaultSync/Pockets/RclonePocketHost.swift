internal import SystemPackage
internal import VaultFormat

/// Carries a pocket through rclone, as a vault's files are.
struct RclonePocketHost: PocketHost {
  private let transport: RcloneTransport

  init(remote: String, transfers: TransferFolder) {
    transport = RcloneTransport(remote: remote, transfers: transfers)
  }

  func names() async throws(TransportProblem) -> Set<String> {
    Set(try await transport.names().filter { !Self.isHidden($0) })
  }

  func fetch(_ names: [String]) async throws(TransportProblem) -> [String: [UInt8]] {
    try Self.read(names, in: try await transport.fetch(Self.files(names)))
  }

  func put(_ names: [String], from folder: FilePath) async throws(TransportProblem) {
    try await transport.send(Self.files(names), from: folder)
  }

  func remove(_ names: [String]) async throws(TransportProblem) {
    try await transport.remove(Self.files(names))
  }

  private static func files(_ names: [String]) -> [StoredFile] {
    names.map { StoredFile(folder: nil, name: $0) }
  }
}
