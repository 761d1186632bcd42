import Foundation
import SystemPackage

/// A folder with certificates that openssl makes for a test, gone after it.
final class Certificates: Sendable {
  static let program = "/usr/bin/openssl"
  static let isPossible = FileManager.default.isExecutableFile(atPath: program)

  let path: FilePath

  init() throws {
    path = FilePath(NSTemporaryDirectory()).appending("cardvault-pass-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      atPath: path.string, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path.string)
  }

  /// openssl failed.
  struct Failed: Error {
    let words: [String]
  }

  /// Runs openssl in the folder.
  ///
  /// - Returns: What it wrote; `nil` if it failed.
  func openssl(_ words: [String]) throws -> String? {
    let process = Process()
    process.executableURL = URL(filePath: Self.program)
    process.arguments = words
    process.currentDirectoryURL = URL(filePath: path.string)
    let pipe = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? String(decoding: output, as: UTF8.self) : nil
  }

  /// Runs openssl in the folder; it must not fail.
  func run(_ words: [String]) throws {
    guard try openssl(words) != nil else { throw Failed(words: words) }
  }

  /// Makes a certificate that is valid for a day, signed by its issuer or itself, and its key: `NAME.crt` and
  /// `NAME.key`.
  func makes(_ name: String, issuedBy issuer: String? = nil) throws {
    let making = [
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-noenc", "-days",
      "1", "-subj", "/CN=\(name)", "-keyout", "\(name).key", "-out", "\(name).crt",
    ]
    let signing = issuer.map { ["-CA", "\($0).crt", "-CAkey", "\($0).key"] } ?? []
    try run(making + signing)
  }

  /// Makes a certificate that expired in 2020, and its key.
  func makesExpired(_ name: String) throws {
    let settings = """
      [ca]
      default_ca = own
      [own]
      database = index.txt
      serial = serial
      new_certs_dir = .
      default_md = sha256
      policy = policy
      [policy]
      commonName = supplied
      [req]
      distinguished_name = name
      prompt = no
      [name]
      CN = \(name)

      """
    for (file, text) in [("ca.conf", settings), ("index.txt", ""), ("serial", "01\n")] {
      try write(file, Array(text.utf8))
    }
    try run([
      "req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-noenc", "-config",
      "ca.conf", "-keyout", "\(name).key", "-out", "\(name).csr",
    ])
    try run([
      "ca", "-batch", "-selfsign", "-notext", "-config", "ca.conf", "-keyfile", "\(name).key",
      "-in", "\(name).csr", "-startdate", "20200101000000Z", "-enddate", "20200102000000Z", "-out",
      "\(name).crt",
    ])
  }

  /// Puts files together into one.
  @discardableResult
  func joins(_ names: String..., as name: String) throws -> FilePath {
    try write(name, Array(names.map(text).joined().utf8))
    return path.appending(name)
  }

  func text(_ name: String) throws -> String {
    try String(contentsOfFile: path.appending(name).string, encoding: .utf8)
  }

  func write(_ name: String, _ bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(filePath: path.appending(name).string))
  }
}
