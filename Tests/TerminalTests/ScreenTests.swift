import Glibc
import SystemPackage
import Testing

@testable import Terminal

/// The library itself, on real terminals; one at a time, as there is one screen.
@Suite(.serialized)
struct ScreenTests {
  private func pick(
    from names: [String], on terminal: FileDescriptor, hasColour: Bool = true
  ) -> Work<Int?> {
    Work {
      var screen = try Screen(
        paintsSymbols: hasColour, input: terminal, output: terminal, type: "xterm-256color")
      var picker = Picker(
        title: "Which card?", rows: names.map { Picker.Row($0) },
        find: { words in names.indices.filter { words.isEmpty || names[$0].contains(words) } })
      return try screen.show(&picker)
    }
  }

  private func same(_ one: termios, _ other: termios) -> Bool {
    one.c_iflag == other.c_iflag && one.c_oflag == other.c_oflag && one.c_lflag == other.c_lflag
      && one.c_cflag == other.c_cflag
  }

  @Test func `a row is picked, and the terminal is as before`() throws {
    let terminal = try PseudoTerminal(columns: 80, rows: 24)
    let before = terminal.settings
    let work = pick(from: ["Rewe", "Bücherei", "卡片 👍"], on: terminal.program)
    let page = try terminal.wait(for: "to filter")
    #expect(page.contains("\u{1B}[?1049h"))
    #expect(page.contains("Which card?") && page.contains("Bücherei") && page.contains("卡片 👍"))
    // Flow control is off, and signals are on.
    #expect(terminal.settings.c_iflag & tcflag_t(IXON) == 0)
    #expect(terminal.settings.c_lflag & tcflag_t(ISIG) != 0)
    // Ctrl-C takes back nothing of what was written, not even what the kernel has yet to pass on.
    try terminal.program.writeAll(Array(String(repeating: ".", count: 8_000).utf8))
    try terminal.program.writeAll(Array("written".utf8))
    try terminal.type("\u{3}")
    _ = try terminal.wait(for: "written")
    try terminal.type("片\r")
    #expect(try work.value() == 2)
    _ = try terminal.wait(for: "\u{1B}[?1049l")
    #expect(same(terminal.settings, before))
  }

  @Test func `keys arrive: arrows, Escape, and sequences without meaning`() throws {
    let terminal = try PseudoTerminal(columns: 80, rows: 24)
    var work = pick(from: ["one", "two", "three"], on: terminal.program)
    _ = try terminal.wait(for: "to filter")
    // Focus, a mouse's click, Alt-x, Down twice in the form of the application's keypad, Up.
    try terminal.type("\u{1B}[I\u{1B}[<0;1;1M\u{1B}x\u{1B}OB\u{1B}OB\u{1B}OA\r")
    #expect(try work.value() == 1)
    work = pick(from: ["one", "two", "three"], on: terminal.program)
    _ = try terminal.wait(for: "to filter")
    try terminal.type("\u{1B}")
    #expect(try work.value() == nil)
  }

  @Test func `a page follows the window's size`() throws {
    let terminal = try PseudoTerminal(columns: 80, rows: 24)
    let work = pick(from: ["one", "two"], on: terminal.program)
    _ = try terminal.wait(for: "to filter")
    terminal.resizeOpen(columns: 30, rows: 12)
    _ = try terminal.wait(for: "too small")
    terminal.resizeOpen(columns: 50, rows: 12)
    _ = try terminal.wait(for: "Which card?")
    try terminal.type("two\r")
    #expect(try work.value() == 1)
  }

  @Test func `nothing is picked blindly in a window that is too small`() throws {
    let terminal = try PseudoTerminal(columns: 80, rows: 24)
    let work = pick(from: ["one", "two"], on: terminal.program)
    _ = try terminal.wait(for: "to filter")
    terminal.resizeOpen(columns: 30, rows: 12)
    _ = try terminal.wait(for: "too small")
    try terminal.type("\r\u{1B}")
    #expect(try work.value() == nil)
  }

  @Test func `Ctrl-C ends as an interruption`() throws {
    let terminal = try PseudoTerminal(columns: 80, rows: 24)
    terminal.disableSignals()
    let before = terminal.settings
    let work = pick(from: ["one"], on: terminal.program)
    _ = try terminal.wait(for: "to filter")
    try terminal.type("\u{3}")
    #expect(throws: ScreenError.interrupted) { try work.value() }
    #expect(same(terminal.settings, before))
  }

  @Test func `a symbol is black on white where there are colours`() throws {
    for hasColour in [true, false] {
      let terminal = try PseudoTerminal(columns: 80, rows: 24)
      let program = terminal.program
      let work = Work {
        var screen = try Screen(
          paintsSymbols: hasColour, input: program, output: program, type: "xterm-256color")
        var view = CardView(
          "Rewe", captions: ["590"], offers: [],
          picture: { .lines([$0.paintsSymbols ? "▌painted▐█" : "▌plain▐█"]) })
        return try screen.show(&view)
      }
      let page = try terminal.wait(for: "leave")
      let painted = "\u{1B}[38;5;16m\u{1B}[48;5;231m▌painted▐\u{1B}[38;5;231m\u{1B}[48;5;16m "
      #expect(page.contains(hasColour ? painted : "▌plain▐█"))
      #expect(page.contains("48;5") == hasColour)
      try terminal.type("q")
      #expect(try work.value() == .leave)
    }
  }

