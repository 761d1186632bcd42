internal import Cards

/// The list of a pass's files with their digests (Apple, Wallet Developer Guide: "Signing and Compressing the Pass").
package enum PassManifest {
  /// Writes the list.
  ///
  /// - Returns: The text: a JSON object, its names in order.
  package static func text(of files: [(name: String, bytes: [UInt8])]) -> String {
    let digests = files.map { ($0.name, JSONValue.string(PassDigest.sha1($0.bytes).hexadecimal)) }
    return JSONText.written(.object(Dictionary(digests, uniquingKeysWith: { $1 }))) + "\n"
  }
}
