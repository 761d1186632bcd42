internal import SwiftProtobuf

/// The library that encodes what is inside the sealed files.
package enum WireLibrary {
  /// Its name and version.
  package static let name = "swift-protobuf \(SwiftProtobuf.Version.versionString)"
}
