internal import ReaderLink
internal import SystemPackage
internal import WalletFiles

/// Whom a certificate for passes was issued to: a signed pass must name the same (Apple, Wallet Developer Guide).
enum PassCertificate {
  /// Looks into a certificate, with openssl.
  ///
  /// - Parameter file: A file in PEM whose first certificate is the person's own.
  /// - Returns: Its kind of pass and its team.
  /// - Throws: `PassSigningProblem.unreadable`, `.noCertificate`, also where it names neither, `.programMissing` or
  ///   `.failed`.
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
      if parts.count == 2, CardText.trimmed(String(parts[0])) == name {
        return CardText.trimmed(String(parts[1]))
      }
    }
    return nil
  }
}
