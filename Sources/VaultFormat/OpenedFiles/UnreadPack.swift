internal import Cards
package import Sealing

/// An opened pack whose segments have not been read yet.
package struct UnreadPack {
  package let file: StoredFile
  package let hash: ContentHash
  package let byteCount: Int
  package let pack: Pack

  package init(_ opened: OpenedFile, _ pack: Pack) {
    file = opened.file
    hash = opened.hash
    byteCount = opened.byteCount
    self.pack = pack
  }
}

extension [Pack.Entry] {
  /// The segments in their order and in parts, read on all processors.
  package var segments: [[Result<Segment, PayloadError>]] {
    concurrentMap { entry in
      Result { () throws(PayloadError) in
        // Copies the bytes: processors that share one pack's reference count slow each other down.
        let payload = [UInt8](entry.payload)
        return try Segment(payload: payload[...], hashedAs: entry.identity)
      }
    }
  }
}
