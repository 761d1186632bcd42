public import Sealing
public import SystemPackage

/// A bundle's file, which shows whose it is before any of it is opened.
public struct BundleFile: ~Copyable, Sendable {
  /// The maximum size of a bundle: 16 GiB.
  public static let byteLimit = EnvelopeFile.byteLimit

  /// The file's path.
  public let path: FilePath
  /// The key inside it, opened by a passphrase, if it was made for someone else.
  public let wrappedKey: WrappedKey?
  /// The id of the key that opens it, as the file claims.
  public let keyID: KeyID
  private let file: EnvelopeFile

  package var byteCount: Int { file.wholeByteCount }

  /// Parses the start of a file.
  ///
  /// - Throws: `VaultError.bundle`; or the system's error, `EINVAL` or `ELOOP` if it is not a regular file.
  public init(at path: FilePath) throws(VaultError) {
    let file: EnvelopeFile
    do throws(EnvelopeReadError) {
      file = try EnvelopeFile(path.string)
    } catch {
      throw VaultError(error, path)
    }
    let beginning = file.beginning
    guard let header = EnvelopeHeader(claimedBy: beginning.span) else {
      throw .bundle(.damaged)
    }
    self.init(file, path, header)
  }

  private init(_ file: consuming EnvelopeFile, _ path: FilePath, _ header: EnvelopeHeader) {
    self.path = path
    wrappedKey = file.wrappedKey
    keyID = file.wrappedKey?.keyID ?? header.keyID
    self.file = file
  }

  /// Opens it with a key.
  ///
  /// - Throws: `VaultError.bundle`, `.noGuardedMemory`, or the system's error.
  package consuming func opened(by root: borrowing RootKey) throws(VaultError) -> BundleReader {
    let (path, isForOthers) = (path, wrappedKey != nil)
    let beginning = file.beginning
    let key = try Self.key(of: root, for: beginning.span, path)
    do throws(EnvelopeReadError) {
      return BundleReader(try EnvelopeReader(file, key), path)
    } catch {
      // The line names the key, so someone put an envelope under another key after it.
      switch error {
      case .sealing(.wrongKey), .sealing(.wrongKind), .sealing(.notSealed):
        throw isForOthers ? .bundle(.damaged) : VaultError(error, path)
      default: throw VaultError(error, path)
      }
    }
  }

  private static func key(
    of root: borrowing RootKey, for beginning: Span<UInt8>, _ path: FilePath
  ) throws(VaultError) -> EnvelopeKey {
    do throws(SealingError) {
      if EnvelopeHeader(claimedBy: beginning)?.kind != .bundle {
        try DerivedKeys(try root.copy()).prove(beginning)
        throw .wrongKind
      }
      return try root.envelopeKey(.bundle)
    } catch {
      throw VaultError(.sealing(error), path)
    }
  }
}

extension VaultError {
  init(_ error: EnvelopeReadError, _ path: FilePath) {
    self =
      switch error {
      case .system(let failure): VaultError(failure, path)
      case .sealing(.noGuardedMemory): .noGuardedMemory
      case .sealing(.notSealed), .sealing(.wrongKind): .bundle(.notABundle)
      case .sealing(.wrongKey): .bundle(.ofAnotherVault)
      case .sealing(.newerFormat): .bundle(.newerFormat)
      case .sealing(.keyFile(.costOutOfBounds)): .bundle(.costOutOfBounds)
      case .sealing: .bundle(.damaged)
      }
  }
}
