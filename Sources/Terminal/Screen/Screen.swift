internal import Cards
internal import Cterminal
internal import Glibc
internal import Synchronization
package import SystemPackage

/// Full-screen use of a terminal, which is restored when this value's lifetime ends.
///
/// Only one may exist at a time. While it is open, write to the terminal only inside `aside`. Standard output stays
/// free for results: keys come from standard input, and pages go to standard error.
///
///     var screen = try Screen(paintsSymbols: console.paintsSymbols(.standardError))
///     var picker = Picker(title: "Which card?", rows: rows) { words in … }
///     let index = try screen.show(&picker)
package struct Screen: ~Copyable {
  private static let isOpen = Atomic(false)

  /// Whether a screen is open, so that nothing else may write to the terminal.
  package static var isShown: Bool { isOpen.load(ordering: .relaxed) }

  private let paintsSymbols: Bool
  private let output: FileDescriptor
  private let isKitty: Bool
  /// A picture, and what shows it.
  private typealias Shown = (placed: PlacedPicture, code: String)
  // Not with a question mark, which would set it before `init` can throw.
  private var picture: Optional<Shown>
  /// Where the text of each line ends.
  private var ends: [Int32] = []

  /// Takes over the terminal.
  ///
  /// - Parameters:
  ///   - wantsColour: Whether symbols should be black on white; nothing else has colours.
  ///   - input: The terminal to read keys from.
  ///   - output: The terminal to draw pages on.
  ///   - type: The terminal's name in terminfo.
  /// - Throws: `ScreenError.noTerminal` or `.tooSmall`; the caller should then ask line by line.
  package init(
    paintsSymbols wantsColour: Bool, input: FileDescriptor = .standardInput,
    output: FileDescriptor = .standardError, type: String? = Environment["TERM"]
  ) throws(ScreenError) {
    guard let type, !type.isEmpty, type != "dumb" else { throw .noTerminal }
    let status = unsafe cncurses_open(input.rawValue, output.rawValue, type, wantsColour ? 1 : 0)
    precondition(status != Int32(CNCURSES_BUSY.rawValue), "a screen is open already")
    guard status == Int32(CNCURSES_OK.rawValue) else { throw .noTerminal }
    let window = Self.window(paintsSymbols: false)
    guard window.isLargeEnough else {
      cncurses_close()
      throw .tooSmall(columns: window.columns, rows: window.rows)
    }
    paintsSymbols = cncurses_has_symbol_colours() != 0
    self.output = output
    isKitty = Graphics.isKitty(type) { Environment[$0] }
    picture = nil
    Self.isOpen.store(true, ordering: .relaxed)
  }

  deinit {
    Self.isOpen.store(false, ordering: .relaxed)
    if picture != nil, let graphics { write(graphics.removal) }
    cncurses_close()
  }

  /// Restores the terminal if a screen is open, for a signal handler that then ends the process.
  ///
  /// It calls only async-signal-safe functions (POSIX.1-2017 2.4.3). The handler should write its messages after this
  /// call: anything before it disappears with the page.
  package static func restore() { cncurses_restore() }

  /// Has the page drawn again, as something that it shows has become known; from any thread.
  package static func redraw() { kill(getpid(), SIGWINCH) }

  /// The name and version of the library that draws.
  package static var library: String { unsafe String(cString: cncurses_version()) }

  /// Shows a view until the person has decided.
  ///
  /// The page stays visible until the next one is shown, or the screen closes.
  ///
  /// Ctrl-C reaches the view as a key, so that it can end with what was typed; if it stays open, the process ends.
  ///
  /// - Parameters:
  ///   - view: The view, which has what was typed even if this throws.
  ///   - endsProcess: Whether Ctrl-C may end the process, rather than be thrown.
  /// - Returns: What the person decided.
  /// - Throws: `ScreenError.interrupted` or `.ended`.
  package mutating func show<Content: View>(
    _ view: inout Content, endsProcess: Bool = true
  ) throws(ScreenError) -> Content.Ending {
    while true {
      var window = Self.window(paintsSymbols: paintsSymbols)
      window.cell = graphics.flatMap { Self.cell(of: output, isNeeded: $0 == .sixel) }
      draw(window.isLargeEnough ? view.page(in: window) : window.tooSmallPage)
      let (key, interruption) = try Self.nextKey()
      if let interruption {
        if case .ends(let outcome) = view.press(.control("c")) { return outcome }
        if endsProcess, interruption != 0 { raise(interruption) }
        throw .interrupted
      }
      guard let key else {
        // The terminal was cleared.
        picture = nil
        continue
      }
      // Without a visible page, only leaving is allowed.
      guard window.isLargeEnough || key == .escape else { continue }
      if case .ends(let outcome) = view.press(key) { return outcome }
    }
  }

  /// Leaves the screen while `body` writes to the terminal line by line, then returns to it.
  @discardableResult
  package mutating func aside<Value, Problem: Error>(
    _ body: () throws(Problem) -> Value
  ) throws(Problem) -> Value {
    cncurses_leave()
    picture = nil
    defer { cncurses_return() }
    return try body()
  }

  /// The size of a cell; where the terminal does not tell, that of most fonts, unless the true one is needed.
  private static func cell(of terminal: FileDescriptor, isNeeded: Bool) -> Window.Cell? {
    var window = winsize()
    if unsafe ioctl(terminal.rawValue, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0,
      window.ws_row > 0, window.ws_xpixel >= window.ws_col, window.ws_ypixel >= window.ws_row
    {
      return Window.Cell(
        width: Int(window.ws_xpixel / window.ws_col), height: Int(window.ws_ypixel / window.ws_row))
    }
    return isNeeded ? nil : Window.Cell(width: 10, height: 20)
  }

  private static func window(paintsSymbols: Bool) -> Window {
    var columns: Int32 = 0
    var rows: Int32 = 0
    unsafe cncurses_size(&columns, &rows)
    return Window(columns: Int(columns), rows: Int(rows), paintsSymbols: paintsSymbols)
  }

  /// Waits for the next key, or for a signal that asks the process to end (0 for Ctrl-C as a key); neither if the page must be redrawn.
  private static func nextKey() throws(ScreenError) -> (key: Key?, interruption: Int32?) {
    let input = cncurses_wait()
    switch UInt32(input.event) {
    case CNCURSES_ENDED.rawValue: throw .ended
    case CNCURSES_REDRAW.rawValue: return (nil, nil)
    case CNCURSES_INTERRUPTED.rawValue: return (nil, input.value)
    case CNCURSES_KEY.rawValue: return (Key(code: input.value), nil)
    default:
      let key = Unicode.Scalar(UInt32(input.value)).map { Key(scalar: $0) } ?? .unknown
      return key == .control("c") ? (nil, 0) : (key, nil)
    }
  }

  private mutating func draw(_ page: Page) {
    if picture != nil, picture?.placed != page.picture, graphics == .sixel { cncurses_clear() }
    cncurses_begin()
    var cursor: (row: Int32, column: Int32) = (-1, 0)
    let oldEnds = ends
    ends = []
    for (row, line) in page.lines.enumerated() {
      var (column, end): (Int32, Int32) = (0, 0)
      for (index, run) in line.runs.enumerated() {
        if let start = run.column { column = Int32(start) }
        if page.cursor == Page.Cursor(row: row, run: index) { cursor = (Int32(row), column) }
        column = unsafe cncurses_draw(Int32(row), column, run.text, run.style.code)
        let text = run.style == .plain ? run.text[...].trimmingBlanks : run.text[...]
        if !text.isEmpty { end = column - Int32(run.text.utf8.count - text.utf8.count) }
      }
      ends.append(end)
    }
    cncurses_end(cursor.row, cursor.column)
    guard let graphics else { return }
    if picture?.placed != page.picture {
      picture = page.picture.map { ($0, graphics.code(of: $0)) }
      write(graphics.removal)
    } else if graphics == .kitty || !isErased(since: oldEnds) {
      return
    }
    if let picture { write(picture.code) }
  }

  /// Whether sixels may be erased: a line that ends earlier may be cleared from there to the window's edge.
  private func isErased(since oldEnds: [Int32]) -> Bool {
    guard let placed = picture?.placed else { return false }
    return zip(oldEnds, ends).dropFirst(placed.row).prefix(placed.rows).contains { $1 < $0 }
  }

  /// How pictures are shown, as far as is known.
  private var graphics: Graphics? { isKitty ? .kitty : cncurses_has_sixels() != 0 ? .sixel : nil }

  /// Writes a sequence; a picture that cannot be shown is no reason to end.
  private func write(_ code: String) { _ = try? output.writeAll(Array(code.utf8)) }

  /// Asks the terminal whether it has sixels, for pages with pictures; its answer has the page drawn again.
  package func askForPictures() {
    if !isKitty { cncurses_ask_attributes() }
  }
}

extension Substring {
  /// Without the blanks at its end.
  fileprivate var trimmingBlanks: Substring {
    var rest = self
    while rest.last == " " { rest.removeLast() }
    return rest
  }
}

extension Page.Style {
  /// The C library's number for a style.
  fileprivate var code: Int32 {
    let code =
      switch self {
      case .plain: CNCURSES_PLAIN
      case .bold: CNCURSES_BOLD
      case .reverse: CNCURSES_REVERSE
      case .underlined: CNCURSES_UNDERLINED
      case .symbol: CNCURSES_SYMBOL
      }
    return Int32(code.rawValue)
  }
}

extension Key {
  /// Makes a key from the C library's number for it.
  fileprivate init(code: Int32) {
    self =
      switch UInt32(code) {
      case CNCURSES_ESCAPE.rawValue: .escape
      case CNCURSES_ENTER.rawValue: .enter
      case CNCURSES_BACKSPACE.rawValue: .backspace
      case CNCURSES_DELETE.rawValue: .delete
      case CNCURSES_BACK_TAB.rawValue: .backTab
      case CNCURSES_UP.rawValue: .up
      case CNCURSES_DOWN.rawValue: .down
      case CNCURSES_LEFT.rawValue: .left
      case CNCURSES_RIGHT.rawValue: .right
      case CNCURSES_HOME.rawValue: .home
      case CNCURSES_END.rawValue: .end
      case CNCURSES_PAGE_UP.rawValue: .pageUp
      case CNCURSES_PAGE_DOWN.rawValue: .pageDown
      case CNCURSES_FUNCTION.rawValue...: .function(Int(code) - Int(CNCURSES_FUNCTION.rawValue))
      default: .unknown
      }
  }
}

/// The content of a full screen and its response to keys, independent of any terminal.
package protocol View {
  /// What the person decides.
  associatedtype Ending

  /// Lays out the view for a window.
  mutating func page(in window: Window) -> Page

  /// Handles a key press.
  mutating func press(_ key: Key) -> Reaction<Ending>
}

/// How a view responds to a key.
package enum Reaction<Ending> {
  /// The view stays open, and is redrawn.
  case stays
  /// The view closes with this outcome.
  case ends(Ending)
}

extension Reaction: Equatable where Ending: Equatable {}
extension Reaction: Sendable where Ending: Sendable {}

/// Why a full screen could not open, or had to close.
package enum ScreenError: Error, Sendable, Equatable {
  /// There is no terminal with cursor control: TERM is unset, "dumb" or unknown, or the streams are not terminals.
  case noTerminal
  /// The window is too small for pages; see `Window.isLargeEnough` for the limits.
  case tooSmall(columns: Int, rows: Int)
  /// Ctrl-C arrived as a key, not as a signal.
  case interrupted
  /// The terminal hung up.
  case ended
}
