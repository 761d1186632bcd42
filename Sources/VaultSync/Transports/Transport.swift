public import SystemPackage
internal import VaultFormat
internal import VaultStore

/// Moves files between a vault's folder and a sync target, without knowing their contents.
///
/// Every operation may be interrupted at any moment and repeated.
protocol Transport: Sendable {
  /// The files at the target in the places of a vault's files; empty if it does not exist yet.
  func files() async throws(TransportProblem) -> RemoteListing

  /// Fetches files.
  ///
  /// - Returns: a folder that contains them under their names at the target; files that disappeared meanwhile
  ///   are missing.
  func fetch(_ files: [StoredFile]) async throws(TransportProblem) -> FilePath

  /// Sends files from a folder, in this order; existing files of these names are replaced.
  func send(_ files: [StoredFile], from folder: FilePath) async throws(TransportProblem)

  /// Removes files at the target; files that are already gone are ignored.
  func remove(_ files: [StoredFile]) async throws(TransportProblem)

  /// Makes the changes take effect.
  ///
  /// - Returns: `false` if others were faster: nothing took effect then, and everything must be repeated.
  func publish() async throws(TransportProblem) -> Bool
}

/// The files at a target, or as many of them as are looked at.
struct RemoteListing: Sendable {
  var files: [RemoteFile] = []
  /// Whether the target has more.
  private(set) var isPartial = false

  /// An empty target.
  init() {}

  /// Bounds what a target holds.
  ///
  /// - Parameters:
  ///   - files: the files that it names.
  ///   - isCut: whether its list went on.
  ///   - limit: how many files are looked at.
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
  /// The program failed with these last words.
  case failed(program: String, words: String)
  /// Neither the folder nor its parent exists.
  case noFolder(FilePath)
  /// Something there is forbidden, full or broken.
  case system(Errno, FilePath)

  /// A failure with a file.
  init(_ error: VaultError) {
    self =
      switch error {
      case .noSpace(let path), .readOnly(let path), .permission(let path), .io(_, let path):
        .system(error.errno ?? .ioError, path)
      default: .system(.ioError, FilePath())
      }
  }

  /// Runs an operation on files; its errors become transport problems.
  static func here<Value: ~Copyable>(
    _ body: () throws(VaultError) -> Value
  ) throws(TransportProblem) -> Value {
    do { return try body() } catch { throw TransportProblem(error) }
  }
}
