import Synchronization
import Testing

@testable import WebApp

@Suite("Signing in")
struct SignInTests {
  @Test func `a link works once`() {
    let signIn = SignIn { _ in }
    let link = signIn.link
    #expect(!signIn.accepts(link: link.dropLast() + "x"))
    #expect(signIn.accepts(link: link))
    #expect(!signIn.accepts(link: link))
    #expect(signIn.accepts(link: signIn.link))
  }

  @Test func `a code works once, with or without a space`() {
    let signIn = SignIn { _ in }
    let code = signIn.code
    #expect(signIn.tries(code: "\(code.prefix(3)) \(code.suffix(3))").isAccepted)
    #expect(!signIn.tries(code: code).isAccepted || signIn.code == code)
  }

  @Test func `after three wrong codes, not even the right one is accepted`() {
    let shown = Mutex(0)
    let signIn = SignIn { _ in shown.withLock { $0 += 1 } }
    let code = signIn.code
    let wrong = code == "000000" ? "000001" : "000000"
    for left in [2, 1] { #expect(signIn.tries(code: wrong).triesLeft == left) }
    #expect(signIn.tries(code: wrong).triesLeft == nil)
    #expect(!signIn.tries(code: code).isAccepted)
    #expect(!signIn.tries(code: signIn.code).isAccepted)
    #expect(shown.withLock { $0 } == 1)
    // The link is no guess.
    #expect(signIn.accepts(link: signIn.link))
  }

  @Test(arguments: ["", "12345", "1234567", "code"])
  func `what has not six digits uses up no try`(typed: String) {
    let signIn = SignIn { _ in }
    for _ in 0..<4 {
      guard case .incomplete = signIn.tries(code: typed) else {
        Issue.record("\(typed) counts")
        return
      }
    }
    #expect(signIn.tries(code: signIn.code).isAccepted)
  }

  @Test func `codes have six digits and differ`() {
    let codes = (0..<50).map { _ in SignIn { _ in }.code }
    #expect(codes.allSatisfy { $0.count == 6 && $0.allSatisfy(\.isWholeNumber) })
    #expect(Set(codes).count > 40)
  }
}

extension SignIn.Outcome {
  fileprivate var isAccepted: Bool { if case .accepted = self { true } else { false } }
  fileprivate var triesLeft: Int? { if case .wrong(let left) = self { left } else { nil } }
}
