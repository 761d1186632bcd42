internal import Cards
internal import ReaderLink
internal import Reading

/// Reads pictures for cardvault until standard input ends.
enum PictureService {
  static func run() throws(Ending) {
    let sandbox = try Sandbox.enter()
    do { try Decoders.warmUp() } catch { throw .decoders }
    let missing = try sandbox.close()
    let service = ReaderService()
    do throws(ReaderLinkError) {
      try service.announceReady(missingProtections: missing)
      try service.run(
        read: { (picture, request, onPage) throws(ReaderLinkError) in
          do throws(Ending) { try Sandbox.allowOnePicture() } catch { throw .broken }
          return try read(picture, request, onPage)
        }, keep: keep)
    } catch {
      throw .link
    }
  }

  private static func read(
    _ picture: [UInt8], _ request: ReadRequest,
    _ onPage: (PictureReading) throws(ReaderLinkError) -> Void
  ) throws(ReaderLinkError) -> ReaderRefusal? {
    var broken: ReaderLinkError?
    do throws(ReadingError) {
      let wanted =
        request.symbologies.isEmpty ? Set(Symbology.allCases) : request.symbologies
      // A vault's key is a QR Code: look for it before keeping a picture, even if QR Codes were not requested.
      let reader = try PictureReader(
        symbologies: request.keepsPicture ? wanted.union([.qrCode]) : wanted,
        pageLimit: max(1, request.pageLimit), password: request.password)
      try unsafe reader.read(picture.span.bytes) { page in
        var page = page.withoutKeys()
        page.codes.removeAll { !wanted.contains($0.barcode.symbology) }
        do throws(ReaderLinkError) { try onPage(page) } catch { broken = error }
      }
    } catch {
      return ReaderRefusal(error)
    }
    if let broken { throw broken }
    return nil
  }

  /// Makes the picture to keep; `nil` for a document with several pages, or if it fails.
  private static func keep(
    _ picture: [UInt8], _ request: ReadRequest, _ pages: [PictureReading]
  ) -> KeptPicture? {
    guard pages.count == 1, let page = pages.first else { return nil }
    return try? unsafe KeptPicture(picture.span.bytes, of: page, password: request.password)
  }
}

extension ReaderRefusal {
  /// The refusal to send to cardvault; the decoder's message is dropped because it may quote the picture.
  init(_ error: ReadingError) {
    self =
      switch error {
      case .empty: .empty
      case .notAPicture: .notAPicture
      case .formatNotAccepted, .decoderMissing: .formatNotAccepted
      case .damaged, .decodersUnavailable: .damaged
      case .tooLarge(let megapixels): .tooLarge(megapixels: megapixels)
      case .tooManyPages(let count): .tooManyPages(count: count)
      case .outOfMemory: .outOfMemory
      case .locked: .locked
      }
  }
}

/// Reads the frames of one live scan for cardvault until standard input ends.
enum FrameService {
  static func run() throws(Ending) {
    let sandbox = try Sandbox.enter()
    do { try Decoders.warmUp() } catch { throw .decoders }
    let missing = try sandbox.close()
    let service = ReaderService()
    let reader = FrameReader()
    do throws(ReaderLinkError) {
      try service.announceReady(missingProtections: missing)
      try service.scan { (frame, request) throws(ReaderLinkError) in
        do throws(Ending) { try Sandbox.allowOnePicture() } catch { throw .broken }
        return read(frame, request, with: reader)
      }
    } catch {
      throw .link
    }
  }

  private static func read(
    _ frame: LiveFrame, _ request: LiveRequest, with reader: FrameReader
  ) -> Result<LiveReading, ReaderRefusal> {
    let bytes = frame.bytes
    let wanted = request.symbologies.isEmpty ? Set(Symbology.allCases) : request.symbologies
    do throws(ReadingError) {
      switch frame.form {
      case .luma(let width, let height, let stride):
        return .success(
          try reader.read(
            luma: bytes, width: width, height: height, stride: stride, symbologies: wanted))
      case .jpeg:
        return .success(
          try unsafe reader.read(jpeg: bytes.span.bytes, symbologies: wanted))
      }
    } catch {
      return .failure(ReaderRefusal(error))
    }
  }
}
