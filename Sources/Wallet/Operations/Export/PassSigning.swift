internal import Cards
internal import ReaderLink
internal import Subprocess
internal import SystemPackage
internal import WalletFiles

/// Signs passes with a person's own certificate, by running openssl.
///
/// Only openssl reads the key; this code looks only at the lines that mark PEM's parts (RFC 7468).
struct PassSigning: Sendable {
  private let file: FilePath

  /// Checks the file to sign with: in PEM, first the certificate, then those of its issuers, and anywhere the
  /// certificate's key, not encrypted.
  init(with file: FilePath) async throws(PassSigningProblem) {
    self.file = file
    try checkMarks()
    try await checkExpiry()
  }

  /// Signs a manifest of at most `OpenSSL.maxInputByteCount` bytes, which openssl gets through a pipe.
  ///
  /// The signature is a detached PKCS #7 message in DER, with the time and all certificates of the file (Apple,
  /// Wallet Developer Guide: "Signing and Compressing the Pass").
  func signature(of manifest: [UInt8]) async throws(PassSigningProblem) -> [UInt8] {
    // With `-nocerts` and `-certfile` each certificate is included once: openssl 3.0 refuses duplicates. An empty
    // passphrase keeps openssl from asking for one on the terminal.
    let path = file.string
    let signed = try await OpenSSL.run(
      [
        "cms", "-sign", "-binary", "-md", "sha256", "-outform", "DER", "-nocerts", "-signer", path,
        "-certfile", path, "-inkey", path, "-passin", "pass:",
      ], input: manifest)
    guard signed.isSuccess, !signed.output.isEmpty else { throw .failed(words: signed.words) }
    return signed.output
  }

  /// Checks that the file has a certificate, and a key that is not encrypted.
  private func checkMarks() throws(PassSigningProblem) {
    let bytes: [UInt8]
    do throws(PictureSource.Failure) {
      bytes = try PictureSource.file(file).contents()
    } catch {
      throw .unreadable(error)
    }
    // The older form states in a header that the key is encrypted (RFC 1421, 4.6.1.1).
    let marks = bytes.split(separator: UInt8(ascii: "\n"))
      .filter { $0.starts(with: "-----BEGIN ".utf8) || $0.starts(with: "Proc-Type:".utf8) }
      .map { String(decoding: $0, as: UTF8.self) }
    guard marks.contains(where: { $0.contains(" CERTIFICATE-") }) else { throw .noCertificate }
    guard marks.contains(where: { $0.contains("PRIVATE KEY-") }) else { throw .noKey }
    guard !marks.contains(where: { $0.contains("ENCRYPTED") }) else { throw .keyEncrypted }
  }

  /// Checks that the first certificate, which is the one that signs, is still valid.
  private func checkExpiry() async throws(PassSigningProblem) {
    let shown = try await OpenSSL.run(
      ["x509", "-in", file.string, "-noout", "-enddate", "-checkend", "0"])
    guard shown.output.starts(with: "notAfter=".utf8) else { throw .noCertificate }
    guard shown.isSuccess else { throw .expired }
  }
}

/// The holder of a certificate for passes, whom a signed pass must name (Apple, Wallet Developer Guide).
enum PassCertificate {
  /// Has openssl read the kind of pass and the team from the first certificate of a PEM file; `.noCertificate` if it
  /// names neither.
  static func issuer(in file: FilePath) async throws(PassSigningProblem) -> PassText.Issuer {
    do throws(PictureSource.Failure) {
      _ = try PictureSource.file(file).contents()
    } catch {
      throw .unreadable(error)
    }
    let shown = try await OpenSSL.run([
      "x509", "-in", file.string, "-noout", "-subject", "-nameopt", "multiline,utf8",
    ])
    let lines = String(decoding: shown.output, as: UTF8.self).split(whereSeparator: \.isNewline)
    // The kind of pass is the subject's user id, and the team its organisational unit.
    guard let passType = value("userId", in: lines),
      let team = value("organizationalUnitName", in: lines)
    else { throw .noCertificate }
    return PassText.Issuer(passType: passType, team: team)
  }

  private static func value(_ name: String, in lines: [Substring]) -> String? {
    for line in lines {
      let parts = line.split(separator: "=", maxSplits: 1)
      if parts.count == 2, String(parts[0]).trimmed == name {
        return String(parts[1]).trimmed
      }
    }
    return nil
  }
}

/// Runs openssl, the only program that reads a person's certificate and key.
enum OpenSSL {
  /// The most bytes of input, all of which fit into a pipe (pipe(7), on machines with pages of 4 KiB).
  static let maxInputByteCount = 64 << 10
  private static let outputByteLimit = 1 << 20

  /// Runs openssl to its end; its arguments contain no secret, and the input has at most `maxInputByteCount` bytes.
  ///
  /// - Returns: Whether it succeeded, its standard output, and the last line that it reported.
  static func run(
    _ words: [String], input: [UInt8] = []
  ) async throws(PassSigningProblem) -> (isSuccess: Bool, output: [UInt8], words: String) {
    let pipe = try Self.pipe(holding: input)
    defer { try? pipe.close() }
    do {
      let result = try await Subprocess.run(
        .name("openssl"), arguments: Arguments(words),
        input: .fileDescriptor(pipe, closeAfterSpawningProcess: false),
        output: .bytes(limit: outputByteLimit), error: .string(limit: outputByteLimit))
      return (
        result.terminationStatus.isSuccess, result.standardOutput,
        lastLine(of: result.standardError)
      )
    } catch let error as SubprocessError where error.code == .executableNotFound {
      throw .programMissing
    } catch {
      throw .failed(words: "")
    }
  }

  /// The reading end of a pipe that already holds the input, so that an openssl that ends early does no harm.
  private static func pipe(holding input: [UInt8]) throws(PassSigningProblem) -> FileDescriptor {
    precondition(input.count <= maxInputByteCount)
    do {
      let pipe = try FileDescriptor.pipe(options: .closeOnExec)
      defer { try? pipe.writeEnd.close() }
      do {
        try pipe.writeEnd.writeAll(input)
      } catch {
        try? pipe.readEnd.close()
        throw error
      }
      return pipe.readEnd
    } catch {
      throw .failed(words: "")
    }
  }

  private static func lastLine(of text: String) -> String {
    String((text.split(whereSeparator: \.isNewline).last ?? "").prefix(200))
  }
}
