internal import Archives
internal import ReaderLink

/// Opens one archive from standard input, writes its files to standard output, and exits.
enum ArchiveOpening {
  static func run() throws(Ending) {
    try Sandbox.enter().closeTelling()
    try Sandbox.allowOnePicture()
    let limit = ArchiveRequest.maximumByteCount
    let input = try StandardStreams.input(atMost: limit)
    guard input.count <= limit, let request = ArchiveRequest(input) else { throw .link }
    let opened = ZipArchive.open(request.archive, password: request.password)
    guard StandardStreams.output([opened.outcome.rawValue] + opened.members) else { throw .link }
  }
}
