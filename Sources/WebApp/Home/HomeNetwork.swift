internal import Glibc

/// What this machine is called in a home network.
public struct HomeNetwork: Sendable, Hashable {
  /// Its private IPv4 addresses (RFC 1918, 3), at least one.
  public let addresses: [String]
  /// Its name for multicast DNS (RFC 6762, 3), such as `kitchen.local`.
  public let localName: String

  /// Makes a network; `nil` without an address.
  public init?(addresses: [String], hostName: String) {
    guard !addresses.isEmpty else { return nil }
    self.addresses = addresses
    let label = hostName.lowercased().prefix { $0 != "." }
      .filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    // A certificate that names no host could be used for any.
    localName = (label.isEmpty || label == "localhost" ? "cardvault" : label) + ".local"
  }

  /// The network that this machine is in; `nil` if it has no private address.
  public static var current: HomeNetwork? {
    HomeNetwork(addresses: privateAddresses, hostName: hostName)
  }

  /// All addresses and the name, in the notation of a certificate's alternative names (x509v3_config(5)).
  public var subjects: [String] { addresses.map { "IP:\($0)" } + ["DNS:\(localName)"] }

  /// Whether an IPv4 address is private: no router forwards it to the internet.
  static func isPrivate(_ address: String) -> Bool {
    let parts = address.split(separator: ".", omittingEmptySubsequences: false)
      .compactMap { UInt8($0) }
    guard parts.count == 4 else { return false }
    return switch (parts[0], parts[1]) {
    case (10, _), (172, 16...31), (192, 168): true
    default: false
    }
  }

  /// Interfaces of containers and virtual machines, where no phone is and addresses come and go.
  private static let virtual = ["docker", "br-", "veth", "virbr"]

  private static var privateAddresses: [String] {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard unsafe getifaddrs(&first) == 0 else { return [] }
    defer { unsafe freeifaddrs(first) }
    var found: [String] = []
    var next = unsafe first
    while let entry = unsafe next?.pointee {
      unsafe next = entry.ifa_next
      let name = unsafe String(cString: entry.ifa_name)
      let flags = unsafe Int(entry.ifa_flags)
      guard flags & Int(IFF_RUNNING) != 0, flags & Int(IFF_POINTOPOINT) == 0,
        !virtual.contains(where: name.hasPrefix), let address = unsafe entry.ifa_addr,
        unsafe address.pointee.sa_family == sa_family_t(AF_INET)
      else { continue }
      var bytes = [CChar](repeating: 0, count: Int(NI_MAXHOST))
      let failure = unsafe getnameinfo(
        address, socklen_t(MemoryLayout<sockaddr_in>.size), &bytes, socklen_t(bytes.count), nil, 0,
        NI_NUMERICHOST)
      let text = string(bytes)
      if failure == 0, isPrivate(text), !found.contains(text) { found.append(text) }
    }
    return found
  }

  private static var hostName: String {
    // HOST_NAME_MAX of Linux, 64, and a zero byte.
    var bytes = [CChar](repeating: 0, count: 65)
    guard unsafe gethostname(&bytes, bytes.count - 1) == 0 else { return "" }
    return string(bytes)
  }

  private static func string(_ bytes: [CChar]) -> String {
    String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// How devices in the home network reach the server: through a reverse proxy of our own that provides TLS.
public struct HomeAccess: Sendable {
  /// The addresses that requests may name; the first is the one to show.
  let urls: [PublicURL]
  /// What devices have to trust.
  public let certificate: TrustedCertificate

  /// Describes a proxy that listens on all addresses of a network.
  public init(_ network: HomeNetwork, port: Int, certificate: TrustedCertificate) {
    urls = (network.addresses + [network.localName]).compactMap {
      PublicURL("https://\($0):\(port)")
    }
    self.certificate = certificate
  }

  /// The page that hands the certificate to a device.
  ///
  /// It has no secret, as a person may open it before the certificate is trusted, when someone in between could read it.
  public var trustLink: String { (urls.first?.origin ?? "") + "/trust" }
}
