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
    let epoch: UInt32
  }

  /// The available key files for the keys that headers claim, each key once.
  func locate(_ ids: Set<KeyID>) -> [Located] {
    let ordered = ids.sorted { $0.description < $1.description }
    let named = [locations.keyFile].compactMap { $0 }
    let paths =
      named + named.flatMap { path in ordered.map { locations.leftBeside(path, $0) } }
      + ordered.map { locations.keyDirectory.appending($0.description) }
    var found: [Located] = []
    // A staged key may be moved to its place meanwhile, so that place is checked afterwards.
    for path in locations.staged(besides: paths) + paths {
      guard let stored = try? KeyFile.read(path.string), ids.contains(stored.keyID),
        !found.contains(where: { $0.id == stored.keyID })
      else { continue }
      found.append(
        Located(id: stored.keyID, path: path, isWrapped: stored.isWrapped, epoch: stored.epoch))
    }
    // Newest first, because those carry the others.
    return found.sorted { ($1.epoch, $0.id.description) < ($0.epoch, $1.id.description) }
  }

  /// The keys that need a passphrase, in the order to ask for them: first those that this machine has used.
  func asked(_ located: [Located]) -> [Located] {
    let remembered = DeviceMemory.keyIDs(in: locations.stateDirectory)
    return located.filter(\.isWrapped).sorted { left, right in
      (remembered.contains(left.id) ? 1 : 0, left.epoch)
        > (remembered.contains(right.id) ? 1 : 0, right.epoch)
    }
  }
}
