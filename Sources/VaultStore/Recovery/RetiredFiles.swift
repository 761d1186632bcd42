internal import Sealing
internal import VaultFormat

/// The files in the vault's folder that are still sealed under retired keys without a passphrase.
extension Vault {
  /// The segments and packs under retired keys, and what is in each.
  func retiredFiles() -> [(file: StoredFile, entries: [Pack.Entry])] {
    let files = contents.findings.files(.retired)
    guard !files.isEmpty, let folder = try? Self.openFolder(locations.vault) else { return [] }
    let finding = KeyFinding(locations: locations)
    var found: [(file: StoredFile, entries: [Pack.Entry])] = []
    for located in finding.locate(keys.retired) where !located.isWrapped {
      guard let key = try? finding.open(located, keyProvider: withoutPassphrase) else { continue }
      for file in files {
        guard let entries = OpenedFile(file, in: folder, key)?.entries else { continue }
        found.append((file, entries))
      }
    }
    return found
  }

  /// Removes segments and packs under retired keys of which everything is under the vault's key.
  func clearRetired(in folder: borrowing Folder) {
    guard isCompactable else { return }
    let due = { (known: Set<ContentHash>, files: [(file: StoredFile, entries: [Pack.Entry])]) in
      files.filter { $0.entries.allSatisfy { known.contains($0.identity) } }
    }
    // What was read may be gone meanwhile: what is to be removed must be here under the vault's key now.
    let claimed = due(contents.known, retiredFiles())
    guard !claimed.isEmpty, let known = (try? judgedAnew())?.known else { return }
    let files = due(known, claimed).map(\.file)
    guard (try? Self.remove(files, in: folder)) != nil else { return }
    contents.forget(Set(files))
  }
}
