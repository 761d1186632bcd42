internal import SwiftProtobuf

/// The library that encodes the contents of sealed files.
package enum WireLibrary {
  /// The name and version.
  package static let name = "swift-protobuf \(SwiftProtobuf.Version.versionString)"
}

extension Message {
  /// The serialised message.
  ///
  /// Encoding fails only without required fields, and proto3 has none.
  package var bytes: [UInt8] { (try? serializedBytes()) ?? [] }
}
