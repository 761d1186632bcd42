internal import Cards
package import ReaderLink

/// Why a pass was not signed.
package enum PassSigningProblem: Error, Sendable, Hashable {
  /// openssl is not installed.
  case programMissing
  /// The file with the certificate cannot be loaded.
  case unreadable(PictureSource.Failure)
  /// The file holds no certificate in PEM.
  case noCertificate
  /// The file holds no private key in PEM.
  case noKey
  /// The private key in the file is encrypted with a passphrase.
  case keyEncrypted
  /// The certificate is no longer valid.
  case expired
  /// openssl failed, with its last words, which may be empty.
  case failed(words: String)
}

extension PassSigningProblem: Explained {
  /// The error in words: a pass that was not signed.
  package var failure: Failure {
    let (reason, advice, status) = words
    return Failure("the pass was not signed", because: reason, try: advice, status: status)
  }
}

extension PassSigningProblem {
  fileprivate var words: (reason: String, advice: Advice, status: ExitStatus) {
    switch self {
    case .programMissing:
      ("openssl is not installed", DebianPackages.installing("openssl"), .unexpected)
    case .unreadable(let failure):
      (
        "the certificate file could not be loaded: "
          + PictureOutcome.Failure.source(failure).reason,
        failure == .missing ? "check its name" : "check the file's name and its permissions",
        failure.isNoFile ? .nothingFound : .wrongKey
      )
    case .noCertificate:
      (
        "the certificate file contains no PEM certificate",
        .system(
          "openssl", "pkcs12", "-in", "FILE", "-out", "pass.pem", "-noenc",
          note: "with your .p12 file, to make one"), .wrongKey
      )
    case .noKey:
      (
        "the certificate file contains no PEM private key",
        "put the certificate and its key into one file, one after the other",
        .wrongKey
      )
    case .keyEncrypted:
      (
        "the private key in the certificate file has a passphrase",
        .system(
          "openssl", "pkey", "-in", "FILE", "-out", "plain.pem",
          note: "with the key's file, to make a copy without it"), .wrongKey
      )
    case .expired:
      (
        "the certificate has expired",
        "renew the Pass Type ID certificate in your Apple developer account", .wrongKey
      )
    case .failed(let words):
      (
        words.isEmpty ? "openssl failed" : "openssl reported: \(words.printable)",
        "check that the key belongs to the first certificate in the file", .unexpected
      )
    }
  }
}

extension PictureSource.Failure {
  /// Whether there is no file at all.
  fileprivate var isNoFile: Bool {
    switch self {
    case .missing, .notAFile, .linkLoop: true
    case .notPermitted, .tooLong, .unreadable: false
    }
  }
}
