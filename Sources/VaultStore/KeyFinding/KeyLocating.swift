internal import Glibc
internal import Sealing
internal import SystemPackage
internal import VaultFormat

/// The first step: finds the key files that are here, without proving anything.
extension KeyFinding {
  /// A key file that matches a header.
  struct Located {
    let id: KeyID
    let path: FilePath
    let isWrapped: Bool
    /// Whether it was replaced, and this machine works under another key.
    let isRetired: Bool
  }

  /// The available key files for the keys that headers claim, each key once.
  func locate(_ ids: Set<KeyID>) -> [Located] {
    let ordered = ids.sorted()
    let named = [locations.keyFile].compactMap { $0 }
    let paths =
      named + named.map(locations.first)
      + named.flatMap { path in ordered.map { locations.leftBeside(path, $0) } }
      + ordered.map { locations.keyDirectory.appending($0.description) }
      + ordered.map { locations.retiredDirectory.appending($0.description) }
    var found: [Located] = []
    // A staged key may be moved to its place meanwhile, so that place is checked afterwards.
    for path in locations.staged(besides: paths) + paths {
      guard let stored = try? KeyFile.read(path.string), ids.contains(stored.keyID),
        !found.contains(where: { $0.id == stored.keyID })
      else { continue }
      found.append(
        Located(
          id: stored.keyID, path: path, isWrapped: stored.isWrapped,
          isRetired: path.removingLastComponent() == locations.retiredDirectory))
    }
    return found
  }

  /// The keys that need a passphrase, in the order to ask for them: first those that this machine has used.
  func asked(_ located: [Located]) -> [Located] {
    let remembered = DeviceMemory.keyIDs(in: locations.stateDirectory)
    let wrapped = located.filter(\.isWrapped)
    return wrapped.filter { remembered.contains($0.id) }
      + wrapped.filter { !remembered.contains($0.id) }
  }
}
