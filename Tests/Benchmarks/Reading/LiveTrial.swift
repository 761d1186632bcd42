import Cards
import Reading

/// What the frames of one video cost and showed, to our reader and to ZXing alone.
///
/// Time runs as for a page that sends the newest frame whenever the last one is answered: a frame that comes while
/// another one is read is passed over. Reading takes its CPU time.
struct VideoTrial {
  /// Milliseconds from the first frame to the answer with the first code; `nil` when there was none.
  private(set) var peerFound: Double?
  private(set) var found: Double?
  /// When the first frame began on which ZXing alone, given any time, finds a code.
  private(set) var readableFrom: Double?
  /// All codes that were ever sure.
  private(set) var sure: [Barcode] = []

  init(_ video: LiveVideo) {
    let frames = (0..<LiveVideo.frameCount).map { video.frame($0) }
    let reader = FrameReader()
    var (ourTime, peerTime) = (0.0, 0.0)
    for (index, frame) in frames.enumerated() {
      let start = Double(index) * LiveVideo.millisecondsPerFrame
      var count = 0
      let peer = Timing.of { count = frame.peerCount() }
      if count > 0, readableFrom == nil { readableFrom = start }
      if peerTime <= start {
        peerTime = start + peer.cpu
        if count > 0, peerFound == nil { peerFound = peerTime }
      }
      guard ourTime <= start else { continue }
      var codes: [Barcode] = []
      ourTime = start + Timing.of { codes = frame.sureCodes(by: reader) }.cpu
      if !codes.isEmpty, found == nil { found = ourTime }
      for code in codes where !sure.contains(where: { $0.canonicalBytes == code.canonicalBytes }) {
        sure.append(code)
      }
    }
  }

  /// Milliseconds from the first readable frame to our first sure code; `nil` unless both exist.
  var delay: Double? {
    guard let readableFrom, let found else { return nil }
    return max(0, found - readableFrom)
  }
}

/// What one frame costs, in milliseconds of CPU time.
struct FrameTrial {
  /// The least time that ZXing alone takes.
  private(set) var peer = Double.infinity
  /// The least time of our first look.
  private(set) var first = Double.infinity
  /// The times of a scan that sees nothing but this frame.
  private(set) var scan: [Double] = []
  /// Whether the first look is sure of a code.
  private(set) var isSureAtOnce = false

  init(_ frame: GreyFrame, rounds: Int, frameCount: Int) {
    for _ in 0..<rounds {
      peer = min(peer, Timing.of { _ = frame.peerCount() }.cpu)
      let reader = FrameReader()
      var codes: [Barcode] = []
      first = min(first, Timing.of { codes = frame.sureCodes(by: reader) }.cpu)
      isSureAtOnce = !codes.isEmpty
    }
    let reader = FrameReader()
    for _ in 0..<frameCount {
      scan.append(Timing.of { _ = frame.sureCodes(by: reader) }.cpu)
    }
  }

  var firstRatio: Double { first / peer }
  var meanRatio: Double { scan.reduce(0, +) / Double(scan.count) / peer }
  var medianRatio: Double { scan.quantile(0.5) / peer }
}
