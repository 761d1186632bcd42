import Cards
import Cpeer
import Reading

/// A reader's answer about one picture.
struct Answer: Codable {
  /// All codes that it found, sure or not.
  var codeCount = 0
  /// Those of them that need no confirmation by a person; for the peer, all of them.
  var sureCount = 0
  /// Pixels of the picture, in millions; 0 when it could not be opened.
  var megapixels = 0.0
}

/// The two readers that are compared: from a picture's bytes in memory to an answer.
enum Contender: CaseIterable {
  case peer
  case ours

  func read(_ bytes: [UInt8]) -> Answer {
    switch self {
    case .peer: Self.readAsPeer(bytes)
    case .ours: Self.readOurselves(bytes)
    }
  }

  /// As the service in `cardvault-reader` does it: a new reader for each picture.
  private static func readOurselves(_ bytes: [UInt8]) -> Answer {
    var answer = Answer()
    do throws(ReadingError) {
      let reader = try PictureReader()
      try unsafe reader.read(bytes.span.bytes) { page in
        answer.codeCount += page.codes.count
        answer.sureCount += page.codes.count(where: \.isSure)
        answer.megapixels = Double(page.width * page.height) / 1_000_000
      }
    } catch {
      answer = Answer()
    }
    return answer
  }

  private static func readAsPeer(_ bytes: [UInt8]) -> Answer {
    var grey = unsafe cpeer_grey()
    guard unsafe cpeer_open(bytes, bytes.count, &grey) == 0 else { return Answer() }
    defer { unsafe cpeer_close(&grey) }
    let count = max(0, Int(unsafe cpeer_read(&grey)))
    return Answer(
      codeCount: count, sureCount: count,
      megapixels: unsafe Double(grey.width) * Double(grey.height) / 1_000_000)
  }
}

/// Both contenders on one picture.
struct Comparison: Codable {
  var peer = Timing.endless
  var ours = Timing.endless
  var peerAnswer = Answer()
  var ourAnswer = Answer()

  /// Our CPU time divided by the peer's.
  var ratio: Double { ours.cpu / peer.cpu }
  var megapixels: Double { max(peerAnswer.megapixels, ourAnswer.megapixels) }

  /// Reads the picture `rounds` times with each, alternating which goes first, and keeps the shortest times.
  init(_ bytes: [UInt8], rounds: Int) {
    for round in 0..<rounds {
      for contender in round.isMultiple(of: 2) ? [Contender.peer, .ours] : [.ours, .peer] {
        var answer = Answer()
        let timing = Timing.of { answer = contender.read(bytes) }
        switch contender {
        case .peer: (peer, peerAnswer) = (peer.least(timing), answer)
        case .ours: (ours, ourAnswer) = (ours.least(timing), answer)
        }
      }
    }
  }
}
