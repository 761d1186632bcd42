import Testing
import Wallet

/// What `doctor` reports of each part of a machine, reviewed as text: `Tests/Golden/doctor.txt`.
@Suite struct `Golden machine report` {
  @Test func `a missing part reads as reviewed`() throws {
    var findings = MachinePart.allCases.map { MachinePart.Finding($0, .missing) }
    findings += [.init(.reader, .good), .init(.landlock, .unknown), .init(.emojiFont, .unknown)]
    let lines = findings.flatMap(\.lines)
    try GoldenText.check(lines.joined(separator: "\n") + "\n", against: "doctor.txt")
  }
}
