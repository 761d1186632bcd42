internal import Cards
internal import Sealing

/// A pack that was opened, and whose segments are still to be read.
struct UnreadPack {
  let file: StoredFile
  let hash: ContentHash
  let age: VaultKeys.Age
  let byteCount: Int
  let pack: Pack

  init(_ opened: OpenedFile, _ age: VaultKeys.Age, _ pack: Pack) {
    self.init(
      file: opened.file, hash: opened.hash, age: age, byteCount: opened.byteCount, pack: pack)
  }

  private init(
    file: StoredFile, hash: ContentHash, age: VaultKeys.Age, byteCount: Int, pack: Pack
  ) {
    self.file = file
    self.hash = hash
    self.age = age
    self.byteCount = byteCount
    self.pack = pack
  }

  /// The pack without the entries that are none of what the newest epoch has of them, without the changes of
  /// removed cards.
  func agreeing(with newest: [ContentHash: ArraySlice<UInt8>]) -> UnreadPack {
    let entries = pack.entries.filter { entry in
      guard !entry.isPurged, let purged = newest[entry.identity] else { return true }
      return Segment.isPurged(purged, from: entry.payload)
    }
    return UnreadPack(
      file: file, hash: hash, age: age, byteCount: byteCount,
      pack: Pack(
        device: pack.device, created: pack.created, entries: entries, replaces: pack.replaces))
  }
}

extension [Pack.Entry] {
  /// The segments, in their order and in parts, read on all processors.
  var segments: [[Result<Segment, PayloadError>]] {
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
