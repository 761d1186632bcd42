package import ReaderLink
package import VaultStore

/// Counts what became of pictures, for `stats`: numbers and times only, nothing of a card or a file.
package struct ReadingCounts: Sendable {
  /// The counts until now, to be added to the vault's.
  package private(set) var counts: [LocalCount] = []

  /// Nothing was counted yet.
  package init() {}

  /// Counts one picture.
  ///
  /// - Parameter outcome: What became of it.
  package mutating func note(_ outcome: PictureOutcome) {
    let (seconds, attoseconds) = outcome.readingTime.components
    let milliseconds = UInt64(max(0, seconds * 1_000 + attoseconds / 1_000_000_000_000_000))
    counts.append(LocalCount(CountName.readsStarted, milliseconds: milliseconds))
    if !outcome.codes.isEmpty {
      counts.append(LocalCount(CountName.readsSucceeded))
    } else {
      counts.append(LocalCount(CountName.readsFailed + outcome.reasonWord))
    }
  }
}

extension PictureOutcome {
  /// Why there is no code, in one word.
  fileprivate var reasonWord: String {
    if holdsKey { return "key" }
    return switch failure {
    case nil: "nocode"
    case .source: "unavailable"
    case .refused: "refused"
    case .crashed: "crashed"
    case .timedOut: "timedout"
    }
  }
}

/// What is counted, by its name in the device's state.
enum CountName {
  /// Pictures that were handed to a reader, with the time that all of them took.
  static let readsStarted = "read.started"
  /// Pictures with at least one code.
  static let readsSucceeded = "read.succeeded"
  /// Pictures without one; the reason follows.
  static let readsFailed = "read.failed."
  /// Scans that got no picture; the reason follows.
  static let scansFailed = "scan.failed."
  /// Cards that came from a picture.
  static let scanned = "card.scanned"
  /// Cards that were typed in.
  static let typed = "card.typed"
}

extension LocalCount {
  /// Cards that came from pictures.
  package static func scanned(_ count: Int) -> LocalCount {
    LocalCount(CountName.scanned, count: UInt64(count))
  }

  /// A scan that got no picture.
  package static func failed(_ scan: ScanFailure) -> LocalCount {
    LocalCount(CountName.scansFailed + scan.rawValue)
  }

  /// A card that was typed in.
  package static let typed = LocalCount(CountName.typed)
}
