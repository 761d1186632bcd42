import Cards
import Drawing
import ReaderLink
import Sealing
import SystemPackage
import Testing
import VaultFormat
import VaultStore
import VaultSync
import WalletFiles

@testable import Wallet

/// Errors in words, reviewed as text: `Tests/Golden/errors.txt` has those of every module, also those that no scenario
/// can bring about, such as a full disk.
///
/// After a deliberate change of wording, a run with `CARDVAULT_GOLDEN=write` writes the file anew.
@Suite struct `Golden error texts` {
  private static let path: FilePath = "/media/stick/cards"

  private static func successor(isHere: Bool) throws -> Successor {
    Successor(
      keyID: try key, fingerprint: "11111 22222 33333 44444 55555 66666",
      made: Timestamp(milliseconds: 1_795_000_000_000), isOnThisMachine: isHere)
  }

  private static var key: KeyID {
    get throws { try #require(KeyID([UInt8](repeating: 0xAB, count: KeyID.byteCount))) }
  }

  private static func vault() throws -> [VaultError] {
    let (key, path) = (try key, path)
    let vaults = [path, "/media/stick/other"].map { SeveralVaults(id: key, keyFiles: [$0]) }
    return [
      .noVault(path), .vaultExists(path), .folderNotEmpty(path), .keyFileInsideVault(path),
      .wrongKey(key, path), .keyReplaced(try successor(isHere: false)),
      .keyReplaced(try successor(isHere: true)), .olderThanRemembered(path, hasKey: true),
      .olderThanRemembered(path, hasKey: false),
      .severalVaults(vaults), .retiredSaves([save]), .retiredSaves([save, save]),
      .passphraseNeeded, .wrongPassphrase,
      .noMemoryForPassphrase(kibibytes: 1 << 18), .noKeyring(.noFunction), .vaultFileMissing(path),
      .damaged(["segments/1"]), .newerFormat(["segments/1"]), .readOnly(path), .noSpace(path),
      .tooLarge(byteCount: 1 << 27), .keyChangedMeanwhile(path), .inUse(path),
      .permission(path), .noGuardedMemory, .io(.ioError, path), .io(.noSuchFileOrDirectory, path),
    ]
  }

  private static let save = RetiredSave(
    Segment(
      identity: .ofNothing, device: 1, sequence: 1, previous: nil, seen: [],
      clock: HybridClock(0), wall: Timestamp(milliseconds: 0), revisions: [],
      undoes: nil))

  private static let keyFiles: [KeyFileProblem] = [
    .missing, .alreadyExists, .notAFile, .readableByOthers(mode: 0o644), .modesNotKept(mode: 0o777),
    .malformed, .mistyped(group: 8), .newerFormat(2),
    .costOutOfBounds(passes: 1, kibibytes: 1), .system(Errno.permissionDenied.rawValue),
  ]

  private static let passphrases: [PassphraseProblem] = [
    .empty, .tooLong, .missing, .refused, .system(Errno.badFileDescriptor.rawValue),
  ]

  private static func bundles() throws -> [BundleProblem] {
    [
      .notABundle, .damaged, .ofAnotherVault, .needsKey(try successor(isHere: false)),
      .wrongPassphrase, .costOutOfBounds, .makesNoVault, .newerFormat,
    ]
  }

  private static let restoring: [SealingError] = [
    .keyFile(.mistyped(group: 8)), .keyFile(.malformed), .keyFile(.newerFormat(2)),
    .keyFile(.costOutOfBounds(passes: 1, kibibytes: 1)), .noGuardedMemory,
  ]

  private static let sheets: [KeyEnding] = [
    .noKey, .severalKeys, .refused(.tooLarge(megapixels: 300)), .refused(.damaged),
  ]

  private static func syncs() throws -> [SyncError] {
    [
      .vault(.keyFile(.missing, path)), .vault(.passphraseNeeded), .vault(.wrongKey(try key, path)),
      .anotherVault(isKeyHere: false), .anotherVault(isKeyHere: false, keys: [try key]),
      .anotherVault(isKeyHere: true), .copyGone(named: "stick"), .nameTaken("stick"),
      .noHeader(["a.vault"]), .notEmpty, .partOfVault, .noVault, .sameFolder,
      .restless, .transport(.programMissing("rclone")),
      .transport(.failed(program: "git", words: "fatal: no route to host")), .inUse,
      .transport(.noFolder(path)), .transport(.system(.noSpace, path)),
      .transport(.system(.permissionDenied, path)), .transport(.system(.notDirectory, path)),
      .transport(.system(.noSuchFileOrDirectory, path)), .transport(.system(.ioError, path)),
    ]
  }

  private static let pictures: [PictureOutcome.Failure] = [
    .source(.missing), .source(.notPermitted), .source(.notAFile), .source(.linkLoop),
    .source(.tooLong(megabytes: 300)), .source(.unreadable(errno: 5)), .refused(.empty),
    .refused(.notAPicture), .refused(.formatNotAccepted), .refused(.damaged),
    .refused(.tooLarge(megapixels: 300)), .refused(.tooManyPages(count: 99)),
    .refused(.outOfMemory), .crashed, .timedOut,
  ]

  private static let reader: [ReaderLinkError] = [
    .readerUnusable, .notRendered, .notWritten, .timedOut, .broken,
  ]

  private static let codes: [CodeProblem] = [
    .notUnicode, .wrongLength, .element(title: "Expiry", .noSuchDate), .publication(isBook: true),
    .publication(isBook: false), .unreadableDigit(.several(2)), .unreadableDigit(.noneFits),
    .unreadableDigit(.manyFit(2)), .noCheckDigit(characterCount: 9, .code128),
    .perhapsNoCheckDigit(characterCount: 8), .notCode39, .completeUPCA,
    .wrongNumber(.ean13, digitCount: 13), .wrongCheckDigit(.ean13),
  ]

  private static func texts() throws -> [TextProblem] {
    let (from, expires) = (CalendarDate("2026-12-31"), CalendarDate("2026-01-01"))
    return [
      .empty(.name), .empty(.tag), .empty(.note), .empty(.holder), .empty(.pin),
      .empty(.webAddress), .tooLong(.name, count: 300, limit: 200), .notUnicode(.note),
      .tooManyTags(count: 99, limit: 32), .notADate("soon"),
      .ambiguousDate("3/4/2027", ["2027-04-03", "2027-03-04"].compactMap(CalendarDate.init)),
      .neverValid(from: try #require(from), expires: try #require(expires)),
      .notAWebAddress("nowhere"), .notAColour("reddish"), .notAKind("spade"),
      .notAnAmount("much"),
      .thousandsOrDecimals(.init("1.250", in: .currency("EUR"), isNamed: false)),
      .thousandsOrDecimals(.init("1,255", in: .currency("EUR"), isNamed: true)),
      .thousandsOrDecimals(.init("1,234", in: .currency("KWD"), isNamed: true)),
      .thousandsOrDecimals(.init("1,250", in: .unknown, isNamed: false)),
      .thousandsOrDecimals(.init("1,255", in: .unknown, isNamed: false)),
      .severalCurrencies("$25.50"), .noCurrency("2.50"),
    ]
  }

  private static let gym = Card.sample("Gym", id: 1).id

  private static let cards: [WalletError] = [
    .keyTyped, .codeTaken(cardName: "Gym"), .severalCodes(3),
    .folderUnreadable(name: "photos", .permissionDenied), .noPictures(folderName: "photos"),
    .usedUp(gym), .noBalance(gym), .zeroAmount,
    .otherUnit(Balance(thousandths: 10_250, currency: "EUR")),
    .notEnough(Balance(thousandths: 300_000, currency: ""), on: gym), .partialCode(gym),
    .photo(.showsKey),
    .photo(.notOnePicture), .tooManyCards, .noDay,
  ]

  private static let drawings: [DrawingError] = [
    .emptyPayload(.code128), .wrongLength(.itf, byteCount: 3),
    .wrongLength(.code93, byteCount: 300), .wrongByte(.codabar, offset: 0),
    .wrongByte(.ean13, offset: 2), .wrongCheckDigit(.ean13), .cannotState(.code39, .eci),
    .cannotState(.code39, .gs1), .cannotState(.code39, .addOn), .cannotState(.pdf417, .part),
    .tooLong(.qrCode, byteCount: 5_000), .refused(.pdf417), .tooFine(.qrCode), .outOfMemory,
    .tooWide(needed: 59, available: 30),
    .tooTall(needed: 30, available: 20),
  ]

  private static let exports: [ExportRefusal] = [
    .noCard(query: "pool"), .noCards, .noneExpires, .severalCards(2),
    .noneFits([AbsentCard(.sample("Zoo", id: 1), .doubtfulCode)]),
    .noneFits([
      AbsentCard(.sample("Zoo", id: 1), .doubtfulCode),
      AbsentCard(.sample("Gym", id: 2), .doubtfulCode),
      AbsentCard(.sample("", id: 3), .noNameOrNumber),
      AbsentCard(.sample("", id: 3), .noNameOrNumber),
    ]),
    .tooManyPasses(1_001, limit: 1_000), .tooLarge(limit: 64 << 20),
    .password(maxByteCount: 99),
  ]

  private static let passes: [PassSigningProblem] = [
    .programMissing, .unreadable(.missing), .unreadable(.notPermitted), .noCertificate, .noKey,
    .keyEncrypted, .expired, .failed(words: ""), .failed(words: "unable to load certificates"),
  ]

  private static let foreign: [ForeignProblem] = [
    .tooLarge(limit: 64 << 20), .textTooLarge(limit: 4 << 20), .bomb,
    .tooMany(.cards, limit: 20_000), .tooMany(.columns, limit: 50),
    .notText, .cutOff, .damaged(offset: 7), .damagedArchive, .damagedLine(7), .openQuotes(line: 7),
    .missing("pass.json"), .newerVersion("3"), .locked, .wrongPassword, .unopenable,
  ]

  private static let refusals: [ForeignRefusal] = [
    .photoOptions(fileName: "cards.csv"),
    .unconfirmedColumns(fileName: "cards.csv", guess: "Store=name", isComplete: false),
    .unconfirmedColumns(fileName: "cards.csv", guess: "Store=name,Card=code", isComplete: true),
    .columns(fileName: "cards.csv", .unwritten("Store")),
    .columns(fileName: "cards.csv", .unknownColumn("Shop")),
    .columns(fileName: "cards.csv", .unknownField("shop")),
    .columns(fileName: "cards.csv", .twice("Store")), .columns(fileName: "cards.csv", .incomplete),
    .passwordManager(fileName: "cards.csv"), .needlessColumns,
  ]

  private static let writing: [Errno] = [
    .fileExists, .noSuchFileOrDirectory, .notDirectory, .fileNameTooLong, .permissionDenied,
    .readOnlyFileSystem, .noSpace, .ioError,
  ]

  private static func sections() throws -> [(title: String, failures: [Failure])] {
    var sections: [(title: String, failures: [Failure])] = []
    func add(_ title: String, _ failures: [Failure]) { sections.append((title, failures)) }
    add("The vault", try vault().map(\.failure))
    add("Key files", keyFiles.map { Failure($0, path) })
    add("Passphrases", passphrases.map { Failure($0) })
    add("Bundles", try bundles().map { Failure($0) })
    add("Restoring a key", restoring.map { Failure(restoring: $0) })
    add("A key on a photo", sheets.map { Failure($0, on: "sheet.jpg") })
    add(
      "Syncing", try syncs().map { Failure($0, target: "/media/stick/cards", vault: "/srv/vault") })
    add(
      "Targets",
      [
        Failure.notATarget("x"), Failure.neverSynced,
        Failure.noTarget(named: "ubs", among: ["copy", "usb"]),
      ])
    add("Undoing", [Failure(nothingUndone: nil)])
    add("Photos to keep", pictures.map { WalletError.photo(.failed($0)).failure })
    add("The reader", reader.map(\.failure))
    add("Codes", codes.map { WalletError.code($0).failure })
    add("Texts", try texts().map { WalletError.text($0).failure })
    add("Cards", cards.map(\.failure))
    add("Drawing", drawings.map(\.failure))
    add("Exporting", exports.map(\.failure))
    add("Signing passes", passes.map(\.failure))
    add("Other wallets' files", foreign.map { Failure(importing: "cards.zip", $0) })
    add(
      "Importing",
      refusals.map(\.failure) + [.nothingImported(intoVaultInUseAt: path)])
    add("Writing files", writing.map { Failure(writing: path, $0, orElse: "nothing was written") })
    return sections
  }

  /// An error as a terminal shows it, and what a page advises.
  private static func text(of failure: Failure) -> String {
    var lines = ["error: \(failure.what)", "because \(failure.because)"]
    lines += failure.advice.lines.map(\.text)
    lines.append("on a page: \(failure.advice.page ?? "nothing")")
    return (lines + ["[\(failure.status.rawValue)]"]).joined(separator: "\n")
      // Moments are in local time.
      .replacing(/made \d{4}-\d\d-\d\d \d\d:\d\d/, with: "made DATE AND TIME___")
      .replacing(/on \d{4}-\d\d-\d\d;/, with: "on DATE______;")
      .replacing(/on \d{4}-\d\d-\d\d,/, with: "on DATE______,")
  }

  @Test func `errors read as reviewed`() throws {
    let text = try Self.sections().map { title, failures in
      "# \(title)\n\n" + failures.map { Self.text(of: $0) + "\n" }.joined(separator: "\n")
    }.joined(separator: "\n")
    try GoldenText.check(text, against: "errors.txt")
  }

  @Test func `commands are values, never words in prose`() throws {
    for failure in try Self.sections().flatMap({ $0.failures }) {
      for way in failure.advice.ways {
        #expect(!way.prose.contains("cardvault "), "\(way.prose)")
      }
    }
  }

  @Test func `every error has something to try, and none ends with a full stop`() throws {
    for failure in try Self.sections().flatMap({ $0.failures }) {
      #expect(!failure.advice.line.isEmpty, "\(failure.what)")
      #expect(![failure.what, failure.because].contains { $0.hasSuffix(".") }, "\(failure.what)")
    }
  }
}
