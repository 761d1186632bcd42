internal import VaultFormat

/// Why a request is refused.
enum WebError: Error, Sendable, Hashable {
  /// It was sent to another host name: DNS rebinding, or a stranger's link.
  case wrongHost
  /// It came from another site's page.
  case wrongOrigin
  /// Its body is of a type that another site's form could send, or that this network may not send.
  case wrongType
  /// No session has this cookie and this token.
  case signedOut
  /// Too many requests came at once, or what runs one at a time is running.
  case busy
  /// The vault is locked, or was locked while the request was being answered; `change` is what became of its change.
  ///
  /// Where another program changed the key, pages keep what was typed.
  case locked(isKeyChanged: Bool, change: ChangeFate? = nil)
  /// There is no vault yet; a page can create it.
  case noVault
  /// The vault's folder cannot be read for now, as when its drive was unmounted; the pages wait until it is back.
  case vaultAway(VaultError)
  /// What it is about no longer exists; `what` says so in words.
  case gone(_ what: String)

  /// The vault's folder cannot be read for now, if that is what an error means.
  static func away(_ error: VaultError) -> WebError? {
    switch error {
    case .noVault, .vaultFileMissing, .permission, .io: .vaultAway(error)
    default: nil
    }
  }
}

/// What became of a change whose answer nobody sees.
enum ChangeFate: String, Sendable {
  case saved
  /// It may have been saved.
  case unsure
}
