import SystemPackage
import Testing

@testable import Wallet

@Suite struct `Rendered advice` {
  private static let advice = Advice.run("key", "restore", "PHOTO", note: "with the sheet").or(
    .system("chmod", "600", .path("/my keys/a"))
  ).or("copy the key file again").or(.option("use --key-file"))

  @Test func `on a terminal, each command is alone on its line`() {
    #expect(
      Self.advice.lines.map(\.text) == [
        "try: cardvault key restore PHOTO", "     with the sheet",
        #"or:  chmod 600 "/my keys/a""#, "or:  copy the key file again", "or:  use --key-file",
      ])
    #expect(Self.advice.lines.map(\.isCommand) == [true, false, true, false, false])
  }

  @Test func `on one line, prose is in brackets`() {
    #expect(
      Self.advice.line == "cardvault key restore PHOTO (with the sheet); or "
        + #"chmod 600 "/my keys/a"; or copy the key file again; or use --key-file"#)
  }

  @Test func `a page names a terminal for commands, and no options`() {
    #expect(
      Self.advice.page == "in a terminal, cardvault key restore PHOTO (with the sheet); or "
        + #"chmod 600 "/my keys/a"; or copy the key file again"#)
    #expect(Advice.option("use --yes").page == nil)
    #expect(Self.advice.onPage("scan the sheet").page == "scan the sheet")
  }

  @Test func `the first command without a placeholder can be run as it is`() {
    #expect(Self.advice.arguments == ["chmod", "600", "/my keys/a"])
    #expect(Advice.run("show", .operand("-x")).arguments == ["cardvault", "show", "--", "-x"])
    #expect(Advice.run("sync", "TARGET").arguments == nil)
    #expect(Advice.prose("wait").arguments == nil)
    let latin = "\u{E9}".unicodeScalars.map { CChar(bitPattern: UInt8($0.value)) } + [0]
    #expect(Advice.run("import", .path(FilePath(platformString: latin))).arguments == nil)
  }

  @Test func `a command keeps the vault that was named`() {
    let options: [(name: String, value: FilePath)] = [("--vault", "other")]
    #expect(Self.advice.with(options).arguments == ["chmod", "600", "/my keys/a"])
    #expect(Advice.run("init").with(options).line == "cardvault --vault other init")
    #expect(
      Advice.run("sync", "TARGET", "--vault", "FOLDER").with(options).line
        == "cardvault sync TARGET --vault FOLDER")
  }

  @Test func `only the ways with a command can be kept`() {
    let advice = Advice.prose("check the name").or(.run("show", "gym"))
    #expect(advice.only("show") == .run("show", "gym"))
    #expect(advice.only("list") == nil)
  }
}
