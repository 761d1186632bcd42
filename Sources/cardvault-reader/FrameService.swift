internal import Cards
internal import ReaderLink
internal import Reading

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
