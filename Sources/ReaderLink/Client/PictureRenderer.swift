public import SystemPackage

/// Renders our own SVG in fresh, sandboxed readers: one for a drawing, or one for many.
public struct PictureRenderer: Sendable {
  /// The format to render.
  public enum Output: String, Sendable, CaseIterable {
    /// A PNG picture.
    case png
    /// A PDF document.
    case pdf
  }

  /// The longest SVG: 1 MiB; a card's sheet needs a hundredth of it, a page of ten cards a tenth.
  public static let maxSVGByteCount = 1 << 20
  /// The longest result that is accepted: 16 MiB.
  public static let maxOutputByteCount = 16 << 20

  private let reader: OneTimeReader

  /// Makes a renderer.
  ///
  /// - Parameter executable: The reader's executable; see `ReaderPool.readerBesideExecutable()`.
  public init(executable: FilePath) {
    reader = OneTimeReader(executable: executable, timeout: ReaderPool.defaultTimeout)
  }

  /// Renders an SVG.
  ///
  /// - Parameters:
  ///   - svg: The drawing, or for a PDF one for each page with form feeds between them; at most
  ///     `maxSVGByteCount` bytes.
  ///   - output: The format to render.
  ///   - onMissing: Called at most once, with the names of the protections that this kernel lacks, such as
  ///     Landlock.
  /// - Returns: The picture's or document's bytes.
  /// - Throws: `ReaderLinkError` (`.notRendered` when the reader did not deliver it in time, `.otherVersion`,
  ///   `.readerUnusable`).
  public func render(
    _ svg: [UInt8], as output: Output, onMissing: ([String]) -> Void = { _ in }
  ) async throws(ReaderLinkError) -> [UInt8] {
    precondition(svg.count <= Self.maxSVGByteCount)
    do throws(ReaderLinkError) {
      return try await reader.answer(
        ["--render", output.rawValue], to: svg, atMost: Self.maxOutputByteCount,
        onMissing: onMissing)
    } catch .broken, .timedOut {
      throw .notRendered
    }
  }

  /// The most drawings for one reader: starting it then takes less time than they do (0.1 s, and 2 ms for an icon).
  package static let maxGroupCount = 128
  /// The most bytes of several drawings for one reader: about 30 pictures for a phone, which take 2 s.
  package static let maxGroupByteCount = 128 << 10
  /// The most bytes that are sent to one reader.
  package static let maxRequestByteCount =
    maxSVGByteCount + maxGroupCount * PartList.headerByteCount

  /// Renders SVGs to PNG, many with one reader.
  ///
  /// - Parameters:
  ///   - drawings: The drawings, each of at most `maxSVGByteCount` bytes.
  ///   - onMissing: Called at most once, with the names of the protections that this kernel lacks.
  ///   - onPicture: Called for each picture in the order of the drawings, with its index and its bytes.
  /// - Throws: `ReaderLinkError` as `render`, and what `onPicture` throws; the pictures before that were handed over.
  package func renderEach(
    of drawings: [[UInt8]], onMissing: ([String]) -> Void = { _ in },
    onPicture: (Int, [UInt8]) throws -> Void
  ) async throws {
    precondition(drawings.allSatisfy { $0.count <= Self.maxSVGByteCount })
    do {
      try await reader.answerEach(
        ["--render-each"], of: drawings, in: (Self.maxGroupCount, Self.maxGroupByteCount),
        atMost: Self.maxOutputByteCount, onMissing: onMissing, onAnswer: onPicture)
    } catch ReaderLinkError.broken, ReaderLinkError.timedOut {
      throw ReaderLinkError.notRendered
    }
  }
}
