internal import Cards
internal import Sealing

/// A pack that was opened, and whose segments are still to be read.
struct UnreadPack {
  let file: StoredFile
  let hash: ContentHash
  let epoch: UInt32
  let byteCount: Int
  let pack: Pack

  init(_ opened: OpenedFile, _ epoch: UInt32, _ pack: Pack) {
    file = opened.file
    hash = opened.hash
    byteCount = opened.byteCount
    self.epoch = epoch
    self.pack = pack
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
