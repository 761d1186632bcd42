internal import Cards
internal import Glibc
internal import Sealing
internal import SystemPackage
internal import VaultFormat

/// This machine's index of a vault's packs, a sealed file for each, so that packs need not be opened: `Format.md`,
/// section 9.
///
/// It only saves time: packs that are not in it are opened.
struct PackIndex {
  /// A pack without its segments.
  struct Outline: Sendable {
    /// The files that it says it replaces.
    let replaces: Set<ContentHash>

    init(of pack: Pack, _ hash: ContentHash) {
      replaces = Set(pack.replaces).subtracting([hash])
    }
  }

  private static let folderName = "packs"
  private static let suffix = ".index"

  private let path: FilePath
  private let key: DerivedKeys

  /// The index beside this machine's memory of the vault's folder.
  init(at locations: VaultLocations, keys: VaultKeys) {
    path = DeviceMemory.folder(at: locations, keys.header.secrets).appending(Self.folderName)
    key = keys.current
  }

  /// The outline of a pack; `nil` if unknown, or if the file is no longer that pack.
  func outline(of file: StoredFile, in vault: borrowing Folder) -> Outline? {
    guard let hash = file.hash, let folder = try? Folder(path),
      let bytes = try? folder.read(Self.name(of: hash), limit: VaultLayout.fileByteLimit),
      let payload = try? key.open(bytes.span, as: .index), let pack = try? Pack(payload: payload),
      let sealed = try? vault.read(file.path, limit: StoredKind.pack.byteLimit),
      ContentHash(of: sealed.span) == hash
    else { return nil }
    return Outline(of: pack, hash)
  }

  /// Records the outlines of packs that had to be opened, and forgets packs without an outline: they are gone.
  ///
  /// - Throws: the system's error; the packs are opened again next time.
  func note(
    _ outlines: [ContentHash: Outline], opened: Set<ContentHash>,
    using generator: inout some RandomNumberGenerator
  ) throws(VaultError) {
    // Fails without a memory of the vault, as that has made the folder.
    try Folder(path.removingLastComponent()).make(Self.folderName)
    let folder = try Folder(path)
    for hash in opened {
      guard let outline = outlines[hash] else { continue }
      let pack = Pack(
        device: 0, created: Timestamp(milliseconds: 0), entries: [],
        replaces: outline.replaces.sorted())
      guard
        let bytes = try? key.seal(pack.payload, as: .index, using: &generator)
      else { continue }
      try folder.write(bytes, to: Self.name(of: hash), existing: .replaced, durability: .none)
    }
    let current = Set(outlines.keys.map(Self.name))
    folder.removeTemporaries(for: current, olderThan: 60)
    for name in try folder.names()
    where name.hasSuffix(Self.suffix) && !current.contains(name) {
      unsafe unlinkat(folder.descriptor, name, 0)
    }
  }

  private static func name(of pack: ContentHash) -> String { pack.description + suffix }
}
