#if canImport(Glibc)
  import Glibc
#endif

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
