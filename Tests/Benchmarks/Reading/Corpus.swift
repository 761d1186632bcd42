import ArgumentParser
import FoundationEssentials

/// The folder of photos with known answers next to the checkout.
struct Corpus {
  struct Photo {
    /// Relative to the corpus' folder.
    var path: String
    var category: String
    var symbology: String
    /// How many codes the manifest expects.
    var expectedCount: Int
    /// Whether the peer, ZXing-C++ 3.1.1, reads all of it at its defaults.
    var peerReads: Bool

    /// Whether there is nothing to read on it.
    var isEmpty: Bool { category.hasPrefix("falsepositives") }
  }

  let folder: String
  let photos: [Photo]

  /// Reads the manifest; `MANIFEST.tsv` has a row for each expected code, `PEERS.tsv` one for each photo.
  init(folder: String, only part: String?) throws {
    self.folder = folder
    guard let manifest = Self.table("\(folder)/MANIFEST.tsv"),
      let peers = Self.table("\(folder)/PEERS.tsv")
    else {
      throw ValidationError("there is no corpus at \(folder); name it with --corpus DIR")
    }
    let read = Set(peers.compactMap { $0["zxing3.1"] == "read" ? $0["path"] : nil })
    var photos: [Photo] = []
    for row in manifest {
      guard let path = row["path"], part.map(path.contains) ?? true else { continue }
      if photos.last?.path == path {
        photos[photos.count - 1].expectedCount += 1
      } else {
        photos.append(
          Photo(
            path: path, category: row["family"] ?? "", symbology: row["symbology"] ?? "",
            expectedCount: 1, peerReads: read.contains(path)))
      }
    }
    self.photos = photos
  }

  /// The photo's bytes.
  func bytes(_ photo: Photo) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: "\(folder)/\(photo.path)")))
  }

  /// The rows of a tab-separated table, by the names in its first line.
  private static func table(_ path: String) -> [[String: String]]? {
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
      .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
    guard let names = lines.first else { return nil }
    return lines.dropFirst().map { Dictionary(zip(names, $0)) { first, _ in first } }
  }
}
