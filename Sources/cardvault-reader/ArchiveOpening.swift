internal import Archives
internal import Glibc
internal import ReaderLink

/// Opens one archive, which cardvault sends block by block, tells what is in it, and exits.
enum ArchiveOpening {
  static func run() throws(Ending) {
    let missing = try Sandbox.enter().close()
    try Sandbox.allowOnePicture()
    let service = ReaderService()
    let request: ArchiveRequest
    do throws(ReaderLinkError) {
      try service.announceReady(missingProtections: missing)
      request = try service.archiveRequest()
    } catch {
      throw .link
    }
    let isTold = ZipArchive.open(
      byteCount: request.byteCount, password: request.password, input: STDIN_FILENO,
      output: STDOUT_FILENO)
    guard isTold else { throw .link }
  }
}
