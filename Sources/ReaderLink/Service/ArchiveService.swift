/// The reader's side of opening one archive.
public struct ArchiveService {
  private let pipes = ReaderPipes()

  /// Makes a service on the process's own standard input and output.
  public init() {}

  /// Reports that the sandbox is closed and the service accepts its request, and its version.
  ///
  /// - Parameter missingProtections: Names of the protections that this kernel lacks.
  /// - Throws: `ReaderLinkError.broken` if nobody is listening.
  public func announceReady(missingProtections: [String]) throws(ReaderLinkError) {
    try pipes.announceReady(missingProtections: missingProtections)
  }

  /// Reads the request; everything after it on the pipes is what `carchive.h` describes.
  ///
  /// - Throws: `ReaderLinkError.broken` if it is malformed or cut off.
  public func request() throws(ReaderLinkError) -> ArchiveRequest {
    let length = try pipes.bytes(1)
    let rest = try pipes.bytes(Int(length[0]) + ArchiveLength.byteCount)
    guard let request = ArchiveRequest(length + rest) else { throw .broken }
    return request
  }
}
