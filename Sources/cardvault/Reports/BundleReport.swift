internal import Sealing
internal import VaultStore

/// Checks a bundle with whatever keys are at hand.
struct BundleChecking {
  let input: BundleInput
  let vault: VaultOptions

  /// What it holds, when it is whole.
  func summary() async throws -> BundleSummary {
    let bundle = try input.file()
    let unlock = input.keyProvider(for: bundle)
    guard let store = try await vault.openIfThere() else {
      let locations = try vault.locations()
      do throws(VaultError) {
        return try Vault.summary(of: bundle, at: locations, keyProvider: unlock)
      } catch {
        throw input.failure(error)
      }
    }
    return try await summary(of: bundle, store, unlock)
  }

  private func summary(
    of bundle: consuming sending BundleFile, _ store: Vault,
    _ unlock: @Sendable (WrappedKey) throws(VaultError) -> sending RootKey
  ) async throws -> BundleSummary {
    do throws(VaultError) {
      return try await store.summary(of: bundle, keyProvider: unlock)
    } catch {
      throw input.failure(error)
    }
  }
}

/// What a bundle holds, for scripts.
struct BundleReport: Encodable {
  let bytes: Int
  let cards: Int
  let damaged: [String] = []
  /// `this vault`, `another vault`, `absent vault` or `passphrase`.
  let of: String
  let photos: Int
  let segments: Int

  init(_ summary: BundleSummary) {
    bytes = summary.byteCount
    cards = summary.cardCount
    of = summary.origin.words
    photos = summary.photoCount
    segments = summary.segmentCount
  }
}

extension BundleSummary {
  /// What it holds, for people.
  var lines: [String] {
    let place =
      switch origin {
      case .thisVault: "It is this vault's own."
      case .anotherVault: "It is another vault's, whose key is here: its cards would become drafts."
      case .absentVault:
        "There is no vault here, and its key is: cardvault merge would make it again."
      case .passphrase: "It opens with a passphrase: its cards would become drafts."
      }
    return ["The bundle is whole: \(words).", place]
  }
}

extension BundleOrigin {
  fileprivate var words: String {
    switch self {
    case .thisVault: "this vault"
    case .anotherVault: "another vault"
    case .absentVault: "absent vault"
    case .passphrase: "passphrase"
    }
  }
}
