package import Cards
package import ReaderLink
package import VaultStore

/// Counts the results of reading pictures, for `stats`: only symbologies, reasons and times, never a card or a file.
package struct ReadingCounts: Sendable {
  /// The counts until now, to be added to the vault's.
  package private(set) var counts: [LocalCount] = []

  /// Nothing was counted yet.
  package init() {}

  /// Counts one picture.
  package mutating func note(_ outcome: PictureOutcome) {
    let (seconds, attoseconds) = outcome.readingTime.components
    let milliseconds = UInt64(max(0, seconds * 1_000 + attoseconds / 1_000_000_000_000_000))
    counts.append(LocalCount(CountName.readsStarted, milliseconds: milliseconds))
    counts += outcome.codes.map { found in
      LocalCount(
        (found.isSure ? CountName.readsSure : CountName.readsDoubtful)
          + CountName.word(for: found.barcode.symbology))
    }
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
  /// Codes on pictures that were sure; the symbology follows.
  static let readsSure = "read.sure."
  /// Codes on pictures that a person must compare; the symbology follows.
  static let readsDoubtful = "read.doubtful."
  /// Scans for which the camera was to be opened.
  static let scansStarted = "scan.started"
  /// Scans from which a person took a code, with the time until the first one of each.
  static let scansSucceeded = "scan.succeeded"
  /// Codes that a person took from a scan, and that were sure; the symbology follows.
  static let scansSure = "scan.sure."
  /// Codes that a person took from a scan though they were doubtful; the symbology follows.
  static let scansDoubtful = "scan.doubtful."
  /// Scans that got no picture; the reason follows.
  static let scansFailed = "scan.failed."
  /// Cards that came from a picture.
  static let scanned = "card.scanned"
  /// Cards that were typed in.
  static let typed = "card.typed"

  /// A symbology as one word, which `Symbology(name:)` accepts.
  static func word(for symbology: Symbology) -> String {
    String(symbology.name.lowercased().filter { $0.isLetter || $0.isNumber })
  }
}

extension LocalCount {
  /// Cards that came from pictures.
  package static func scanned(_ count: Int) -> LocalCount {
    LocalCount(CountName.scanned, count: UInt64(count))
  }

  /// A scan for which the camera is to be opened.
  package static let startedScan = LocalCount(CountName.scansStarted)

  /// A code that a person took from a scan.
  ///
  /// - Parameters:
  ///   - found: The code, of which nothing but the symbology and whether it is sure is counted.
  ///   - milliseconds: From the camera's first picture until then, if this is the first code of its scan.
  /// - Returns: What to add.
  package static func found(
    _ found: FoundBarcode, firstAfter milliseconds: UInt64?
  ) -> [LocalCount] {
    let code = LocalCount(
      (found.isSure ? CountName.scansSure : CountName.scansDoubtful)
        + CountName.word(for: found.barcode.symbology))
    guard let milliseconds else { return [code] }
    return [code, LocalCount(CountName.scansSucceeded, milliseconds: milliseconds)]
  }

  /// A scan that got no picture.
  package static func failed(_ scan: ScanFailure) -> LocalCount {
    LocalCount(CountName.scansFailed + scan.rawValue)
  }

  /// A card that was typed in.
  package static let typed = LocalCount(CountName.typed)
}

/// Why a scan with a camera had no picture to read, as the scanner names it; counted, and nothing else is kept of it.
package enum ScanFailure: String, CaseIterable, Sendable, Hashable {
  /// The person, or a setting of theirs, does not allow the camera.
  case denied
  /// The person closed the browser's question.
  case dismissed
  /// The permission was withdrawn during a scan.
  case revoked
  /// The device or its administrator does not allow it.
  case policy
  /// There is no camera.
  case noCamera = "no-camera"
  /// Another program uses it.
  case busy
  /// The page's address is not one that browsers trust with a camera.
  case insecure
  /// The camera ended during a scan.
  case lost
  /// The camera sent no picture.
  case muted
  /// The camera did not start in time.
  case slow
  /// The reader did not answer.
  case unread
  /// The browser cannot scan.
  case unsupported
}

extension ScanFailure {
  /// Why there was no picture, in a few words.
  package var words: String {
    switch self {
    case .denied: "camera not allowed"
    case .dismissed: "question closed"
    case .revoked: "permission withdrawn"
    case .policy: "restricted on the device"
    case .noCamera: "no camera"
    case .busy: "camera busy"
    case .insecure: "address not secure"
    case .lost: "camera lost"
    case .muted: "no picture"
    case .slow: "camera too slow"
    case .unread: "the reader did not answer"
    case .unsupported: "browser not supported"
    }
  }
}
