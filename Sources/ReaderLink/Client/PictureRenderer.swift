internal import Glibc
internal import Subprocess
public import SystemPackage

/// Has our own SVG rendered by one fresh, sandboxed reader that is used once.
public struct PictureRenderer: Sendable {
  /// The format to render.
  public enum Output: String, Sendable, CaseIterable {
    /// A PNG picture.
    case png
    /// A PDF document of one page.
    case pdf
  }

  /// The longest SVG that is rendered: 1 MiB; a card's sheet needs a hundredth of it.
  public static let maximumSVGByteCount = 1 << 20
  /// The longest result that is accepted: 16 MiB.
  public static let maximumOutputByteCount = 16 << 20

  private let executable: FilePath

  /// Makes a renderer.
  ///
  /// - Parameter executable: The reader's executable; see `ReaderPool.readerBesideExecutable()`.
  public init(executable: FilePath) {
    self.executable = executable
  }

  /// Renders an SVG.
  ///
  /// - Parameters:
  ///   - svg: The drawing, at most `maximumSVGByteCount` bytes.
  ///   - output: The format to render.
  ///   - onMissing: Called at most once, with the names of the protections that this kernel lacks, such as
  ///     Landlock.
  /// - Returns: The picture's or document's bytes.
  /// - Throws: `ReaderLinkError` (`.notRendered` when the reader did not deliver it in time, `.otherVersion`,
  ///   `.readerUnusable`).
  public func render(
    _ svg: [UInt8], as output: Output, onMissing: ([String]) -> Void = { _ in }
  ) async throws(ReaderLinkError) -> [UInt8] {
    precondition(svg.count <= Self.maximumSVGByteCount)
    let drawing = try Self.pipe(holding: svg)
    defer { try? drawing.close() }
    let rendering = Task {
      try await ProgramVersion.check(readerAt: executable)
      let result = try await run(
        .path(executable), arguments: ["--render", output.rawValue],
        environment: .custom([:] as [Environment.Key: String]), workingDirectory: "/",
        input: .fileDescriptor(drawing, closeAfterSpawningProcess: false),
        output: .bytes(limit: Self.maximumOutputByteCount),
        error: .bytes(limit: OneTimeReader.errorByteLimit))
      return (
        status: result.terminationStatus, bytes: result.standardOutput,
        missing: ProtectionNotice.names(in: result.standardError)
      )
    }
    // Cancelling kills the reader.
    let timer = Task {
      try await Task.sleep(for: ReaderPool.defaultTimeout)
      rendering.cancel()
    }
    defer { timer.cancel() }
    let result = await rendering.result
    guard case .success(let ending) = result else {
      if !rendering.isCancelled, case .failure(let error as ReaderLinkError) = result {
        throw error
      }
      throw .notRendered
    }
    if !ending.missing.isEmpty { onMissing(ending.missing) }
    guard ending.status.isSuccess, !ending.bytes.isEmpty else { throw .notRendered }
    return ending.bytes
  }

  /// The default capacity of a pipe (pipe(7), on machines with pages of 4 KiB).
  private static let pipeByteCount = 64 << 10
  /// `F_SETPIPE_SZ` (fcntl(2)), which Glibc hides; every user may set 1 MiB (pipe(7), pipe-max-size).
  private static let setPipeSize: Int32 = 1_031

  /// The reading end of a pipe that already holds the whole drawing, so that a reader that exits early does no harm.
  private static func pipe(holding svg: [UInt8]) throws(ReaderLinkError) -> FileDescriptor {
    let pipe = try OneTimeReader.pipe()
    defer { try? pipe.writing.close() }
    let fits =
      svg.count <= pipeByteCount
      || fcntl(pipe.writing.rawValue, setPipeSize, Int32(maximumSVGByteCount)) >= svg.count
    do {
      guard fits else { throw ReaderLinkError.notRendered }
      try pipe.writing.writeAll(svg)
    } catch {
      try? pipe.reading.close()
      throw .notRendered
    }
    return pipe.reading
  }
}
