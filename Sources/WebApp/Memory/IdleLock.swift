internal import ServiceLifecycle
internal import Wallet

/// Locks the vault when nobody has used it for a while, and drops what came from it.
struct IdleLock: Service {
  let holder: VaultHolder
  let signIn: SignIn
  let sessions: Sessions
  let browsers: RememberedBrowsers
  let crops: CropStore
  let scans: LiveScans
  let previews: ForeignPreviews
  let limit: Duration

  private static let pause = Duration.seconds(5)

  func run() async throws {
    try? await cancelWhenGracefulShutdown {
      while !Task.isCancelled {
        try await Task.sleep(for: Self.pause)
        lockIfIdle()
        previews.dropOld()
      }
    }
  }

  func lockIfIdle() {
    if holder.lock(idleFor: limit) { drop() }
  }

  /// Locks the vault as a person wants it: no browser signs in by itself any more.
  ///
  /// - Throws: `VaultError` if a browser cannot be forgotten; everything else is done.
  func lock() throws {
    holder.lock()
    drop()
    try browsers.forgetAll()
  }

  /// Drops what came from the vault, also in browsers.
  ///
  /// Without a passphrase, only a new link or a remembered browser opens the vault again.
  private func drop() {
    holder.log.note(.locked)
    crops.dropAll()
    scans.endAll()
    previews.dropAll()
    sessions.noteLock()
    guard !holder.needsPassphrase else { return }
    sessions.closeAll()
    signIn.renew()
  }
}
