internal import Cards
internal import Sealing
internal import VaultFormat

/// The vault that a bundle's cards come from.
public enum BundleOrigin: Sendable, Hashable {
  /// It is this vault.
  case thisVault
  /// It is another vault, whose key is available.
  case anotherVault
  /// Its key is available, but there is no vault here: the bundle can restore it.
  case absentVault
  /// It was made for someone else, and a passphrase opened it.
  case passphrase
}

/// The contents of a completely checked bundle.
public struct BundleSummary: Sendable, Hashable {
  /// Where its cards come from.
  public internal(set) var origin: BundleOrigin
  /// How many cards it was made for.
  public internal(set) var cardCount = 0
  /// How many segments it contains; a bundle for someone else has exactly one, created for it.
  public internal(set) var segmentCount = 0
  /// How many photos it contains.
  public internal(set) var photoCount = 0
  /// The size of the file.
  public internal(set) var byteCount = 0
  /// Photos of its cards that the vault's folder lacks; known only when the bundle is written.
  public internal(set) var missingPhotos: [MissingPhoto] = []
}

/// A bundle that a key opened.
struct OpenedBundle: ~Copyable {
  /// The contents; photos stay in the file.
  struct Contents {
    /// The segments that are not yet known.
    var segments: [Segment] = []
    var segmentCount = 0
    /// The identities of the photos.
    var photos: Set<ContentHash> = []
    var vaults: [[UInt8]] = []
    /// Files of free kinds.
    var files: [[UInt8]] = []
    var source: [UInt8] = []
    /// The cards chosen for it; empty means all.
    var chosen: Set<CardID> = []

    /// Its cards, including removed ones.
    var cards: [CardID: MergedFields] {
      let merged = MergedCards(merging: History(segments).revisions)
      if chosen.isEmpty { return merged.cards }
      return merged.cards.filter { id, _ in
        merged.joined.members(of: id).contains(where: chosen.contains)
      }
    }
  }

  let origin: BundleOrigin
  let byteCount: Int
  /// The key that opened it.
  let keys: DerivedKeys
  var reader: BundleReader

  init(_ file: consuming BundleFile, by keys: DerivedKeys, _ origin: BundleOrigin)
    throws(VaultError)
  {
    self.origin = origin
    self.keys = keys
    byteCount = file.byteCount
    reader = try file.opened(by: keys.root)
  }

  /// Reads, and so proves, the whole bundle.
  ///
  /// - Throws: `VaultError.bundle`, or the system's error.
  mutating func check(skipping known: Set<ContentHash> = []) throws(VaultError) -> Contents {
    var contents = Contents()
    // A bundle for someone else has only cards, all in one segment; a hostile author may have added more.
    let isForOthers = origin == .passphrase
    reader.rewind()
    while let item = try reader.next() {
      switch item {
      case .segment where isForOthers && contents.segmentCount > 0, .vault where isForOthers:
        throw .bundle(.damaged)
      case .segment(let entry):
        contents.segmentCount += 1
        let segment: Segment
        do throws(PayloadError) {
          segment = try Segment(payload: entry.payload)
        } catch {
          throw .bundle(error == .newer ? .newerFormat : .damaged)
        }
        if !known.contains(entry.identity) { contents.segments.append(segment) }
      case .photo(let identity, _): contents.photos.insert(identity)
      case .vault(let file): contents.vaults.append(file)
      case .source(let source): contents.source = source
      case .card(let card): contents.chosen.insert(card)
      case .file where isForOthers: throw .bundle(.damaged)
      case .file(let file): contents.files.append(file)
      }
    }
    // Only a bundle for someone else names a source.
    guard contents.source.isEmpty != isForOthers else { throw .bundle(.damaged) }
    return contents
  }

  mutating func summary() throws(VaultError) -> BundleSummary {
    let contents = try check()
    var summary = BundleSummary(origin: origin)
    summary.cardCount = contents.cards.count { !$0.value.isRemoved }
    summary.segmentCount = contents.segmentCount
    summary.photoCount = contents.photos.count
    summary.byteCount = byteCount
    return summary
  }
}
