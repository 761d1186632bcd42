internal import Sealing
internal import VaultFormat

extension Vault {
  /// The size in bytes at which a new pack is started; our choice.
  package static let packByteCount = 16 << 20
}

/// The contents of one pack that is to be written.
struct PackPart {
  private(set) var entries: [Pack.Entry] = []
  /// The files that it replaces.
  var replaces: Set<ContentHash> = []
  private var identities: Set<ContentHash> = []
  private var byteCount = 0

  /// A larger entry gets its own segment file, as a pack might exceed the limit of a file.
  private static let largeByteCount = VaultLayout.fileByteLimit - (1 << 20)
  /// Half of what `Format.md`, section 10, allows.
  private static let maxEntryCount = 500_000
  /// The maximum number of bytes around an entry's payload, and for a hash in `replaces`.
  private static let frameByteCount = 40

  /// The only entry, if it is too large for a pack.
  var largeEntry: Pack.Entry? {
    entries.count == 1 && byteCount > Self.largeByteCount ? entries.first : nil
  }

  /// Whether it has all these segments.
  func holds(_ entries: [Pack.Entry]) -> Bool {
    entries.allSatisfy { identities.contains($0.identity) }
  }

  /// Whether there is room for these entries, and for the hashes of this many files.
  func hasRoom(for more: [Pack.Entry], naming count: Int) -> Bool {
    let added = more.reduce(0) { $0 + $1.payload.count + Self.frameByteCount }
    return byteCount + added + (replaces.count + count) * Self.frameByteCount <= Vault.packByteCount
      && entries.count + more.count <= Self.maxEntryCount
  }

  mutating func add(_ more: [Pack.Entry]) {
    for entry in more where identities.insert(entry.identity).inserted {
      entries.append(entry)
      byteCount += entry.payload.count + Self.frameByteCount
    }
  }
}

extension [JudgedFolder.HeldFile] {
  /// The packs that replace these files: if they fit, all segments of a file are in one pack, which names the file.
  ///
  /// - Parameters:
  ///   - sealed: photos and files of free kinds that are sealed anew; the first pack names them.
  ///   - isInheriting: whether a pack also names what its files replaced: only if they are under the vault's key,
  ///     not under an older one that others may have.
  ///   - wanted: whether a segment is sealed anew; no pack names a file with unwanted segments.
  /// - Returns: the packs.
  func parts(
    naming sealed: [StoredFile] = [], isInheriting: Bool = false,
    where wanted: (ContentHash) -> Bool = { _ in true }
  ) -> [PackPart] {
    var parts: [PackPart] = []
    // Packs first, so that segments that are also in their own files are there already.
    let files = filter { $0.kind == .pack } + filter { $0.kind == .segment }
    for file in files where file.holdings.isReadable {
      let entries = file.holdings.entries.filter { wanted($0.identity) }
      if entries.isEmpty && !file.holdings.entries.isEmpty { continue }
      let isWhole = entries.count == file.holdings.entries.count
      let named = isWhole ? [file.hash] + (isInheriting ? file.holdings.replaces : []) : []
      if let index = parts.firstIndex(where: {
        $0.holds(entries) && $0.hasRoom(for: [], naming: named.count)
      }) {
        parts[index].replaces.formUnion(named)
        continue
      }
      if !(parts.last?.hasRoom(for: entries, naming: named.count) ?? false) {
        parts.append(PackPart())
      }
      if parts[parts.count - 1].hasRoom(for: entries, naming: named.count) {
        parts[parts.count - 1].add(entries)
        parts[parts.count - 1].replaces.formUnion(named)
        continue
      }
      // Too large for one pack, so none names it.
      for entry in entries where !parts.contains(where: { $0.holds([entry]) }) {
        if !parts[parts.count - 1].hasRoom(for: [entry], naming: 0) { parts.append(PackPart()) }
        parts[parts.count - 1].add([entry])
      }
    }
    let others = Set(sealed)
    let named = filter { $0.holdings.payload != nil && others.contains($0.file) }.map(\.hash)
    if !named.isEmpty {
      if !(parts.first?.hasRoom(for: [], naming: named.count) ?? false) {
        parts.insert(PackPart(), at: 0)
      }
      parts[0].replaces.formUnion(named)
    }
    return parts.filter { !$0.entries.isEmpty || !$0.replaces.isEmpty }
  }
}
