public import SystemPackage

/// A file at a sync target, as its name and length say.
struct CarriedFile: Sendable, Hashable {
  let file: StoredFile
  /// Negative where the target does not tell.
  let byteCount: Int

  /// Whether it has another length than a file here.
  func differs(from other: Int) -> Bool { byteCount >= 0 && byteCount != other }
}

/// Moves files between a vault's folder and a sync target; knows nothing of what is in them.
///
/// Whatever it does may be stopped at any moment and done again.
protocol Carrier: Sendable {
  /// What is at the target in the places that a vault's files have; nothing when it is not there yet.
  func files() async throws(CarrierProblem) -> [CarriedFile]

  /// Brings files here.
  ///
  /// - Returns: a folder in which they lie under the names that they have at the target; one that went
  ///   away meanwhile is missing.
  func fetch(_ files: [StoredFile]) async throws(CarrierProblem) -> FilePath

  /// Puts files of a folder there, in this order; what is there under their names is replaced.
  func send(_ files: [StoredFile], from folder: FilePath) async throws(CarrierProblem)

  /// Removes files there; one that is gone already is no failure.
  func remove(_ files: [StoredFile]) async throws(CarrierProblem)

  /// Makes what was done count.
  ///
  /// - Returns: `false` when others were faster: then nothing counts, and all is to be done again.
  func publish() async throws(CarrierProblem) -> Bool
}

extension Carrier {
  func publish() async throws(CarrierProblem) -> Bool { true }
}

/// Why a carrier could not do its work.
public enum CarrierProblem: Error, Sendable, Hashable {
  /// The program that does it is not installed.
  case programMissing(String)
  /// The program failed; in its last words.
  case failed(program: String, words: String)
  /// The folder is not there, nor is the one above it.
  case noFolder(FilePath)
  /// Something there forbids it, is full, or broke.
  case system(Errno, FilePath)
}
