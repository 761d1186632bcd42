internal import Glibc
internal import ReaderLink
internal import Reading

/// Opens archives, which cardvault sends block by block, and tells what is in each, until standard input ends.
enum ArchiveOpening {
  static func run() throws(Ending) {
    let missing = try Sandbox.enter().close()
    let service = ReaderService()
    do throws(ReaderLinkError) {
      try service.announceReady(missingProtections: missing)
      while let request = try service.archiveRequest() {
        do throws(Ending) { try Sandbox.allowOnePicture() } catch { throw .broken }
        let isTold = ZipArchive.open(
          byteCount: request.byteCount, password: request.password, input: STDIN_FILENO,
          output: STDOUT_FILENO)
        guard isTold else { throw .broken }
        // No other archive is opened where a password was.
        if request.password != nil { return }
      }
    } catch {
      throw .link
    }
  }
}
