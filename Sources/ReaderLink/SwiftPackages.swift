/// The Swift packages that are linked, with the versions that `Package.swift` pins; each is a name, a blank and a version.
///
/// At run time they have no version, apart from swift-protobuf. Those that they need themselves are not pinned; the
/// licences that come with a package state their versions.
package enum SwiftPackages {
  /// Those of `cardvault`.
  package static let ofCommands = [
    "swift-argument-parser 1.8.2", "swift-subprocess 1.0.2", "swift-system 1.8.1",
  ]
  /// What `cardvault-web` has besides.
  package static let ofWebApp = ["hummingbird 2.28.1"]
}
