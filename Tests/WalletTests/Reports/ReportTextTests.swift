import Cards
import Sealing
import Testing
import VaultFormat

@testable import ReaderLink
@testable import VaultStore
@testable import VaultSync
@testable import Wallet

/// Reports in words, reviewed as text: `Tests/Golden/reports.txt` has also what no scenario can bring about, such as
/// files of a newer program.
///
/// After a deliberate change of wording, a run with `CARDVAULT_GOLDEN=write` writes the file anew.
@Suite struct `Golden report texts` {
  private static let gym = Card.sample("Gym", id: 1)
  private static let unknown = Card.sample("", id: 2)

  private static func saves(
    _ numbers: ClosedRange<UInt64>, of cards: [Card]
  ) -> AbsentSegments {
    AbsentSegments(
      device: 0xB6EC_0000_0000_0000, numbers: numbers, identity: nil, cards: cards.map(\.id),
      isNewest: false)
  }

  private static func photo(of card: Card) -> MissingPhoto {
    MissingPhoto(card: card.id, side: .front, identity: .ofNothing)
  }

  private static func made(_ change: (inout Verification) -> Void) -> Verification {
    var found = Verification()
    found.fileCount = 20
    change(&found)
    return found
  }

  private static let damage: [Verification.Damage] = [
    .init(path: "1.vault", loss: .nothing), .init(path: "2.vault", loss: .unknown),
    .init(path: "segments/1.segment", loss: .nothing),
    .init(path: "segments/2.segment", loss: .unknown),
    .init(path: "packs/1.pack", loss: .unknown), .init(path: "photos/1.photo", loss: .unknown),
  ]

  private static let verifications: [Verification] = [
    made { $0.fileCount = 1 },
    made {
      $0.lacksVaultFile = true
      $0.damaged = damage
    },
    made {
      $0.missing = [saves(7...7, of: [gym]), saves(1...9, of: [gym, unknown])]
      $0.missingPhotos = [photo(of: gym), photo(of: unknown)]
    },
    made {
      $0.isRolledBack = true
      $0.missing = [saves(7...7, of: [])]
    },
    made { $0.isRolledBack = true },
    made { $0.isPartial = true },
    made {
      $0.retired = ["photos/1.photo", "segments/1.segment"]
      $0.newer = ["segments/3.segment"]
      $0.misnamed = ["segments/renamed"]
      $0.foreign = ["notes.txt"]
      $0.pending = [saves(7...7, of: [unknown])]
      $0.pendingPhotos = [photo(of: gym)]
    },
  ]

  private static func key() throws -> KeyID {
    try #require(KeyID([UInt8](repeating: 0xAB, count: KeyID.byteCount)))
  }

  private static func successor(isHere: Bool, isContradicted: Bool = false) throws -> Successor {
    Successor(
      keyID: try key(), fingerprint: "11111 22222 33333 44444 55555 66666",
      made: Timestamp(milliseconds: 1_795_000_000_000), isOnThisMachine: isHere,
      isContradicted: isContradicted)
  }

  private static func health() throws -> [VaultHealth] {
    func health(_ change: (inout VaultHealth) throws -> Void) rethrows -> VaultHealth {
      var health = VaultHealth()
      try change(&health)
      return health
    }
    return [
      health { $0.missing = [saves(7...7, of: [gym])] },
      health { $0.missing = [saves(1...9, of: [gym])] },
      health {
        $0.missing = [saves(7...7, of: [gym])]
        $0.retired = ["segments/1.segment"]
      },
      health { $0.isUnmoved = true },
      health { $0.heldRetiredCount = 1 },
      health { $0.heldRetiredCount = 12 },
      health { $0.damaged = ["segments/1.segment"] },
      health { $0.newer = ["segments/1.segment"] },
      try health { $0.successors = [try successor(isHere: false)] },
      try health { $0.successors = [try successor(isHere: false, isContradicted: true)] },
      try health {
        $0.successors = [try successor(isHere: true)]
        $0.movedAwayCount = 3
      },
      health { $0.furtherSuccessorCount = 1 },
      health { $0.furtherSuccessorCount = 2_484 },
      try health { $0.rivals = [try key()] },
      health {
        $0.isOlderThanRemembered = true
        $0.hasRememberedKey = true
      },
      health { $0.isOlderThanRemembered = true },
      health { $0.isPartial = true },
      health { $0.isMemoryLost = true },
    ]
  }

