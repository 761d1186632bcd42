internal import Glibc
internal import ReaderLink
internal import Reading

/// Opens and writes archives for cardvault.
enum Archives {
  /// Opens archives, which cardvault sends block by block, and reports their files until standard input ends.
  static func open() throws(Ending) {
    let missing = try Sandbox.enter().close()
    let service = ReaderService()
    do throws(ReaderLinkError) {
      try service.announceReady(missingProtections: missing)
      while let request = try service.archiveRequest() {
        do throws(Ending) { try Sandbox.allowOnePicture() } catch { throw .broken }
        let isReported = ZipArchive.open(
          byteCount: request.byteCount, password: request.password, input: STDIN_FILENO,
          output: STDOUT_FILENO)
        guard isReported else { throw .broken }
        // A process that knew a password opens no other archive.
        if request.password != nil { return }
      }
    } catch {
      throw .link
    }
  }

  /// Writes one archive of the files on standard input to standard output.
  static func write() throws(Ending) {
    try Sandbox.enter().closeReporting()
    try Sandbox.allowOnePicture()
    let limit = ArchiveWriteRequest.maxByteCount
    let input = try ReaderStreams.input(atMost: limit)
    guard input.count <= limit else { throw .link }
    guard ReaderStreams.output(try archive(input)) else { throw .link }
  }

  /// Writes the archives of several requests.
  static func writeEach() throws(Ending) {
    try ReaderStreams.answerEach(
      atMost: ArchiveWriter.maxGroupCount,
      byteCount: ArchiveWriter.maxGroupRequestByteCount, archive)
  }

  private static func archive(_ bytes: [UInt8]) throws(Ending) -> [UInt8] {
    guard let request = ArchiveWriteRequest(bytes) else { throw .link }
    let files = request.files.map { (name: $0.name, bytes: $0.bytes) }
    guard let archive = ZipArchive.write(files, password: request.password) else { throw .archive }
    return archive
  }
}
