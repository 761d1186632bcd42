internal import Cards
internal import ReaderLink
internal import SystemPackage
internal import WalletFiles

/// Cards as passes: one as a `.pkpass`, several as a `.pkpasses`, which is an archive of them.
enum PassArchive {
  /// A file holds at most this many passes: `import` opens archives of up to 10,000 members, and a pass counts as up to
  /// ten.
  static let maxPassCount = 1_000

  /// Makes the file; readers draw the icons and write the archives, many with each.
  ///
  /// - Throws: `ExportRefusal.tooManyPasses` before anything is drawn, `PassSigningProblem` or `ReaderLinkError`.
  static func made(
    of cards: [Card], _ options: ForeignExport.Options
  ) async throws -> (bytes: [UInt8], writing: ForeignWriting) {
    guard cards.count <= maxPassCount else {
      throw ExportRefusal.tooManyPasses(cards.count, limit: maxPassCount)
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
    let passes = archives.enumerated().map { index, archive in
      ArchiveWriteRequest.File(name: "\(index + 1).pkpass", bytes: archive)
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
      let pass = PassPackage(
        passJSON: Array(writing.text.utf8), icons: icons.files(of: card))
      let signature = try await signing?.signature(of: pass.manifest)
      requests.append(try CatimaArchive.request(pass.files(signature: signature)))
      count.advance()
    }
    return requests
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

/// The files of a pass, of which a zip archive makes a `.pkpass` (Apple, Wallet Developer Guide: "Building a Pass").
struct PassPackage {
  /// The list of the other files with their digests: what a signature signs.
  let manifest: [UInt8]
  private let files: [ArchiveWriteRequest.File]

  /// Takes what `pass.json` holds, and the pictures by name, such as `icon.png`.
  init(passJSON: [UInt8], icons: [(name: String, bytes: [UInt8])]) {
    let listed = [(name: "pass.json", bytes: passJSON)] + icons
    manifest = Array(PassManifest.text(of: listed).utf8)
    files =
      listed.map { .init(name: $0.name, bytes: $0.bytes) }
      + [.init(name: "manifest.json", bytes: manifest)]
  }

  /// All files in the order to write.
  ///
  /// Apple's Wallet refuses a pass without a signature; others accept it.
  func files(signature: [UInt8]?) -> [ArchiveWriteRequest.File] {
    files + (signature.map { [.init(name: "signature", bytes: $0)] } ?? [])
  }
}
