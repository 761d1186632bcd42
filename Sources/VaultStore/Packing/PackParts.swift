internal import Sealing
internal import VaultFormat

extension Vault {
  /// How large a pack of many segments gets before the next one is started; our choice.
  package static let packByteCount = 16 << 20
}

/// What becomes one pack.
struct PackPart {
  private(set) var entries: [Pack.Entry] = []
  /// The files whose contents it makes up for.
  var replaces: Set<ContentHash> = []
  private var identities: Set<ContentHash> = []
  private var byteCount = 0

  /// An entry with more bytes gets a segment file of its own, as a pack of it might become larger than a file may be.
  private static let largeByteCount = VaultLayout.fileByteLimit - (1 << 20)
  /// A pack has fewer than 1,000,000 entries: `Format.md`, section 10.
  private static let mostEntries = 500_000
  /// The most bytes around an entry's payload, and of a hash in `replaces`.
  private static let frameByteCount = 40

  /// The only entry, if it is too large for a pack.
  var largeEntry: Pack.Entry? {
    entries.count == 1 && byteCount > Self.largeByteCount ? entries.first : nil
  }

  /// Whether it has all these segments.
  func holds(_ entries: [Pack.Entry]) -> Bool {
    entries.allSatisfy { identities.contains($0.identity) }
  }

  /// Whether there is room for these entries, and for naming this many files.
  func hasRoom(for more: [Pack.Entry], naming count: Int) -> Bool {
    let added = more.reduce(0) { $0 + $1.payload.count + Self.frameByteCount }
    return byteCount + added + (replaces.count + count) * Self.frameByteCount <= Vault.packByteCount
      && entries.count + more.count <= Self.mostEntries
  }

  mutating func add(_ more: [Pack.Entry]) {
    for entry in more where identities.insert(entry.identity).inserted {
      entries.append(entry)
      byteCount += entry.payload.count + Self.frameByteCount
    }
  }
}

extension [JudgedFolder.HeldFile] {
  /// The packs that make up for all these files: where they fit, the segments of each file are all in one of them, which
  /// names it.
  ///
  /// - Parameters:
  ///   - sealed: photos and files of free kinds that are sealed anew, which the first pack names.
  ///   - isInheriting: whether a pack also names what its files replaced themselves: only if the vault's key, and nobody
  ///     with an older one, made them.
  ///   - wanted: whether a segment is sealed anew; a file with others is not named.
  /// - Returns: the packs.
  func parts(
    besides sealed: [StoredFile] = [], isInheriting: Bool = false,
    where wanted: (ContentHash) -> Bool = { _ in true }
  ) -> [PackPart] {
    var parts: [PackPart] = []
    // Packs first: those of their segments that are in files of their own, too, are there already.
    let files = filter { $0.kind == .pack } + filter { $0.kind == .segment }
    for file in files where file.holdings.isReadable {
      let entries = file.holdings.entries.filter { wanted($0.identity) }
      if entries.isEmpty && !file.holdings.entries.isEmpty { continue }
      let isWhole = entries.count == file.holdings.entries.count
      let named = isWhole ? [file.hash] + (isInheriting ? file.holdings.replaces : []) : []
      if let place = parts.firstIndex(where: {
        $0.holds(entries) && $0.hasRoom(for: [], naming: named.count)
      }) {
        parts[place].replaces.formUnion(named)
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
      // Too large for one pack: nothing names it.
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
