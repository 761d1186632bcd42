internal import Glibc
internal import Subprocess
public import SystemPackage

/// Has our own SVG rendered by fresh, sandboxed readers: one for a drawing, or one for many.
public struct PictureRenderer: Sendable {
  /// The format to render.
  public enum Output: String, Sendable, CaseIterable {
    /// A PNG picture.
    case png
    /// A PDF document.
    case pdf
  }

  /// The longest SVG that is rendered: 1 MiB; a card's sheet needs a hundredth of it, ten cards on a page a tenth.
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
  ///   - svg: The drawing, or for a PDF one for each page with form feeds between them; at most
  ///     `maximumSVGByteCount` bytes.
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

  /// The most drawings for one reader: starting it then takes less time than they do (0.1 s, and 2 ms for an icon).
  package static let maximumGroupCount = 128
  /// The most bytes of several drawings for one reader: about 30 pictures for a phone, which take 2 s.
  package static let maximumGroupByteCount = 128 << 10
  /// The most bytes that are sent to one reader.
  package static let maximumRequestByteCount =
    maximumSVGByteCount + maximumGroupCount * PartList.headerByteCount

  /// Renders SVGs to PNG, many with one reader.
  ///
  /// - Parameters:
  ///   - drawings: The drawings, each of at most `maximumSVGByteCount` bytes.
  ///   - onMissing: Called at most once, with the names of the protections that this kernel lacks.
  ///   - onPicture: Called for each picture in the order of the drawings, with its index and its bytes.
  /// - Throws: `ReaderLinkError` as `render`, and what `onPicture` throws; the pictures before were handed over.
  package func renderEach(
    of drawings: [[UInt8]], onMissing: ([String]) -> Void = { _ in },
    onPicture: (Int, [UInt8]) throws -> Void
  ) async throws {
    precondition(drawings.allSatisfy { $0.count <= Self.maximumSVGByteCount })
    let groups = PartList.groups(
      of: drawings, atMost: Self.maximumGroupCount, byteCount: Self.maximumGroupByteCount)
    for group in groups {
      var missing: [String] = []
      let pictures = try await pictures(of: group, onMissing: { missing = $0 })
      // Every reader lacks the same.
      if group.startIndex == 0, !missing.isEmpty { onMissing(missing) }
      for (index, picture) in zip(group.indices, pictures) { try onPicture(index, picture) }
    }
  }

  /// The pictures of drawings, by one reader.
  private func pictures(
    of drawings: ArraySlice<[UInt8]>, onMissing: ([String]) -> Void
  ) async throws(ReaderLinkError) -> [[UInt8]] {
    let reader = OneTimeReader(executable: executable, timeout: ReaderPool.defaultTimeout)
    let answer: [UInt8]
    do throws(ReaderLinkError) {
      answer = try await reader.answer(
        ["--render-each"], to: PartList.joined(drawings), atMost: Self.maximumOutputByteCount,
        onMissing: onMissing)
    } catch {
      switch error {
      case .broken, .timedOut: throw .notRendered
      default: throw error
      }
    }
    guard let pictures = PartList.parts(of: answer, atMost: drawings.count),
      pictures.count == drawings.count, !pictures.contains([])
    else { throw .notRendered }
    return pictures
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
