internal import Glibc
internal import SystemPackage
internal import Wallet
internal import WebApp

/// The certificates of this machine in its home network, and of its authority.
///
/// The authority may only speak for this machine's addresses and name (RFC 5280, 4.2.1.10). Its key is in no file, never
/// in this process, and gone once the machine's certificate is signed: nobody can use it for anything else, now or later.
struct CertificateFolder: Sendable {
  /// Where the files are, readable by their owner alone.
  let path: FilePath

  private static let settings = "openssl.conf"
  private static let authority = "authority.crt"
  private static let certificate = "server.crt"
  private static let key = "server.key"
  /// A year: phones refuse certificates that are valid for much longer (Apple, HT211025: 398 days).
  private static let days = 365
  /// The certificate is renewed a month before it expires.
  private static let minSeconds = 30 * 86_400

  private var openssl: HomeProgram { HomeProgram(name: "openssl", folder: path) }

  /// The certificate that devices have to trust; a new one if there is none for these addresses, or it expires soon.
  ///
  /// - Throws: `Failure`, and the system's error.
  func trusted(for network: HomeNetwork) async throws -> TrustedCertificate {
    for folder in [path.removingLastComponent(), path] {
      if unsafe mkdir(folder.string, 0o700) != 0, errno != EEXIST { throw Errno(rawValue: errno) }
    }
    // An existing folder may be open to others.
    if unsafe chmod(path.string, 0o700) != 0 { throw Errno(rawValue: errno) }
    if try await !isGood(for: network) { try await make(for: network) }
    let text = try await openssl.succeed(
      ["x509", "-in", Self.authority, "-fingerprint", "-sha256"])
    guard let certificate = TrustedCertificate(described: text) else {
      throw Failure.homeProgramFailed("openssl", "no certificate")
    }
    return certificate
  }

  /// Whether the files belong together, cover all addresses, and stay valid.
  ///
  /// A former address in it does no harm, and is not worth making phones trust another certificate.
  private func isGood(for network: HomeNetwork) async throws -> Bool {
    let shown = try await openssl.run([
      "x509", "-in", Self.certificate, "-noout", "-checkend", "\(Self.minSeconds)", "-ext",
      "subjectAltName",
    ])
    guard shown.isSuccess else { return false }
    let words = shown.output.split { $0 == "," || $0.isNewline || $0 == " " }
    let covered = Set(words.map { $0.hasPrefix("Address:") ? "IP:\($0.dropFirst(8))" : String($0) })
    guard covered.isSuperset(of: network.subjects) else { return false }
    // Two starts at once may have left the key of one beside the certificate of the other.
    let certified = try await openssl.run(["x509", "-in", Self.certificate, "-noout", "-pubkey"])
    let held = try await openssl.run(["pkey", "-in", Self.key, "-pubout"])
    guard held.isSuccess, held.output == certified.output else { return false }
    return try await openssl.run(["verify", "-CAfile", Self.authority, Self.certificate]).isSuccess
  }

  /// Makes both certificates for the name in `$1` (POSIX.1-2017, Shell Command Language).
  ///
  /// The authority's key is only in the memory of this shell and two openssl processes, which end at once, and in no
  /// argument; this long-running process never has it.
  private static let making = """
    set -e
    make() {
      openssl req -x509 -config \(settings) -newkey ec -pkeyopt ec_paramgen_curve:P-256 -noenc -sha256 \
        -days \(days) "$@"
    }
    secret=$(make -extensions authority -out \(authority) -keyout /dev/stdout)
    printf '%s\\n' "$secret" | make -extensions server -subj "/CN=$1" -out \(certificate) -keyout \(key) \
      -CA \(authority) -CAkey /dev/stdin
    """

  private func make(for network: HomeNetwork) async throws {
    try write(Self.configuration(for: network))
    let ending = try await HomeProgram(name: "sh", folder: path).run(
      ["-c", Self.making, "sh", network.localName])
    guard ending.isSuccess else { throw Failure.homeProgramFailed("openssl", ending.words) }
  }

  /// The contents of both certificates (x509v3_config(5)).
  private static func configuration(for network: HomeNetwork) -> String {
    let permitted =
      network.addresses.map { "permitted;IP:\($0)/255.255.255.255" }
      + ["permitted;DNS:\(network.localName)", "excluded;IP:0:0:0:0:0:0:0:0/0:0:0:0:0:0:0:0"]
    return """
      [req]
      distinguished_name = name
      prompt = no
      [name]
      CN = cardvault on \(network.localName)
      [authority]
      basicConstraints = critical, CA:TRUE, pathlen:0
      keyUsage = critical, keyCertSign
      subjectKeyIdentifier = hash
      nameConstraints = critical, \(permitted.joined(separator: ", "))
      [server]
      basicConstraints = critical, CA:FALSE
      keyUsage = critical, digitalSignature
      extendedKeyUsage = serverAuth
      subjectKeyIdentifier = hash
      authorityKeyIdentifier = keyid
      subjectAltName = \(network.subjects.joined(separator: ", "))

      """
  }

  private func write(_ text: String) throws {
    let file = try FileDescriptor.open(
      path.appending(Self.settings), .writeOnly,
      options: [.create, .truncate, .noFollow, .closeOnExec], permissions: .ownerReadWrite)
    _ = try file.closeAfter { try file.writeAll(text.utf8) }
  }
}
