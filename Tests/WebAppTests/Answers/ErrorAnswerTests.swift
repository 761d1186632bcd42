import Cards
import Drawing
import ReaderLink
import Sealing
import SystemPackage
import Testing
import VaultFormat
import VaultSync
import Wallet

@testable import WebApp

@Suite("Errors on pages")
struct ErrorAnswerTests {
  static let path = FilePath("/media/stick/cards")
  private static let gym: CardID = {
    var generator = SystemRandomNumberGenerator()
    return CardID(using: &generator)
  }()

  static let errors: [any Error] = [
    VaultError.noVault(path), VaultError.vaultFileMissing(path), VaultError.wrongPassphrase,
    VaultError.passphraseNeeded, VaultError.olderThanRemembered(path, hasKey: false),
    VaultError.olderThanRemembered(path, hasKey: true),
    VaultError.retiredSaves([]), VaultError.keyChangedMeanwhile(path), VaultError.inUse(path),
    VaultError.keyFile(.missing, path), VaultError.bundle(.notABundle),
    VaultError.bundle(.damaged), VaultError.bundle(.ofAnotherVault),
    VaultError.bundle(.wrongPassphrase), VaultError.bundle(.costOutOfBounds),
    WalletError.keyTyped, WalletError.codeTaken(cardName: "Gym"), WalletError.usedUp(gym),
    WalletError.noBalance(gym), WalletError.zeroAmount, WalletError.partialCode(gym),
    WalletError.photo(.showsKey),
    WalletError.text(.tooManyTags(count: 99, limit: 32)), WalletError.code(.completeUPCA),
    DrawingError.emptyPayload(.ean13),
    ReaderLinkError.timedOut, ReaderLinkError.broken, ReaderLinkError.notRendered,
    ReaderLinkError.notWritten, ReaderLinkError.readerMissing,
    ReaderLinkError.otherVersion("0.0.9"),
    Failure.neverSynced, Failure.notATarget("x"), Failure.noTarget(named: "stik", among: ["stick"]),
    Failure(SyncError.copyGone(named: "stick"), target: "/media/stick", vault: path),
    Failure(SyncError.nameTaken("stick"), target: "/media/stick", vault: path),
  ]

  @Test func `advice names commands and options for a terminal alone`() throws {
    for error in Self.errors {
      let answer = try #require(ErrorAnswer(explaining: error))
      let advice = answer.try ?? ""
      #expect(!advice.contains("cardvault ") || advice.contains("terminal"), "\(advice)")
      #expect(!advice.contains("--") || advice.contains("terminal"), "\(advice)")
      #expect(!advice.contains("same command"), "\(advice)")
    }
  }

  @Test func `an error of no module of ours has no words`() {
    #expect(ErrorAnswer(explaining: CancellationError()) == nil)
  }
}
