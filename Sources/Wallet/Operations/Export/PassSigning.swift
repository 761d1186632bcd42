internal import ReaderLink
package import SystemPackage

/// Signs passes with a person's own certificate, by running openssl.
///
/// Only openssl reads the key: here, only the lines are looked at with which PEM marks what follows (RFC 7468).
package struct PassSigning: Sendable {
  private let file: FilePath

  /// Checks the file to sign with.
  ///
  /// - Parameter file: A file in PEM with the certificate, then those of its issuers, if any, and the certificate's key,
  ///   not encrypted, anywhere.
  /// - Throws: Why it cannot sign: `PassSigningProblem.unreadable`, `.noCertificate`, `.noKey`, `.keyEncrypted`,
  ///   `.expired`, `.programMissing` or `.failed`.
  package init(with file: FilePath) async throws(PassSigningProblem) {
    self.file = file
    try checkMarks()
    try await checkExpiry()
  }

  /// Signs a manifest.
  ///
  /// - Parameter manifest: What to sign, at most `OpenSSL.maximumInputByteCount` bytes; openssl gets it through a pipe.
  /// - Returns: The signature: a detached PKCS #7 message in DER, with the time and all certificates of the file (Apple,
  ///   Wallet Developer Guide: "Signing and Compressing the Pass").
  /// - Throws: `PassSigningProblem.programMissing` or `.failed`.
  package func signature(of manifest: [UInt8]) async throws(PassSigningProblem) -> [UInt8] {
    // With `-nocerts` and `-certfile` each certificate is there once: openssl 3.0 refuses one that is there twice. An
    // empty passphrase keeps openssl from asking for one on the terminal.
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
