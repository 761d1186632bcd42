internal import Cards
internal import ReaderLink
internal import SystemPackage
internal import WalletFiles

/// Cards as passes: one as a `.pkpass`, several as a `.pkpasses`, which is an archive of them.
enum PassArchive {
  /// The most passes of a file: `import` opens an archive with at most 10,000 members, and a pass has up to nine besides
  /// itself.
  static let maximumPassCount = 1_000

  /// Makes the file; readers draw the icons, and write the archives, many with each.
  ///
  /// - Parameters:
  ///   - cards: The cards, each of which becomes a pass.
  ///   - options: What decides how they are written.
  /// - Returns: The file, and what it holds of the cards.
  /// - Throws: `ExportRefusal.tooManyPasses` before anything is drawn, `PassSigningProblem` or `ReaderLinkError`.
  static func made(
    of cards: [Card], _ options: ForeignExport.Options
  ) async throws -> (bytes: [UInt8], writing: ForeignWriting) {
    guard cards.count <= maximumPassCount else {
      throw ExportRefusal.tooManyPasses(cards.count, limit: maximumPassCount)
    }
    var issuer = PassText.Issuer.unsigned
    var signing: PassSigning?
    if let certificate = options.certificate {
      // Before anything is drawn.
      issuer = try await PassCertificate.issuer(in: certificate)
      signing = try await PassSigning(with: certificate)
    }
    let reader = try ReaderPool.readerBesideExecutable()
    let icons = try await PassIcons(
      of: cards, by: PictureRenderer(executable: reader), onMissing: options.onMissing)
    var all = ForeignWriting()
    let requests = try await requests(for: cards, by: issuer, icons, signing, &all)
    let archives = try await written(requests, by: reader, options)
    if archives.count == 1 { return (archives[0], all) }
    let passes = archives.enumerated().map { place, archive in
      ArchiveWriteRequest.File(name: "\(place + 1).pkpass", bytes: archive)
    }
    return (try await CatimaArchive.zip(passes, options), all)
  }

  /// The files of each pass, signed if there is a certificate.
  private static func requests(
    for cards: [Card], by issuer: PassText.Issuer, _ icons: PassIcons, _ signing: PassSigning?,
    _ all: inout ForeignWriting
  ) async throws -> [ArchiveWriteRequest] {
    let count = WorkMeter.begin(signing == nil ? .exporting : .signing, count: cards.count)
    defer { count.end() }
    var requests: [ArchiveWriteRequest] = []
    for card in cards {
      let writing = PassText.writing(card, by: issuer)
      all.addCards(of: writing)
      let files = try await Self.files(Array(writing.text.utf8), icons.files(of: card), signing)
      requests.append(try CatimaArchive.request(files))
      count.advance()
    }
    return requests
  }

  private static func files(
    _ text: [UInt8], _ icons: [(name: String, bytes: [UInt8])], _ signing: PassSigning?
  ) async throws -> [ArchiveWriteRequest.File] {
    guard let signing else {
      return PassPackage.files(passJSON: text, icons: icons, signature: { _ in nil })
    }
    return try await PassPackage.files(passJSON: text, icons: icons, signedWith: signing)
  }

  private static func written(
    _ requests: [ArchiveWriteRequest], by reader: FilePath,
    _ options: ForeignExport.Options
  ) async throws -> [[UInt8]] {
    let count = WorkMeter.begin(.exporting, count: requests.count)
    defer { count.end() }
    var archives: [[UInt8]] = []
    try await ArchiveWriter(executable: reader).writeEach(
      requests, onMissing: options.onMissing
    ) { archive in
      archives.append(archive)
      count.advance()
    }
    return archives
  }
}
