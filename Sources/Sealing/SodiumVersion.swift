internal import Csodium

/// The version of the cryptographic library that this process loaded.
package enum SodiumVersion {
  /// The version, as the library states it.
  package static let own = unsafe String(cString: sodium_version_string())
}
