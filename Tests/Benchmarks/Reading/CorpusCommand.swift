import ArgumentParser
import FoundationEssentials
import Reading

/// Compares the contenders on every photo of the corpus.
struct CorpusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "corpus", abstract: "Compare on real photos.")

  @Option(help: "The corpus' folder.") var corpus = "../shared/corpus"
  @Option(help: "How often each photo is read by each; the least time counts.") var rounds = 3
  @Option(help: "Only photos whose path has this in it.") var only: String?
  @Option(help: "List this many of the slowest photos, and of the worst ratios.") var slowest = 0
  @Flag(help: "Print every photo's figures as JSON instead.") var json = false

  func run() throws {
    let corpus = try Corpus(folder: corpus, only: only)
    try Decoders.warmUp()
    var measured: [MeasuredPhoto] = []
    for photo in corpus.photos {
      let bytes = try corpus.bytes(photo)
      let comparison = Comparison(bytes, rounds: max(1, rounds))
      measured.append(MeasuredPhoto(photo: photo, comparison: comparison))
      if photo.isEmpty, comparison.megapixels >= ResizedPhoto.leastMegapixels,
        let file = ResizedPhoto.jpeg(bytes, megapixels: 1)
      {
        let resized = Comparison(file, rounds: max(1, rounds))
        measured.append(MeasuredPhoto(photo: photo, comparison: resized, isResized: true))
      }
    }
    if json {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      print(String(decoding: try encoder.encode(measured.map(\.record)), as: UTF8.self))
    } else {
      CorpusReport(measured).print(slowest: slowest)
    }
  }
}

/// A photo of the corpus with its figures.
struct MeasuredPhoto {
  /// The category of the photo.
  enum Kind: String, Codable {
    /// The peer reads it and finds one code.
    case single
    /// The peer reads it and finds several codes, or several are expected.
    case several
    /// The peer does not read it, or only partly.
    case hard
    /// There is nothing to read.
    case empty
    /// There is nothing to read, and it was resized to 1 megapixel.
    case resized
  }

  /// What is written as JSON.
  struct Record: Codable {
    var path: String
    var symbology: String
    var kind: Kind
    var comparison: Comparison
  }

  var photo: Corpus.Photo
  var comparison: Comparison
  /// Whether a copy of 1 megapixel was read instead of the photo itself.
  var isResized = false

  var kind: Kind {
    if isResized {
      .resized
    } else if photo.isEmpty {
      .empty
    } else if !photo.peerReads || comparison.peerAnswer.codeCount == 0 {
      .hard
    } else if max(comparison.peerAnswer.codeCount, photo.expectedCount) > 1 {
      .several
    } else {
      .single
    }
  }

  var record: Record {
    Record(path: photo.path, symbology: photo.symbology, kind: kind, comparison: comparison)
  }
}
