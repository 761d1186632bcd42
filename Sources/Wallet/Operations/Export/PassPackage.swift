package import ReaderLink
internal import WalletFiles

/// The files of a pass, which a zip archive of them makes a `.pkpass` (Apple, Wallet Developer Guide: "Building a
/// Pass").
package enum PassPackage {
  private static let passName = "pass.json"
  private static let manifestName = "manifest.json"
  private static let signatureName = "signature"

  /// The files of a pass: the pass, its pictures, the manifest and, if there is one, its signature.
  ///
  /// - Parameters:
  ///   - passJSON: What `pass.json` holds.
  ///   - icons: The pictures by name, such as `icon.png`.
  ///   - signature: Signs the manifest; `nil` leaves the pass unsigned, which Apple's Wallet refuses and others accept.
  /// - Returns: The files, in the order to write.
  /// - Throws: What `signature` throws.
  package static func files(
    passJSON: [UInt8], icons: [(name: String, bytes: [UInt8])],
    signature: (_ manifest: [UInt8]) throws -> [UInt8]?
  ) rethrows -> [ArchiveWriteRequest.File] {
    let manifest = Self.manifest(passJSON, icons)
    return files(passJSON, icons, manifest, try signature(manifest))
  }

  /// The files of a pass, signed.
  ///
  /// - Parameters:
  ///   - passJSON: What `pass.json` holds.
  ///   - icons: The pictures by name, such as `icon.png`.
  ///   - signing: The certificate that signs the manifest.
  /// - Returns: The files, in the order to write.
  /// - Throws: Why it was not signed.
  package static func files(
    passJSON: [UInt8], icons: [(name: String, bytes: [UInt8])], signedWith signing: PassSigning
  ) async throws(PassSigningProblem) -> [ArchiveWriteRequest.File] {
    let manifest = Self.manifest(passJSON, icons)
    return files(passJSON, icons, manifest, try await signing.signature(of: manifest))
  }

  private static func files(
    _ passJSON: [UInt8], _ icons: [(name: String, bytes: [UInt8])], _ manifest: [UInt8],
    _ signature: [UInt8]?
  ) -> [ArchiveWriteRequest.File] {
    var files = [ArchiveWriteRequest.File(name: passName, bytes: passJSON)]
    files += icons.map { ArchiveWriteRequest.File(name: $0.name, bytes: $0.bytes) }
    files.append(.init(name: manifestName, bytes: manifest))
    if let signature { files.append(.init(name: signatureName, bytes: signature)) }
    return files
  }

  /// The list of the files with their digests.
  private static func manifest(
    _ passJSON: [UInt8], _ icons: [(name: String, bytes: [UInt8])]
  ) -> [UInt8] {
    Array(PassManifest.text(of: [(name: passName, bytes: passJSON)] + icons).utf8)
  }
}
