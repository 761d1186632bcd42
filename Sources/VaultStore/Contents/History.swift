internal import Cards
internal import Sealing
internal import SystemPackage

/// Everything that a vault's segments say, as far as they could be read.
struct History {
  /// All revisions of each card.
  private(set) var revisions: [CardID: [Revision]] = [:]
  /// The segments that are here.
  private(set) var seen = VersionVector()
  /// The latest clock of them all.
  private(set) var clock = HybridClock(0)
  /// Files that bear our name or marks and cannot be used.
  private(set) var damagedFiles: [String] = []
  /// Files that only a newer program can read.
  private(set) var newerFiles: [String] = []

  /// Reads all segments of a vault; a file that cannot be used does not stop the others.
  ///
  /// - Complexity: linear in the number of files; about 20 microseconds each with the merge (measured).
  init(of vault: borrowing Folder, key: borrowing EnvelopeKey) throws(SystemFailure) {
    guard let folder = try Folder(VaultLayout.segments, in: vault) else { return }
    var segments: [Segment] = []
    var hashes: Set<ContentHash> = []
    for name in try folder.names() {
      let file: [UInt8]
      do throws(SystemFailure) {
        file = try folder.read(name, limit: VaultLayout.fileByteLimit)
      } catch {
        if Self.isOurs(name) { damagedFiles.append(name) }
        continue
      }
      // The same file under two names, as some carriers leave it, counts once.
      let hash = ContentHash(of: file.span)
      guard hashes.insert(hash).inserted else { continue }
      do throws(SealingError) {
        guard let segment = Segment(payload: try key.open(file.span)) else { throw .damaged }
        segments.append(segment)
      } catch {
        switch error {
        // The version is not proved: only a file that is what its name says was written like that.
        case .newerFormat where name == VaultLayout.segmentName(hash.bytes): newerFiles.append(name)
        case .notSealed: if Self.isOurs(name) { damagedFiles.append(name) }
        default: damagedFiles.append(name)
        }
      }
    }
    segments.sort { $0.dot < $1.dot }
    revisions.reserveCapacity(segments.count)
    for segment in segments { add(segment) }
    damagedFiles.sort()
    newerFiles.sort()
  }

  /// Takes a segment in.
  mutating func add(_ segment: Segment) {
    if let span = segment.span { seen.insert(span) }
    for revision in segment.revisions {
      revisions[revision.card, default: []].append(revision)
      clock = max(clock, revision.clock)
    }
  }

  /// Whether this is a name of ours, as it was or as a carrier may have changed it, and not a file
  /// that one of them is still writing (Syncthing, rclone).
  private static func isOurs(_ name: String) -> Bool {
    name.contains(VaultLayout.segmentSuffix) && !name.hasPrefix("~syncthing~")
      && !name.hasSuffix(".partial") && !name.hasSuffix(".tmp")
  }
}
