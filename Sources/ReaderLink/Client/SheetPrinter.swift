public import Cards
internal import SwiftProtobuf
public import SystemPackage

/// Draws and renders a recovery sheet in one fresh, sandboxed reader that is used once.
///
/// Neither the key nor a picture of it enters this process's ordinary memory: the key goes from where it is kept into a
/// pipe, and the picture from the reader into an open file.
public struct SheetPrinter: Sendable {
  private let reader: OneTimeReader

  /// Makes a printer.
  ///
  /// - Parameters:
  ///   - executable: The reader's executable; see `ReaderPool.readerBesideExecutable()`.
  ///   - timeout: How long rendering may take.
  public init(executable: FilePath, timeout: Duration = ReaderPool.defaultTimeout) {
    reader = OneTimeReader(executable: executable, timeout: timeout)
  }

  /// Renders a sheet.
  ///
  /// - Parameters:
  ///   - details: What it shows apart from the key.
  ///   - output: The format to render.
  ///   - file: An empty file, open for writing, which the reader fills.
  ///   - onMissing: Called at most once, with the names of the protections that this kernel lacks, such as Landlock.
  ///   - keyLine: Writes the key's line, at most 1 KiB, which fits any pipe with the details, to the pipe that it is
  ///     given.
  /// - Throws: `ReaderLinkError` (`.notRendered`, `.notWritten` when the disk is full, `.timedOut`, `.readerUnusable`,
  ///   `.otherVersion`), and what `keyLine` throws.
  public func print(
    _ details: RecoveryDetails, as output: PictureRenderer.Output, into file: FileDescriptor,
    onMissing: ([String]) -> Void = { _ in }, keyLine: (FileDescriptor) throws -> Void
  ) async throws {
    let pipe = try OneTimeReader.pipe()
    defer { try? pipe.reading.close() }
    do {
      // All of it fits into the pipe (at least 4 KiB, pipe(7)), so no reader is needed yet.
      defer { try? pipe.writing.close() }
      try pipe.writing.writeAll(try Frame.bytes(of: Cardvault_Reader_Sheet(details)))
      try keyLine(pipe.writing)
    }
    switch try await reader.run(
      ["--sheet", output.rawValue], input: pipe.reading, output: file, onMissing: onMissing)
    {
    case 0: return
    case SheetRequest.notWrittenStatus: throw ReaderLinkError.notWritten
    default: throw ReaderLinkError.notRendered
    }
  }
}

extension Cardvault_Reader_Sheet {
  init(_ details: RecoveryDetails) {
    keyID = details.keyID
    fingerprint = details.fingerprint
    date = details.date.description
    isWrapped = details.isWrapped
  }

  /// The details, if they are well-formed.
  var details: RecoveryDetails? {
    CalendarDate(date).flatMap {
      RecoveryDetails(
        keyID: keyID, fingerprint: fingerprint, date: $0, isWrapped: isWrapped)
    }
  }
}
