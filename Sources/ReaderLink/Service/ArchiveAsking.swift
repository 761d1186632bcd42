extension ReaderService {
  /// Reads the next request to open an archive; everything after it on the pipes, up to the archive's end, is what
  /// `carchive.h` describes.
  ///
  /// - Returns: The request; `nil` when the other side has closed its end.
  /// - Throws: `ReaderLinkError.broken` if it is malformed or cut off.
  public func archiveRequest() throws(ReaderLinkError) -> ArchiveRequest? {
    let length = try pipes.chunk(1)
    if length.isEmpty { return nil }
    let rest = try pipes.bytes(Int(length[0]) + WireLength.byteCount)
    guard let request = ArchiveRequest(length + rest) else { throw .broken }
    return request
  }
}
