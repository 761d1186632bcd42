internal import ReaderLink
internal import Reading

/// Writes archives of the files on standard input to standard output, and exits.
enum ArchiveWriting {
  /// Writes one archive.
  static func run() throws(Ending) {
    try Sandbox.enter().closeTelling()
    try Sandbox.allowOnePicture()
    let limit = ArchiveWriteRequest.maximumByteCount
    let input = try StandardStreams.input(atMost: limit)
    guard input.count <= limit else { throw .link }
    guard StandardStreams.output(try archive(input)) else { throw .link }
  }

  /// Writes the archives of several requests.
  static func runEach() throws(Ending) {
    try RequestGroup.answer(
      atMost: ArchiveWriter.maximumGroupCount,
      byteCount: ArchiveWriter.maximumGroupRequestByteCount, archive)
  }

  private static func archive(_ bytes: [UInt8]) throws(Ending) -> [UInt8] {
    guard let request = ArchiveWriteRequest(bytes) else { throw .link }
    let files = request.files.map { (name: $0.name, bytes: $0.bytes) }
    guard let archive = ZipArchive.write(files, password: request.password) else { throw .archive }
    return archive
  }
}
