internal import Cards
internal import Sealing
internal import VaultFormat

/// Whose cards a bundle holds.
public enum BundleOrigin: Sendable, Hashable {
  /// It is this vault's own.
  case thisVault
  /// It is another vault's, whose key is at hand.
  case anotherVault
  /// Its key is at hand, and no vault is here: it would be made from it.
  case absentVault
  /// It was made for someone else, and a passphrase opened it.
  case passphrase
}

/// What a bundle was found to hold when all of it was checked.
public struct BundleSummary: Sendable, Hashable {
  /// Whose cards they are.
  public internal(set) var origin: BundleOrigin
  /// The cards that it was made for.
  public internal(set) var cardCount = 0
  /// The saves in it; of one for someone else it is the one that was made up for it.
  public internal(set) var segmentCount = 0
  /// The photos in it.
  public internal(set) var photoCount = 0
  /// All bytes of the file.
  public internal(set) var byteCount = 0
}

/// A bundle that a key opened.
struct OpenedBundle: ~Copyable {
  /// What was read of a bundle that is whole; photos stay in the file.
  struct Contents {
    /// The segments that were asked for.
    var segments: [Segment] = []
    var segmentCount = 0
    /// The hashes of the photos' contents, by their identities.
    var photos: [ContentHash: ContentHash] = [:]
    var vaults: [[UInt8]] = []
    /// Notices and files of free kinds.
    var files: [[UInt8]] = []
    var source: [UInt8] = []
    /// The cards that were chosen for it; none stands for all.
    var chosen: Set<CardID> = []

    /// The cards that it is about, removed ones too.
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
  let keys: EpochKeys
  var reader: BundleReader

  /// Opens a bundle with its key.
  init(_ file: consuming BundleFile, by keys: EpochKeys, _ origin: BundleOrigin) throws(VaultError)
  {
    self.origin = origin
    self.keys = keys
    byteCount = file.byteCount
    reader = try file.opened(by: keys.root)
  }

  /// Reads all of it, which is proved then.
  ///
  /// - Parameter known: segments that are of no interest.
  /// - Returns: what it holds.
  /// - Throws: `VaultError.bundle`, or what the system says.
  mutating func check(besides known: Set<ContentHash> = []) throws(VaultError) -> Contents {
    var contents = Contents()
    // One for someone else holds nothing of a vault but its cards, all in one segment; whoever made it may
    // have put in no end of them.
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
          segment = try Segment(payload: entry.payload, identity: entry.identity)
        } catch {
          throw .bundle(error == .newer ? .newerFormat : .damaged)
        }
        if !known.contains(entry.identity) { contents.segments.append(segment) }
      case .photo(let identity, let photo):
        contents.photos[identity] = photo.contentHash
      case .vault(let file): contents.vaults.append(file)
      case .source(let source): contents.source = source
      case .card(let card): contents.chosen.insert(card)
      case .file where isForOthers: throw .bundle(.damaged)
      case .file(let file): contents.files.append(file)
      }
    }
    // Only one for someone else names a source.
    guard contents.source.isEmpty != isForOthers else { throw .bundle(.damaged) }
    return contents
  }

  /// What it holds, in numbers.
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

extension Cardvault_Vault_Photo {
  /// The hash of the picture itself.
  var contentHash: ContentHash { ContentHash(of: Array(content).span) }
}
