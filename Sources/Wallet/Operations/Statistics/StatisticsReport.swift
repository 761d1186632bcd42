package import Cards
package import VaultStore

/// Counts of a vault and of this device, for people and scripts.
package struct StatisticsReport: Encodable, Sendable {
  /// How many of something there are.
  package struct Count: Encodable, Sendable {
    /// What is counted.
    package let name: String
    /// How many there are.
    package let count: Int
  }

  /// Codes of one symbology that were read on this device.
  package struct Codes: Encodable, Sendable, Hashable {
    /// The symbology.
    package let name: String
    /// How many were sure.
    package let sure: Int
    /// How many a person had to compare with the card.
    package let doubtful: Int
  }

  /// Pictures that were read on this device.
  package struct Reads: Encodable, Sendable {
    /// How many were begun.
    package let started: Int
    /// How many had a code.
    package let succeeded: Int
    /// How many had none, by reason.
    package let failed: [Count]
    /// What was read, by symbology, the most frequent first.
    package let codes: [Codes]
    /// How long a picture took on average; absent where none was read.
    package let averageMilliseconds: Int?
  }

  /// Scans with a camera on this device.
  package struct Scans: Encodable, Sendable {
    /// How many were begun, those without a picture included.
    package let started: Int
    /// From how many a person took a code.
    package let succeeded: Int
    /// What they took, by symbology, the most frequent first.
    package let codes: [Codes]
    /// How long it took on average from the first picture to the first code; absent where none was taken.
    package let averageMilliseconds: Int?
  }

  /// How many cards there are.
  package let cards: Int
  /// How many codes of each symbology there are, the most frequent first.
  package let symbologies: [Count]
  /// How many cards have each tag, the most frequent first.
  package let tags: [Count]
  /// What was read on this device.
  package let reads: Reads
  /// What was scanned on this device.
  package let scans: Scans
  /// How many scans on this device got no picture, by reason.
  package let failedScans: [Count]
  /// Cards that came from pictures on this device.
  package let scanned: Int
  /// Cards that were typed in on this device.
  package let typed: Int

  package init(_ cards: [Card], _ counts: [LocalCount]) {
    let local = Dictionary(
      counts.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let number = { (name: String) in Int(clamping: local[name]?.count ?? 0) }
    self.cards = cards.count
    symbologies = Self.counted(cards.flatMap { $0.codes.map(\.symbology.name) })
    tags = Self.sorted(Self.byTag(cards))
    // The counts whose names begin like this, by the rest of their names.
    func reasons(after beginning: String) -> [Count] {
      counts.filter { $0.name.hasPrefix(beginning) }.map {
        Count(name: String($0.name.dropFirst(beginning.count)), count: Int(clamping: $0.count))
      }
    }
    func codes(sure: String, doubtful: String) -> [Codes] {
      Symbology.allCases.map { symbology in
        let word = CountName.word(for: symbology)
        return Codes(
          name: symbology.name, sure: number(sure + word), doubtful: number(doubtful + word))
      }
      .filter { $0.sure > 0 || $0.doubtful > 0 }
      .sorted { ($1.sure, $1.doubtful, $0.name) < ($0.sure, $0.doubtful, $1.name) }
    }
    func average(_ name: String) -> Int? {
      guard let count = local[name], count.count > 0 else { return nil }
      return Int(clamping: count.milliseconds / count.count)
    }
    reads = Reads(
      started: number(CountName.readsStarted), succeeded: number(CountName.readsSucceeded),
      failed: reasons(after: CountName.readsFailed),
      codes: codes(sure: CountName.readsSure, doubtful: CountName.readsDoubtful),
      averageMilliseconds: average(CountName.readsStarted))
    scans = Scans(
      started: number(CountName.scansStarted), succeeded: number(CountName.scansSucceeded),
      codes: codes(sure: CountName.scansSure, doubtful: CountName.scansDoubtful),
      averageMilliseconds: average(CountName.scansSucceeded))
    failedScans = reasons(after: CountName.scansFailed)
    scanned = number(CountName.scanned)
    typed = number(CountName.typed)
  }

  /// How many of these cards have each tag, in the order of the tags.
  package static func byTag(_ cards: [Card]) -> [Count] {
    CardGroup.byTag(cards).filter { !$0.tag.isEmpty }
      .map { Count(name: $0.tag, count: $0.cards.count) }
  }

  private static func counted(_ names: [String]) -> [Count] {
    sorted(
      Dictionary(grouping: names, by: \.self).map { Count(name: $0.key, count: $0.value.count) })
  }

  private static func sorted(_ counts: [Count]) -> [Count] {
    counts.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
  }
}

extension StatisticsReport {
  /// The counts, for people.
  package var lines: [String] {
    var lines = ["Cards  \(cards)"]
    lines += Self.lines("By barcode", symbologies) + Self.lines("By tag", tags)
    lines += ["", "On this device"]
    lines.append("  photos read    \(reads.started)")
    if reads.started > 0 {
      lines.append("  with a code    \(reads.succeeded)")
      for reason in reads.failed {
        lines.append("  without        \(reason.count)  \(Self.words(for: reason.name))")
      }
      if let milliseconds = reads.averageMilliseconds {
        lines.append("  average time   \(milliseconds) ms")
      }
      lines += Self.lines(reads.codes)
    }
    if scans.started > 0 {
      lines.append("  camera scans   \(scans.started)")
      lines.append("  with a code    \(scans.succeeded)")
      if let milliseconds = scans.averageMilliseconds {
        lines.append("  average time   \(milliseconds) ms")
      }
    }
    lines += Self.lines(scans.codes)
    for reason in failedScans {
      lines.append("  without camera \(reason.count)  \(Self.words(scan: reason.name))")
    }
    lines.append("  cards scanned  \(scanned)")
    lines.append("  cards typed    \(typed)")
    return lines
  }

  /// Codes by symbology: how many were sure, and how many were not.
  private static func lines(_ codes: [Codes]) -> [String] {
    codes.map { code in
      let doubtful = code.doubtful > 0 ? ", and \(code.doubtful) not sure" : ""
      return "  read           \(code.sure)  \(code.name)\(doubtful)"
    }
  }

  private static func lines(_ title: String, _ counts: [Count]) -> [String] {
    guard !counts.isEmpty else { return [] }
    let width = counts.map { "\($0.count)".count }.max() ?? 0
    return ["", title]
      + counts.map { count in
        let number = "\(count.count)"
        return "  " + String(repeating: " ", count: width - number.count) + number
          + "  \(count.name)"
      }
  }

  /// Why a photo gave no code.
  private static func words(for reason: String) -> String {
    switch reason {
    case "nocode": "no code found"
    case "key": "a vault's key, refused"
    case "unavailable": "file not readable"
    case "refused": "not an accepted picture"
    case "crashed": "the reader crashed"
    case "timedout": "the reader took too long"
    default: reason
    }
  }

  /// Why a scan in the browser had no picture.
  private static func words(scan reason: String) -> String {
    ScanFailure(rawValue: reason)?.words ?? reason
  }
}
