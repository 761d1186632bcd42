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

  @Test func `only the best way can be run as it is`() {
    #expect(Self.advice.arguments == nil)
    let repair = Advice.system("chmod", "600", .path("/my keys/a"))
    #expect(repair.or(.run("init")).arguments == ["chmod", "600", "/my keys/a"])
    #expect(Advice.prose("wait").or(.run("init")).arguments == nil)
    #expect(Advice.run("show", .operand("-x")).arguments == ["cardvault", "show", "--", "-x"])
    #expect(Advice.run("sync", "TARGET").arguments == nil)
    let latin = "\u{E9}".unicodeScalars.map { CChar(bitPattern: UInt8($0.value)) } + [0]
    #expect(Advice.run("import", .path(FilePath(platformString: latin))).arguments == nil)
  }

  @Test func `a command names the vault that was named`() {
    Advice.$namedOptions.withValue([("--vault", "other"), ("--key-file", "no key")]) {
      #expect(Advice.system("chmod", "600", "a").arguments == ["chmod", "600", "a"])
      #expect(Advice.run("init").line == #"cardvault --vault other --key-file "no key" init"#)
      #expect(
        Advice.run("sync", "TARGET", "--vault", "FOLDER").line
          == "cardvault sync TARGET --vault FOLDER")
    }
    // It makes the key file, and overwrites none.
    Advice.$namedOptions.withValue([("--key-file", "/dev/null")]) {
      #expect(Advice.run("init").line == "cardvault init")
      #expect(Advice.run("list").line == "cardvault --key-file /dev/null list")
    }
  }

  @Test func `a value that begins with a dash is in one word with its option`() {
    let renaming = Advice.run("edit", "gym", .option("--name", "--spa two"))
    #expect(renaming.line == #"cardvault edit gym "--name=--spa two""#)
    #expect(renaming.arguments == ["cardvault", "edit", "gym", "--name=--spa two"])
    #expect(
      Advice.run("edit", "gym", .option("--name", "Spa")).line == "cardvault edit gym --name Spa")
  }

  @Test func `only the ways with a command can be kept`() {
    let advice = Advice.prose("check the name").or(.run("show", "gym"))
    #expect(advice.only("show") == .run("show", "gym"))
    #expect(advice.only("list") == nil)
  }
}
