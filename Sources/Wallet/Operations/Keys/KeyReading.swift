internal import ReaderLink
package import Sealing
package import SystemPackage

extension StoredKey {
  /// Reads a key from an open file: a text file with the key, or a photo or document of its sheet, which one fresh reader
  /// opens.
  ///
  /// None of the key's bytes is ever in ordinary memory.
  ///
  /// - Parameters:
  ///   - file: The file, open for reading, at its start.
  ///   - name: What errors call it.
  ///   - onMissing: Called at most once, with the names of the protections that this kernel lacks.
  /// - Returns: The key.
  /// - Throws: `Failure` if there is no key in it, or several are.
  package static func restored(
    from file: FileDescriptor, named name: String, onMissing: ([String]) -> Void
  ) async throws -> StoredKey {
    var beginning = try SecretInput()
    try beginning.take(allFrom: file)
    // A photo is larger, or contains bytes that are not text.
    if !beginning.isFull, beginning.withBytes({ isText($0) }) {
      return try StoredKey.restored(from: beginning)
    }
    _ = try file.seek(offset: 0, from: .start)
    return try await restored(onPhoto: file, named: name, onMissing: onMissing)
  }

  /// Has one fresh reader read a key from a photo or document of its sheet.
  ///
  /// Throws like `restored(from:named:onMissing:)`.
  package static func restored(
    onPhoto file: FileDescriptor, named name: String, onMissing: ([String]) -> Void
  ) async throws -> StoredKey {
    do {
      let reader = KeyPhotoReader(executable: try ReaderPool.readerBesideExecutable())
      return try await reader.read(file, onMissing: onMissing) { pipe in
        var line = try SecretInput()
        try line.take(allFrom: pipe)
        return try StoredKey.restored(from: line)
      }
    } catch let ending as KeyEnding {
      throw Failure(ending, on: name)
    } catch let error as ReaderLinkError {
      throw Failure(error, on: name)
    }
  }

  /// Reads a key from text.
  ///
  /// - Throws: `Failure` if it is empty or no key.
  package static func restored(from text: borrowing SecretInput) throws -> StoredKey {
    let isBlank = text.withBytes { text in text.indices.allSatisfy { text[$0] <= 0x20 } }
    if isBlank {
      throw Failure(
        "no key was restored", because: "the input is empty",
        try: .prose("use a photo of the sheet").or(.typedKey),
        status: .wrongKey)
    }
    return try Failure.guarded { () throws(SealingError) in
      try text.withBytes { (text) throws(SealingError) in try KeyText.read(text) }
    }
  }

  /// Whether it is a text file: only ASCII, and not a PDF.
  private static func isText(_ bytes: Span<UInt8>) -> Bool {
    let pdf = Array("%PDF".utf8)
    let isPDF = bytes.count >= pdf.count && pdf.indices.allSatisfy { bytes[$0] == pdf[$0] }
    return !isPDF
      && bytes.indices.allSatisfy {
        (0x20...0x7E).contains(bytes[$0]) || (0x09...0x0D).contains(bytes[$0])
      }
  }
}