  private static func outcome(_ change: (inout SyncOutcome) -> Void) -> SyncOutcome {
    var outcome = SyncOutcome()
    outcome.fingerprint = "11111 22222 33333 44444 55555 66666"
    (outcome.receivedCount, outcome.receivedByteCount) = (3, 4_711)
    (outcome.sentCount, outcome.sentByteCount) = (1, 512)
    change(&outcome)
    return outcome
  }

  private static let syncs: [SyncOutcome] = [
    outcome {
      $0.isFirst = true
      $0.cardCount = 7
    },
    outcome {
      (
        $0.merge.addedCount, $0.merge.changedCount, $0.merge.removedCount, $0.merge.conflictCount
      ) = (2, 1, 1, 2)
      $0.removedCount = 2
    },
    outcome {
      $0.movedCount = 0
      $0.health.retired = ["segments/1.segment"]
      $0.refusedCount = 1
    },
    outcome {
      $0.movedCount = 1
      $0.health.retired = ["segments/1.segment", "photos/1.photo"]
      $0.refusedCount = 2
      $0.damagedThere = ["segments/1.segment"]
      $0.notAskedCount = 3
      $0.isPartial = true
    },
  ]

  /// Photos and scans on a device, of which some gave nothing.
  private static var statistics: StatisticsReport {
    let code = FoundBarcode(
      barcode: .ean13("4006381333931"), position: [], doubt: nil)
    var counts: [LocalCount] = [
      LocalCount("read.started", count: 9, milliseconds: 810),
      LocalCount("read.succeeded", count: 3),
      LocalCount("read.sure.ean13", count: 2), LocalCount("read.doubtful.ean13"),
      LocalCount("read.sure.qrcode"),
    ]
    counts += ["nocode", "key", "unavailable", "refused", "crashed", "timedout"].map {
      LocalCount("read.failed.\($0)")
    }
    counts += [.startedScan, .failed(.noCamera), .scanned(2), .typed]
    counts += LocalCount.found(code, firstAfter: 900)
    return StatisticsReport([gym], counts)
  }

  private static func words(of warning: VaultWarning) -> [String] {
    ["- \(warning.what)"] + warning.advice.lines.map { "  \($0.text)" }
      + ["  on a page: \(warning.advice.page ?? "nothing")"]
  }

  private static func sections() throws -> [(title: String, reports: [[String]])] {
    [
      (
        "What verify found",
        verifications.map { VerificationReport($0, [gym.id: gym.name]).lines }
      ),
      ("Warnings about the vault", try health().map { $0.warnings.flatMap(words) }),
      (
        "What a sync did",
        syncs.map { sync in
          sync.lines(isDryRun: false)
            + sync.suggestions.map { "\($0.purpose): \($0.advice.line)" }
            + sync.warnings.flatMap(words)
        }
      ),
      (
        "What a sync did, on a page",
        syncs.map { $0.lines(isDryRun: false) + $0.suggestions.compactMap(\.page) }
      ),
      ("Statistics", [statistics.lines]),
    ]
  }

  @Test func `reports read as reviewed`() throws {
    let text = try Self.sections().map { title, reports in
      "# \(title)\n\n"
        + reports.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
    }.joined(separator: "\n")
    try GoldenText.check(
      // Moments are in local time.
      text.replacing(/made \d{4}-\d\d-\d\d \d\d:\d\d/, with: "made DATE AND TIME___")
        .replacing(/on \d{4}-\d\d-\d\d([;,])/) { "on DATE______\($0.output.1)" },
      against: "reports.txt")
  }
}

/// What `doctor` reports of each part of a machine, reviewed as text: `Tests/Golden/doctor.txt`.
@Suite struct `Golden machine report` {
  @Test func `a missing part reads as reviewed`() throws {
    var findings = MachinePart.allCases.map { MachinePart.Finding($0, .missing) }
    findings += [.init(.reader, .good), .init(.landlock, .unknown), .init(.emojiFont, .unknown)]
    let lines = findings.flatMap(\.lines)
    try GoldenText.check(lines.joined(separator: "\n") + "\n", against: "doctor.txt")
  }
}
