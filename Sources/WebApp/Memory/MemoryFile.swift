internal import Sealing
internal import SystemPackage
internal import Wallet

extension UnnamedFile {
  /// A file system in memory (shm_overview(7)).
  private static let memory = "/dev/shm"

  /// An empty file for a key, which is in no file on a disk; like all memory, it may be swapped out.
  ///
  /// - Parameters:
  ///   - refusal: What is not done without it.
  ///   - advice: What to do instead.
  /// - Returns: The file, open for reading and writing.
  /// - Throws: `Failure`.
  static func inMemory(orElse refusal: String, try advice: Advice) throws(Failure) -> UnnamedFile {
    do throws(SystemFailure) {
      return try UnnamedFile("cardvault-key", in: memory)
    } catch {
      throw Failure(
        refusal, because: "\(memory) cannot be used: \(Errno(rawValue: error.code).reason)",
        try: advice, status: .unexpected)
    }
  }
}
