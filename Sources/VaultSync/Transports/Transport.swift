public import SystemPackage
internal import VaultFormat
internal import VaultStore

/// Moves files between a vault's folder and a sync target; knows nothing of what is in them.
///
/// Whatever it does may be stopped at any moment and done again.
protocol Transport: Sendable {
  /// What is at the target in the places that a vault's files have; nothing when it is not there yet.
  func files() async throws(TransportProblem) -> [RemoteFile]

  /// Brings files here.
  ///
  /// - Returns: a folder in which they lie under the names that they have at the target; one that went
  ///   away meanwhile is missing.
  func fetch(_ files: [StoredFile]) async throws(TransportProblem) -> FilePath

  /// Puts files of a folder there, in this order; what is there under their names is replaced.
  func send(_ files: [StoredFile], from folder: FilePath) async throws(TransportProblem)

  /// Removes files there; one that is gone already is no failure.
  func remove(_ files: [StoredFile]) async throws(TransportProblem)

  /// Makes what was done count.
  ///
  /// - Returns: `false` when others were faster: then nothing counts, and all is to be done again.
  func publish() async throws(TransportProblem) -> Bool
}

extension Transport {
  func publish() async throws(TransportProblem) -> Bool { true }
}

/// Why a transport could not do its work.
public enum TransportProblem: Error, Sendable, Hashable {
  /// The program that does it is not installed.
  case programMissing(String)
  /// The program failed; in its last words.
  case failed(program: String, words: String)
  /// The folder is not there, nor is the one above it.
  case noFolder(FilePath)
  /// Something there forbids it, is full, or broke.
  case system(Errno, FilePath)

  /// What went wrong with a file.
  init(_ error: VaultError) {
    self =
      switch error {
      case .noSpace(let path), .readOnly(let path), .permission(let path), .io(_, let path):
        .system(error.errno ?? .ioError, path)
      default: .system(.ioError, FilePath())
      }
  }

  /// Does something with files, as far as they let us.
  static func here<Value: ~Copyable>(
    _ body: () throws(VaultError) -> Value
  ) throws(TransportProblem) -> Value {
    do { return try body() } catch { throw TransportProblem(error) }
  }
}
