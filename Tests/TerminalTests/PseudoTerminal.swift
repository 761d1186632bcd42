import Foundation
import Glibc
import Synchronization
import SystemPackage
import Testing

/// A terminal with a program on one end and a test on the other.
final class PseudoTerminal {
  /// Where the test sits, and where the program does.
  let person: FileDescriptor
  let program: FileDescriptor
  /// The size of a cell in pixels; zeros for a terminal that does not tell.
  private let cell: (width: Int, height: Int)
  /// Output of the program after the awaited text.
  private var unread: [UInt8] = []

  init(columns: Int, rows: Int, cell: (width: Int, height: Int) = (0, 0)) throws {
    self.cell = cell
    var ends: (person: Int32, program: Int32) = (-1, -1)
    try #require(unsafe openpty(&ends.person, &ends.program, nil, nil, nil) == 0)
    person = FileDescriptor(rawValue: ends.person)
    program = FileDescriptor(rawValue: ends.program)
    resize(columns: columns, rows: rows)
  }

  deinit {
    close(person.rawValue)
    close(program.rawValue)
  }

  func resize(columns: Int, rows: Int) {
    var size = winsize()
    size.ws_col = UInt16(columns)
    size.ws_row = UInt16(rows)
    size.ws_xpixel = UInt16(columns * cell.width)
    size.ws_ypixel = UInt16(rows * cell.height)
    #expect(unsafe ioctl(person.rawValue, UInt(TIOCSWINSZ), &size) == 0)
  }

  /// Resizes the window while a screen is open, as a terminal does: with the signal.
  func resizeOpen(columns: Int, rows: Int) {
    resize(columns: columns, rows: rows)
    kill(getpid(), SIGWINCH)
  }

  /// Keeps Ctrl-C from being a signal.
  func disableSignals() {
    var settings = self.settings
    // _POSIX_VDISABLE
    settings.c_cc.0 = 0
    #expect(unsafe tcsetattr(program.rawValue, TCSANOW, &settings) == 0)
  }

  var settings: termios {
    var settings = termios()
    #expect(unsafe tcgetattr(program.rawValue, &settings) == 0)
    return settings
  }

  func type(_ text: String) throws { try person.writeAll(Array(text.utf8)) }

  /// Reads on until the program has written this.
  ///
  /// - Returns: What it wrote up to the end of that, since the last such wait.
  func wait(
    for text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    while true {
      if let range = unread.firstRange(of: Array(text.utf8)) {
        defer { unread.removeSubrange(..<range.upperBound) }
        return String(decoding: unread[..<range.upperBound], as: UTF8.self)
      }
      let seen = String(decoding: unread, as: UTF8.self)
      var source = pollfd(fd: person.rawValue, events: Int16(POLLIN), revents: 0)
      // Far more than any machine needs: a test that fails should end, too.
      try #require(
        unsafe poll(&source, 1, 60_000) == 1, "“\(text)” was not drawn: \(seen.debugDescription)",
        sourceLocation: sourceLocation)
      var piece = [UInt8](repeating: 0, count: 4096)
      let count = try unsafe piece.withUnsafeMutableBytes { unsafe try person.read(into: $0) }
      unread += piece.prefix(count)
    }
  }
}

/// Work on a thread of its own, as it waits for a terminal.
final class Work<Value: Sendable>: Sendable {
  private let result = Mutex<Result<Value, any Error>?>(nil)
  private let done = DispatchSemaphore(value: 0)

  init(_ body: @escaping @Sendable () throws -> Value) {
    Thread.detachNewThread { [self] in
      let value = Result { try body() }
      result.withLock { $0 = value }
      done.signal()
    }
  }

  func value() throws -> Value {
    try #require(done.wait(timeout: .now() + 60) == .success, "the screen did not end")
    return try #require(result.withLock { $0 }).get()
  }
}
