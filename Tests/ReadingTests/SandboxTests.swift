import Cards
import Csandbox
import Czxing
import Reading
import Testing

@testable import PictureSupport

#if canImport(Glibc)
  import Glibc
#endif

/// What a closed sandbox refuses; each case in a process of its own, because a sandbox cannot be left.
@Suite struct `Sandbox` {
  @Test func `it refuses sockets, programs, processes, signals and code`() async {
    await #expect(processExitsWith: .success) {
      closeSandbox()
      for what in ["socket", "exec", "fork", "kill", "ptrace", "code"] {
        if probe(what) != EPERM { exit(refused(what)) }
      }
    }
  }

  @Test func `it refuses to open a file for writing`() async {
    await #expect(processExitsWith: .success) {
      closeSandbox()
      if probe("write", "/tmp/cardvault-sandbox-test") != EPERM { exit(refused("write")) }
    }
  }

  @Test(arguments: ["/etc/passwd", "/proc/self/environ", "/proc/self/maps", #filePath])
  func `it refuses to read anything but libraries and fonts`(path: String) async {
    await #expect(processExitsWith: .success) { [path] in
      closeSandbox()
      if probe("read", path) != EACCES { exit(refused("read")) }
    }
  }

  @Test func `it still reads fonts and libraries`() async {
    await #expect(processExitsWith: .success) {
      closeSandbox()
      if probe("read", "/etc/fonts/fonts.conf") != 0 { exit(refused("fonts")) }
    }
  }

  @Test func `it limits memory`() async {
    await #expect(processExitsWith: .success) {
      closeSandbox()
      if probe("memory") != ENOMEM { exit(refused("memory")) }
    }
  }

  @Test func `it ends a process that computes for too long`() async {
    await #expect(processExitsWith: .signal(SIGXCPU)) {
      closeSandbox()
      if csandbox_allow_cpu_seconds(1) != 0 { exit(refused("limit")) }
      // A system call in the loop, so that the optimiser does not consider it idle.
      while getpid() > 0 {}
    }
  }

  @Test(arguments: [".jpg", ".png", ".webp", ".heic", ".avif", ".tif", ".gif"])
  func `pictures are read in it`(suffix: String) async throws {
    guard let picture = Sample(ZXing_BarcodeFormat_QRCode, "inside").saved(as: suffix) else {
      try Test.cancel("this machine's libvips does not write \(suffix)")
    }
    await #expect(processExitsWith: .success) { [picture = picture as [UInt8]] in
      closeSandbox()
      if (try? codes(of: picture))?.map(\.barcode.text) != ["inside"] { exit(refused("picture")) }
    }
  }

  @Test func `a document that needs the system's fonts is read in it`() async {
    let document = PDF.bytes(["inside"])
    await #expect(processExitsWith: .success) { [document = document as [UInt8]] in
      closeSandbox()
      if (try? codes(of: document))?.map(\.barcode.text) != ["inside"] { exit(refused("PDF")) }
    }
  }

  @Test func `drawings are rendered in it`() async {
    await #expect(processExitsWith: .success) {
      closeSandbox()
      if (try? Renderer.pdf(svg: RendererTests.drawing)) == nil { exit(refused("drawing")) }
    }
  }

  @Test func `ZBar does not broadcast what it reads on a message bus`() async throws {
    let picture = try #require(
      Sample(ZXing_BarcodeFormat_EAN13, "5901234123457", scale: 3).saved(as: ".png"))
    await #expect(processExitsWith: .success) { [picture = picture as [UInt8]] in
      // Outside the sandbox, which would refuse it; a caller waits for the bus's answer until the alarm, as ZBar
      // does with its broadcasts on (tried by hand; in Debian 12 they are off by default).
      guard let bus = FakeBus() else { exit(refused("bus")) }
      alarm(20)
      let found = try? codes(of: picture)
      if found?.map(\.barcode.text) != ["5901234123457"] { exit(refused("code")) }
      if bus.hasCaller { exit(refused("call")) }
    }
  }
}

/// Closes the sandbox as the reader does; exits if that fails.
func closeSandbox() {
  guard csandbox_enter(1 << 30, 0) == 0 else { exit(90) }
  _ = decoders
  guard csandbox_close() == 0 else { exit(91) }
}

/// Tries one forbidden action and returns the error of the refusal.
func probe(_ what: String, _ path: String = "") -> Int32 {
  unsafe csandbox_probe(what, path)
}

/// Prints what went wrong to standard error, and returns the exit status.
func refused(_ what: String) -> Int32 {
  var line = Array("sandbox: \(what)\n".utf8)
  _ = unsafe write(2, &line, line.count)
  return 1
}

/// A socket offered to this process as its message buses, where nobody answers.
struct FakeBus {
  private let socket: Int32

  /// Listens under an abstract name, which leaves no file behind; `nil` when that fails.
  init?() {
    let name = "cardvault-test-bus-\(getpid())"
    socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { path in
      unsafe path[1...].copyBytes(from: name.utf8)
    }
    let byteCount = socklen_t(MemoryLayout<sa_family_t>.size + 1 + name.utf8.count)
    let isBound = unsafe withUnsafePointer(to: address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe bind(socket, address, byteCount) == 0
      }
    }
    guard isBound, listen(socket, 8) == 0 else { return nil }
    for variable in ["DBUS_SYSTEM_BUS_ADDRESS", "DBUS_SESSION_BUS_ADDRESS"] {
      guard unsafe setenv(variable, "unix:abstract=\(name)", 1) == 0 else { return nil }
    }
  }

  /// Whether anyone has connected.
  var hasCaller: Bool {
    var event = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&event, 1, 0) != 0
  }
}
