internal import Drawing
internal import ReaderLink
internal import Sealing
internal import SystemPackage
internal import VaultFormat

/// The kind of an error that ended a command, without its details.
package struct ErrorKind: Sendable {
  /// The kind, in the program's own words.
  let words: StaticString
  /// The system's error number, if there is one.
  let number: Int32?

  /// An error that the command reported itself.
  package static let alreadyReported = ErrorKind("told already")

  private init(_ words: StaticString, number: Int32? = nil) {
    self.words = words
    self.number = number
  }

  /// The kind of an error.
  package init(_ error: any Error) {
    switch error {
    case is Failure: self.init("explained by the command")
    case let error as VaultError, WalletError.vault(let error):
      self.init(Self.words(error), number: error.errno?.rawValue)
    case is WalletError: self.init("cards: refused")
    case let error as ReaderLinkError: self.init(Self.words(error))
    case is DrawingError: self.init("drawing")
    case let refusal as ExportRefusal: self.init(Self.words(refusal))
    case let refusal as ForeignRefusal: self.init(Self.words(refusal))
    case let problem as PassSigningProblem: self.init(Self.words(problem))
    default: self.init("other")
    }
  }

  private static func words(_ error: VaultError) -> StaticString {
    switch error {
    case .noVault: "vault: none"
    case .vaultExists: "vault: there already"
    case .folderNotEmpty: "vault: folder not empty"
    case .keyFileInsideVault: "vault: key file inside"
    case .keyFile: "vault: key file"
    case .wrongKey: "vault: wrong key"
    case .keyReplaced: "vault: key replaced"
    case .olderThanRemembered: "vault: older than remembered"
    case .severalVaults: "vault: several"
    case .retiredSaves: "vault: saves under a retired key"
    case .passphraseNeeded: "vault: passphrase needed"
    case .wrongPassphrase, .passphrase(.refused): "vault: wrong passphrase"
    case .passphrase: "vault: no passphrase read"
    case .noMemoryForPassphrase: "vault: no memory for the passphrase"
    case .noKeyring: "vault: no keyring"
    case .vaultFileMissing: "vault: header missing"
    case .damaged: "vault: damaged"
    case .newerFormat: "vault: newer format"
    case .bundle: "vault: bundle"
    case .readOnly: "vault: read-only disk"
    case .noSpace: "vault: disk full"
    case .tooLarge: "vault: too large"
    case .keyChangedMeanwhile: "vault: key changed meanwhile"
    case .inUse: "vault: in use"
    case .permission: "vault: permission"
    case .noGuardedMemory: "vault: no guarded memory"
    case .io: "vault: input or output"
    }
  }

  private static func words(_ error: ReaderLinkError) -> StaticString {
    switch error {
    case .readerMissing: "reader: missing"
    case .readerUnusable: "reader: unusable"
    case .otherVersion: "reader: other version"
    case .notRendered: "reader: nothing rendered"
    case .notWritten: "reader: nothing written"
    case .timedOut: "reader: timed out"
    case .broken: "reader: stopped answering"
    }
  }

  private static func words(_ refusal: ExportRefusal) -> StaticString {
    switch refusal {
    case .noCard: "export: no card found"
    case .noCards: "export: no cards"
    case .noneExpires: "export: no card expires"
    case .noNames: "export: no names"
    case .severalCards: "export: several cards for a link"
    case .tooManyPasses: "export: too many passes"
    case .tooLarge: "export: too large"
    case .password: "export: password"
    }
  }

  private static func words(_ refusal: ForeignRefusal) -> StaticString {
    switch refusal {
    case .photoOptions: "import: options for photos"
    case .unconfirmedColumns: "import: unconfirmed columns"
    case .columns: "import: columns"
    case .passwordManager: "import: password manager"
    case .needlessColumns: "import: needless columns"
    }
  }

  private static func words(_ problem: PassSigningProblem) -> StaticString {
    switch problem {
    case .programMissing: "pass: openssl missing"
    case .unreadable: "pass: certificate unreadable"
    case .noCertificate: "pass: no certificate"
    case .noKey: "pass: no private key"
    case .keyEncrypted: "pass: private key encrypted"
    case .expired: "pass: certificate expired"
    case .failed: "pass: openssl failed"
    }
  }
}
