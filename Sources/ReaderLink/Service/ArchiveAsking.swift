extension ReaderService {
  /// Reads the request to open one archive; everything after it on the pipes is what `carchive.h` describes.
  ///
  /// - Throws: `ReaderLinkError.broken` if it is malformed or cut off.
  public func archiveRequest() throws(ReaderLinkError) -> ArchiveRequest {
    let length = try pipes.bytes(1)
    let rest = try pipes.bytes(Int(length[0]) + WireLength.byteCount)
    guard let request = ArchiveRequest(length + rest) else { throw .broken }
    return request
  }
}
