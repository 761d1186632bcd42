import Foundation
import Testing

@testable import Terminal

/// Pictures in pixels, for terminals that show such.
@Suite struct PixelPictureTests {
  static let picture = PixelPicture(
    width: 80, height: 50, pixels: (0..<12_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })

  @Test func `a picture is as large as fits, and keeps its proportions`() {
    let cell = Window.Cell(width: 10, height: 20)
    #expect(Self.picture.cells(columns: 40, rows: 20, cell: cell) == (40, 12))
    #expect(Self.picture.cells(columns: 40, rows: 5, cell: cell) == (16, 5))
    #expect(Self.picture.cells(columns: 1, rows: 1, cell: cell) == (1, 1))
  }

  @Test func `kitty's protocol is used only where the terminal is known to have it`() {
    func shows(_ type: String, _ variables: [String: String] = [:]) -> Bool {
      Graphics.isKitty(type) { variables[$0] }
    }
    #expect(shows("xterm-kitty") && shows("xterm-ghostty"))
    #expect(shows("xterm-256color", ["KITTY_WINDOW_ID": "1"]))
    #expect(shows("xterm-256color", ["TERM_PROGRAM": "ghostty"]))
    #expect(!shows("xterm-256color") && !shows("linux"))
    #expect(!shows("xterm-256color", ["TERM_PROGRAM": "Apple_Terminal"]))
    // Another terminal that was started from kitty or Ghostty has their variables, too.
    for kitty in [["KITTY_WINDOW_ID": "1"], ["TERM_PROGRAM": "ghostty"]] {
      for other in ["XTERM_VERSION", "VTE_VERSION", "KONSOLE_VERSION"] {
        #expect(!shows("xterm-256color", kitty.merging([other: "1"]) { $1 }))
      }
      #expect(!shows("foot", kitty) && !shows("vt340", kitty))
    }
    #expect(!shows("xterm-256color", ["KITTY_WINDOW_ID": "1", "TERM_PROGRAM": "WezTerm"]))
    // tmux takes what it does not know for the window's title.
    #expect(!shows("tmux-256color", ["KITTY_WINDOW_ID": "1"]) && !shows("screen.xterm-kitty"))
    #expect(!shows("xterm-kitty", ["TMUX": "/tmp/tmux"]))
  }

  @Test func `a picture is sent in pieces that the protocol allows`() throws {
    let placed = PlacedPicture(
      picture: Self.picture, row: 3, column: 50, columns: 20, rows: 6,
      cell: Window.Cell(width: 10, height: 20))
    let code = Graphics.kitty.code(of: placed)
    #expect(code.hasPrefix("\u{1B}7\u{1B}[4;51H\u{1B}_Ga=T,f=24,s=80,v=50,c=20,r=6,"))
    #expect(code.hasSuffix("\u{1B}\\\u{1B}8"))
    let pieces = code.components(separatedBy: "\u{1B}_G").dropFirst().map {
      $0.components(separatedBy: "\u{1B}\\")[0].split(separator: ";")
    }
    #expect(pieces.count == 4)
    #expect(pieces.allSatisfy { $0[1].utf8.count <= 4_096 && $0[0].contains("m=") })
    #expect(pieces.map { $0[0].hasSuffix("m=0") } == [false, false, false, true])
    let text = pieces.map { $0[1] }.joined()
    #expect(try #require(Data(base64Encoded: text)) == Data(Self.picture.pixels))
  }

  @Test func `no more pixels are sent than are shown, each the mean of its place`() {
    let pixels: [UInt8] = [0, 0, 0, 100, 200, 50, 10, 10, 10, 20, 20, 20]
    let picture = PixelPicture(width: 4, height: 1, pixels: pixels)
    #expect(picture.resized(width: 2, height: 1).pixels == [50, 100, 25, 15, 15, 15])
    let placed = PlacedPicture(
      picture: Self.picture, row: 0, column: 0, columns: 4, rows: 1,
      cell: Window.Cell(width: 10, height: 20))
    #expect(Graphics.kitty.code(of: placed).contains("f=24,s=40,v=20,c=4,r=1,"))
  }

  @Test func `sixels have the picture's colours, band by band`() {
    let pixels = [UInt8](repeating: 255, count: 8 * 8 * 3) + [UInt8](repeating: 0, count: 8 * 8 * 3)
    let placed = PlacedPicture(
      picture: PixelPicture(width: 8, height: 16, pixels: pixels), row: 0, column: 0, columns: 1,
      rows: 1, cell: Window.Cell(width: 8, height: 18))
    #expect(
      Graphics.sixel.code(of: placed)
        == "\u{1B}7\u{1B}[1;1H\u{1B}P0;1q\"1;1;8;12#0;2;0;0;0#215;2;100;100;100"
        + "#215!8~$-#0!8~$-\u{1B}\\\u{1B}8")
  }

  @Test func `in a review the photo is beside the form, and no text is under it`() throws {
    var draft = Draft(
      position: 1, count: 1, fields: [.init("Name", text: String(repeating: "n", count: 90))],
      choices: [.init(["Enter"], "accept")], picture: { _ in .lines(["██", "██"]) })
    draft.photo = { Self.picture }
    draft.number = String(repeating: "1", count: 90)
    draft.doubts = [String(repeating: "Compare it. ", count: 12)]
    var window = Window(columns: 80, rows: 24, paintsSymbols: false)
    var screen = DraftView(draft)
    #expect(screen.page(in: window).picture == nil)
    window.cell = Window.Cell(width: 10, height: 20)
    let page = screen.page(in: window)
    let picture = try #require(page.picture)
    #expect(picture.column + picture.columns == 80 && picture.row == 3)
    #expect(page.lines.count == 24 && picture.row + picture.rows <= 23)
    for text in page.texts[picture.row..<picture.row + picture.rows] {
      #expect(text.cellCount < picture.column, "\(text)")
    }
    // The code is as high as the window: the photo is below the texts beside it.
    draft = Draft(
      position: 1, count: 1, fields: [.init("Name", text: "Gym")],
      choices: [.init(["Enter"], "accept")],
      picture: { _ in .lines(Array(repeating: String(repeating: "█", count: 40), count: 20)) })
    draft.photo = { Self.picture }
    screen = DraftView(draft)
    let lower = screen.page(in: window)
    let beside = try #require(lower.picture)
    #expect(beside.column + beside.columns == 80 && beside.column >= 42)
    for (row, text) in lower.texts.enumerated() where text.contains("Gym") {
      #expect(row < beside.row)
    }
    #expect(beside.row + beside.rows <= 22)
    window = Window(columns: 50, rows: 24, paintsSymbols: false)
    window.cell = Window.Cell(width: 10, height: 20)
    #expect(screen.page(in: window).picture == nil)
  }
}
