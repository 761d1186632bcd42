import ArgumentParser
import Cards
import FoundationEssentials
import Reading

/// Compares live scanning with ZXing alone, on the corpus' photos as frames and as short videos.
struct LiveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "live", abstract: "Compare on frames of a camera.",
    discussion: """
      Frames are the photos at 0.92 megapixels at most; videos are drawn from them in memory. What is right \
      is not judged here: --jsonl prints the sure codes of each video for the corpus' score.py instead. Takes \
      minutes.
      """)

  @Option(help: "The corpus' folder.") var corpus = "../shared/corpus"
  @Option(help: "How often each frame is read by each; the least time counts.") var rounds = 3
  @Option(help: "How many frames a scan of an empty photo has.") var frames = 32
  @Option(help: "How many videos there are.") var videos = 200
  @Option(help: "Only photos whose path has this in it.") var only: String?
  @Flag(help: "Only the videos, and print the sure codes of each as a line of JSON.")
  var jsonl = false

  func run() throws {
    guard FileManager.default.fileExists(atPath: "\(corpus)/MANIFEST.tsv") else {
      print("skipped: there is no corpus at \(corpus)")
      return
    }
    let photos = try Corpus(folder: corpus, only: only)
    try Decoders.warmUp()
    if jsonl {
      try forEachVideo(of: photos) { photo, trial in try printLine(photo, trial) }
    } else {
      try printCosts(photos)
      try printVideos(photos)
    }
  }

  private func printCosts(_ corpus: Corpus) throws {
    var (empty, readable): ([FrameTrial], [FrameTrial]) = ([], [])
    for photo in corpus.photos where photo.isEmpty || photo.peerReads {
      guard let frame = GreyFrame(photo: try corpus.bytes(photo)) else { continue }
      let trial = FrameTrial(
        frame, rounds: max(1, rounds), frameCount: photo.isEmpty ? max(1, frames) : 0)
      if photo.isEmpty { empty.append(trial) } else { readable.append(trial) }
    }
    var table = Table(
      "ours / ZXing alone, CPU time", "frames", "25 %", "median", "75 %", "most", "target")
    func add(_ name: String, _ ratios: [Double], target: String) {
      table.add(
        name, "\(ratios.count)", ratios.quantile(0.25).two, ratios.quantile(0.5).two,
        ratios.quantile(0.75).two, ratios.quantile(1).two, target)
    }
    add("nothing to read, mean of a scan", empty.map(\.meanRatio), target: "1.2")
    add("nothing to read, median of a scan", empty.map(\.medianRatio), target: "1.2")
    add(
      "readable, sure on the first frame", readable.filter(\.isSureAtOnce).map(\.firstRatio),
      target: "1.0")
    add(
      "readable, not yet sure", readable.filter { !$0.isSureAtOnce }.map(\.firstRatio), target: "")
    table.print()
  }

  private func printVideos(_ corpus: Corpus) throws {
    var (trials, emptySureCount, emptyCount): ([VideoTrial], Int, Int) = ([], 0, 0)
    try forEachVideo(of: corpus) { photo, trial in
      if photo.isEmpty {
        emptyCount += 1
        emptySureCount += trial.sure.isEmpty ? 0 : 1
      } else {
        trials.append(trial)
      }
    }
    var table = Table(
      "videos of 3 s", "videos", "read", "share", "median ms", "95 %", "after readable", "95 %",
      "target")
    func add(_ name: String, _ times: [Double], _ delays: [Double], target: String) {
      let share = Double(times.count) / Double(max(1, trials.count))
      table.add(
        name, "\(trials.count)", "\(times.count)", share.two, times.quantile(0.5).one,
        times.quantile(0.95).one, delays.quantile(0.5).one, delays.quantile(0.95).one, target)
    }
    add(
      "ours, sure", trials.compactMap(\.found), trials.compactMap(\.delay), target: "100, 500")
    add("ZXing alone", trials.compactMap(\.peerFound), [], target: "")
    table.print()
    print("videos with nothing to read: \(emptyCount), with a sure code: \(emptySureCount)")
  }

  /// Plays videos of photos from the whole corpus, one after another.
  private func forEachVideo(
    of corpus: Corpus, _ body: (Corpus.Photo, VideoTrial) throws -> Void
  ) throws {
    let count = min(max(0, videos), corpus.photos.count)
    for index in 0..<count {
      let photo = corpus.photos[index * corpus.photos.count / count]
      guard let still = GreyFrame(photo: try corpus.bytes(photo)) else { continue }
      try body(photo, VideoTrial(LiveVideo(still, seed: index)))
    }
  }

  /// A video's sure codes, as score.py reads them.
  private struct Line: Encodable {
    struct Code: Encodable {
      var symbology: String
      var text: String
      var bytes: String
      var sure = true
    }

    var path: String
    var codes: [Code]
  }

  private func printLine(_ photo: Corpus.Photo, _ trial: VideoTrial) throws {
    let codes = trial.sure.map { code in
      let bytes = code.bytes.map { String(UInt16($0) + 0x100, radix: 16).dropFirst() }
      return Line.Code(symbology: code.symbology.name, text: code.text, bytes: bytes.joined())
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let line = try encoder.encode(Line(path: photo.path, codes: codes))
    print(String(decoding: line, as: UTF8.self))
  }
}
