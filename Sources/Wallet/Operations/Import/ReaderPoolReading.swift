internal import Cards
internal import Glibc
package import ReaderLink

extension ReaderPool {
  /// Reads pictures with one reader process per processor, using the reader executable next to our own.
  ///
  /// - Parameters:
  ///   - sources: Where the pictures are; each is loaded only when a reader is free.
  ///   - request: What to look for.
  ///   - onMissing: Called at most once, before any outcome, with the names of the protections that
  ///     this kernel lacks.
  ///   - onOutcome: Called once for each picture, in the order given, with its index in `sources`; meanwhile no work
  ///     is shown.
  /// - Throws: `ReaderLinkError`, and what `onOutcome` throws.
  package static func readEach(
    of sources: [PictureSource], _ request: ReadRequest = .init(), onMissing: ([String]) -> Void,
    onOutcome: (Int, PictureOutcome) async throws -> Void
  ) async throws {
    let pool = ReaderPool(
      executable: try readerBesideExecutable(),
      readerCount: max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    let isOneFile = sources.count == 1
    let work = WorkMeter.begin(.photos, count: isOneFile ? 0 : sources.count)
    defer { work.end() }
    try await pool.read(sources, request, onMissing: onMissing) { index, outcome in
      WorkMeter.current?.pause()
      defer { WorkMeter.current?.resume() }
      try await onOutcome(index, outcome)
      if !isOneFile { work.advance() }
    }
    if isOneFile { work.expect(0) }
  }
}
