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
