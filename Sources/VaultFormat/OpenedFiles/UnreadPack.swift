internal import Cards
package import Sealing

/// A pack that was opened, and whose segments are still to be read.
package struct UnreadPack {
  package let file: StoredFile
  package let hash: ContentHash
  package let age: VaultKeys.Age
  package let byteCount: Int
  /// What the file is if it has something that only a newer program reads.
  package let newer: FileFindings.Finding
  package private(set) var pack: Pack

  package init(_ opened: OpenedFile, _ age: VaultKeys.Age, _ keys: VaultKeys, _ pack: Pack) {
    file = opened.file
    hash = opened.hash
    byteCount = opened.byteCount
    newer = opened.newer(keys)
    self.age = age
    self.pack = pack
  }

  /// The pack with only those of its entries that are marked as claimed, or are not.
  package func part(isClaimed: Bool) -> UnreadPack {
    var part = self
    part.pack = Pack(
      device: pack.device, created: pack.created,
      entries: pack.entries.filter { $0.isClaimed == isClaimed }, replaces: pack.replaces)
    return part
  }

  /// The pack without the entries that are not what top keys have of them, which lacks the changes of removed
  /// cards.
  package func agreeing(with newest: [ContentHash: ArraySlice<UInt8>]) -> UnreadPack {
    let entries = pack.entries.filter { entry in
      guard !entry.isPurged, let purged = newest[entry.identity] else { return true }
      return Segment.isPurged(purged, from: entry.payload)
    }
    var agreeing = self
    agreeing.pack = Pack(
      device: pack.device, created: pack.created, entries: entries, replaces: pack.replaces)
    return agreeing
  }
}

extension [Pack.Entry] {
  /// The segments, in their order and in parts, read on all processors.
  package var segments: [[Result<Segment, PayloadError>]] {
    concurrentMap { entry in
      Result { () throws(PayloadError) in
        // Bytes of its own: readers on several processors that count references to one pack wait for
        // one another.
        let payload = [UInt8](entry.payload)
        return try Segment(payload: payload[...], identity: entry.identity)
      }
    }
  }
}
