internal import Sealing
internal import VaultFormat
package import VaultStore

/// Checks a bundle with any keys that are available.
package struct BundleChecking {
  let input: BundleInput
  let vault: VaultOptions

  /// Prepares checking a bundle.
  package init(input: BundleInput, vault: VaultOptions) {
    self.input = input
    self.vault = vault
  }

  /// The bundle's content, if it is complete.
  package func summary() async throws -> BundleSummary {
    let bundle = try input.file()
    let keys = vault.keyProvider.remembering
    let keyProvider = input.keyProvider(for: bundle.wrappedKey, besides: keys)
    guard let store = try await vault.openIfThere(with: keys) else {
      let locations = try vault.locations()
      do throws(VaultError) {
        return try Vault.summary(of: bundle, at: locations, keyProvider: keyProvider)
      } catch {
        throw input.failure(error)
      }
    }
    return try await summary(of: bundle, store, keyProvider)
  }

  private func summary(
    of bundle: consuming sending BundleFile, _ store: Vault,
    _ keyProvider: KeyProvider
  ) async throws -> BundleSummary {
    do throws(VaultError) {
      return try await store.summary(of: bundle, keyProvider: keyProvider)
    } catch {
      throw input.failure(error)
    }
  }
}
