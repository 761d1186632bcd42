public import SystemPackage
internal import VaultFormat
internal import VaultStore

/// Moves files between a vault's folder and a sync target, without knowing their contents.
///
/// Every operation may be interrupted at any moment and repeated.
protocol Transport: Sendable {
  /// The files at the target that may be a vault's; empty if it does not exist yet.
  func files() async throws(TransportProblem) -> RemoteListing

  /// Fetches files.
  ///
  /// - Returns: a folder with the files under their names at the target, without those that have disappeared.
  func fetch(_ files: [StoredFile]) async throws(TransportProblem) -> FilePath

  /// Sends files from a folder in this order, replacing existing files with these names.
  func send(_ files: [StoredFile], from folder: FilePath) async throws(TransportProblem)

  /// Removes files at the target, ignoring those that are gone.
  func remove(_ files: [StoredFile]) async throws(TransportProblem)

  /// Makes the changes take effect.
  ///
  /// - Returns: `false` if others were faster, so that nothing took effect and everything must be repeated.
  func publish() async throws(TransportProblem) -> Bool
}

/// The files at a target, up to a limit.
struct RemoteListing: Sendable {
  var files: [RemoteFile] = []
  /// Whether the target has more.
  private(set) var isPartial = false

  init() {}

  /// Limits the files; `isCut` means that the target has more than these.
  init(_ files: [RemoteFile], isCut: Bool, limit: Int = VaultLayout.nameLimit) {
    self.files = VaultListing.bounded(files, to: limit, at: \.file)
    isPartial = isCut || files.count > limit
  }
}

extension Transport {
  func publish() async throws(TransportProblem) -> Bool { true }
}

/// Why a transport failed.
public enum TransportProblem: Error, Sendable, Hashable {
  /// The required program is not installed.
  case programMissing(String)
  /// The program failed with this message.
  case failed(program: String, words: String)
  /// Neither the folder nor its parent exists.
  case noFolder(FilePath)
  /// Something there is forbidden, full or broken.
  case system(Errno, FilePath)

  init(_ error: VaultError) {
    self =
      switch error {
      case .noSpace(let path), .readOnly(let path), .permission(let path), .io(_, let path):
        .system(error.errno ?? .ioError, path)
      default: .system(.ioError, FilePath())
      }
  }

  /// Runs an operation on files; errors become transport problems.
  static func here<Value: ~Copyable>(
    _ body: () throws(VaultError) -> Value
  ) throws(TransportProblem) -> Value {
    do { return try body() } catch { throw TransportProblem(error) }
  }
}