  @Test func `a screen is left for a while, and restored for good`() throws {
    let terminal = try PseudoTerminal(columns: 80, rows: 24)
    let before = terminal.settings
    let program = terminal.program
    let work = Work {
      var screen = try Screen(
        paintsSymbols: false, input: program, output: program, type: "xterm-256color")
      var prompt = TextPrompt("Name", fields: [TextPrompt.Field("Name", text: "Rewe")])
      let first = try screen.show(&prompt)
      try screen.aside { try program.writeAll(Array("aside\r\n".utf8)) }
      _ = try screen.show(&prompt)
      Screen.restore()
      try program.writeAll(Array("the end\r\n".utf8))
      return first?.texts
    }
    _ = try terminal.wait(for: "cancel")
    try terminal.type("!\r")
    let aside = try terminal.wait(for: "aside")
    #expect(aside.contains("\u{1B}[?1049l"))
    _ = try terminal.wait(for: "cancel")
    try terminal.type("\r")
    let end = try terminal.wait(for: "the end")
    #expect(end.contains("\u{1B}[?1049l"))
    // A picture that was cut short ends first.
    #expect(end.contains("\u{1B}\\\u{1B}[?2004l"))
    #expect(try work.value() == ["Rewe!"])
    #expect(same(terminal.settings, before))
  }

  @Test func `sixels are sent again only where a line may have been cleared`() throws {
    /// Lines beside a picture: typing adds to them, and Enter clears them.
    struct Lines: View {
      var text = "abcdefgh"
      mutating func press(_ key: Key) -> Reaction<Int> {
        switch key {
        case .typed(let scalar): text.unicodeScalars.append(scalar)
        case .enter: text = "a"
        default: return .ends(0)
        }
        return .stays
      }
      mutating func page(in window: Window) -> Page {
        var page = Page(lines: ["title", text, "end"].map { .init($0, width: window.columns) })
        page.picture = window.cell.map {
          PlacedPicture(
            picture: PixelPicture(width: 1, height: 1, pixels: [0, 0, 0]), row: 1, column: 70,
            columns: 10, rows: 1, cell: $0)
        }
        return page
      }
    }
    let terminal = try PseudoTerminal(columns: 80, rows: 24, cell: (10, 20))
    let program = terminal.program
    let work = Work {
      var screen = try Screen(
        paintsSymbols: false, input: program, output: program, type: "xterm-256color")
      screen.askForPictures()
      var view = Lines()
      return try screen.show(&view)
    }
    let sixels = "\u{1B}P0;1q"
    _ = try terminal.wait(for: "\u{1B}[c")
    try terminal.type("\u{1B}[?63;4c")
    _ = try terminal.wait(for: sixels)
    try terminal.type("x")
    #expect(try !terminal.wait(for: "x").contains(sixels))
    try terminal.type("y\r")
    _ = try terminal.wait(for: "y")
    #expect(try terminal.wait(for: sixels).contains("\u{1B}[K"))
    try terminal.type("\u{1B}")
    #expect(try work.value() == 0)
  }

  @Test func `what the terminal answers late does not reach the shell`() throws {
    let terminal = try PseudoTerminal(columns: 80, rows: 24)
    let program = terminal.program
    let work = Work {
      var screen = try Screen(
        paintsSymbols: false, input: program, output: program, type: "xterm-256color")
      screen.askForPictures()
      var prompt = TextPrompt("Name", fields: [TextPrompt.Field("Name", text: "Rewe")])
      return try screen.show(&prompt)?.texts
    }
    _ = try terminal.wait(for: "cancel")
    try terminal.type("\r\u{1B}[?63;1;2;4c")
    #expect(try work.value() == ["Rewe"])
    try terminal.type("typed\n")
    var line = [UInt8](repeating: 0, count: 100)
    let count = try unsafe line.withUnsafeMutableBytes { unsafe try program.read(into: $0) }
    #expect(String(decoding: line.prefix(count), as: UTF8.self) == "typed\n")
  }

  @Test(arguments: [nil, "", "dumb", "no-such-terminal"])
  func `a terminal that cannot place its cursor is none`(type: String?) throws {
    let terminal = try PseudoTerminal(columns: 80, rows: 24)
    let program = terminal.program
    let work = Work {
      _ = try Screen(paintsSymbols: true, input: program, output: program, type: type)
    }
    #expect(throws: ScreenError.noTerminal) { try work.value() }
  }

  @Test func `a pipe is no terminal, and a small window no screen`() throws {
    let terminal = try PseudoTerminal(columns: 39, rows: 24)
    let before = terminal.settings
    let program = terminal.program
    let pipe = try FileDescriptor.pipe()
    #expect(throws: ScreenError.noTerminal) {
      _ = try Screen(
        paintsSymbols: true, input: pipe.readEnd, output: program, type: "xterm-256color")
    }
    #expect(throws: ScreenError.noTerminal) {
      _ = try Screen(
        paintsSymbols: true, input: program, output: pipe.writeEnd, type: "xterm-256color")
    }
    #expect(throws: ScreenError.tooSmall(columns: 39, rows: 24)) {
      _ = try Screen(paintsSymbols: true, input: program, output: program, type: "xterm-256color")
    }
    #expect(same(terminal.settings, before))
    try pipe.readEnd.close()
    try pipe.writeEnd.close()
  }
}

struct KeyTests {
  @Test(arguments: [
    (0x0D, Key.enter), (0x0A, .enter), (0x09, .tab), (0x1B, .escape), (0x7F, .backspace),
    (0x08, .backspace), (0x0F, .control("o")), (0x11, .control("q")), (0x03, .control("c")),
    (0x00, .unknown), (0x1C, .unknown), (0x9B, .unknown), (0x61, .typed("a")),
    (0x5361, .typed("卡")),
  ])
  func `a character is a key`(value: Int, key: Key) throws {
    #expect(Key(scalar: try #require(Unicode.Scalar(value))) == key)
  }
}
