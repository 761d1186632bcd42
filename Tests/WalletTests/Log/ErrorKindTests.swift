import Cards
import Drawing
import ReaderLink
import SystemPackage
import Testing
import VaultFormat

@testable import Wallet

/// What the log of `--verbose` says about an error; people paste it in public.
@Suite struct `Kinds of errors` {
  private static let path: FilePath = "/media/geheim/cards"

  @Test(
    arguments: [
      (VaultError.inUse(path), "VaultError.inUse"),
      (VaultError.wrongPassphrase, "VaultError.wrongPassphrase"),
      (VaultError.io(.ioError, path), "VaultError.io, system error 5"),
      (WalletError.vault(.noSpace(path)), "WalletError.vault: VaultError.noSpace, system error 28"),
      (WalletError.codeTaken(cardName: "geheim"), "WalletError.codeTaken"),
      (ReaderLinkError.otherVersion("geheim"), "ReaderLinkError.otherVersion"),
      (DrawingError.wrongByte(.ean13, offset: 2), "DrawingError.wrongByte"),
      (ExportRefusal.noCard(query: "geheim"), "ExportRefusal.noCard"),
      (Failure("geheim", because: "geheim", try: "geheim", status: .usage), "Failure"),
      (Errno.badFileDescriptor, "Errno 9"), (CancellationError(), "CancellationError"),
    ] as [(any Error, String)])
  func `a kind is a type and a case, without values`(error: any Error, kind: String) {
    #expect(ErrorKind(error).words == kind)
  }

  private enum Described: Error, CustomStringConvertible {
    case plain, rich(String)

    var description: String { "geheim" }
  }

  private struct Wrapping: Error { let path = "geheim" }

  @Test func `a description is never part of a kind`() {
    #expect(ErrorKind(Described.plain).words == "Described")
    #expect(ErrorKind(Described.rich("geheim")).words == "Described.rich")
    #expect(ErrorKind(Wrapping()).words == "Wrapping")
  }
}
