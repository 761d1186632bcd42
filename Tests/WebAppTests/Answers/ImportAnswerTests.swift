import ReaderLink
import Testing
import Wallet
import WalletFiles

@testable import WebApp

@Suite struct ImportAnswerTests {
  @Test(
    arguments: [
      (.refused(.notAPicture), "refused"), (.refused(.tooLarge(megapixels: 3_600)), "refused"),
      (.crashed, "failed"), (.timedOut, "failed"),
    ] as [(PictureOutcome.Failure, String)])
  func `only what the reader could read the next time failed, the rest is refused`(
    failure: PictureOutcome.Failure, kind: String
  ) {
    #expect(ImportAnswer.Event(ImportEvent.failed(failure)).kind == kind)
  }

  @Test func `so it is with other wallets' files`() {
    #expect(ImportAnswer.Event(ForeignProblem.unopenable).kind == "failed")
    #expect(ImportAnswer.Event(ForeignProblem.notText).kind == "refused")
  }

  @Test func `a file of no known kind is told what can be imported`() {
    let words = ImportAnswer.Event(ImportEvent.failed(.refused(.notAPicture))).words
    #expect(words.hasPrefix("It is neither a picture nor an export from a wallet. Try: use a JPEG"))
    #expect(words.hasSuffix("or a wallet's zip, pass or table."))
    let empty = ImportAnswer.Event(ImportEvent.failed(.refused(.empty))).words
    #expect(empty == "It is empty. Try: copy it again, or use another file.")
  }
}
