// swift-tools-version: 6.2

import Foundation
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let protobuf = Target.Dependency.product(name: "SwiftProtobuf", package: "swift-protobuf")
let system = Target.Dependency.product(name: "SystemPackage", package: "swift-system")

/// A target of ours: its module's folder bears its name, and it compiles under the strict settings.
func part(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, exclude: [], swiftSettings: strict)
}

let package = Package(
  name: "cardvault",
  products: [
    .executable(name: "cardvault", targets: ["cardvault"]),
    .executable(name: "cardvault-reader", targets: ["cardvault-reader"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-protobuf", exact: "1.39.0"),
    .package(url: "https://github.com/apple/swift-system", exact: "1.8.1"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", exact: "1.0.2"),
  ],
  targets: [
    // C libraries: a `System…` target names the library, a `C…` target gives it an interface for Swift.
    .systemLibrary(
      name: "Csodium", path: "Sources/CLibraries/Csodium", pkgConfig: "libsodium",
      providers: [.apt(["libsodium-dev"])]),
    .systemLibrary(
      name: "SystemVips", path: "Sources/CLibraries/SystemVips", pkgConfig: "vips",
      providers: [.apt(["libvips-dev"])]),
    .systemLibrary(
      name: "Czbar", path: "Sources/CLibraries/Czbar", pkgConfig: "zbar",
      providers: [.apt(["libzbar-dev"])]),
    .systemLibrary(
      name: "SystemSeccomp", path: "Sources/CLibraries/SystemSeccomp", pkgConfig: "libseccomp",
      providers: [.apt(["libseccomp-dev"])]),
    .systemLibrary(name: "Czxing", path: "Sources/CLibraries/Czxing", pkgConfig: "zxing"),
    .target(
      name: "Cvips", dependencies: ["SystemVips"], path: "Sources/CLibraries/Cvips"),
    .target(
      name: "Czint", dependencies: ["Czxing"], path: "Sources/CLibraries/Czint"),
    .target(
      name: "Csandbox", dependencies: ["SystemSeccomp"], path: "Sources/CLibraries/Csandbox"),

    part("Cards"),
    part("Sealing", ["Csodium"]),
    .target(
      name: "VaultStore", dependencies: ["Cards", "Sealing", protobuf, system],
      exclude: ["vault.proto"], swiftSettings: strict),
    part("Reading", ["Cards", "Cvips", "Czbar", "Czxing"]),
    .target(
      name: "ReaderLink",
      dependencies: [
        "Cards", protobuf, system, .product(name: "Subprocess", package: "swift-subprocess"),
      ],
      exclude: ["Messages/reader.proto"], swiftSettings: strict),
    part("Drawing", ["Cards", "Czint"]),
    .executableTarget(
      name: "cardvault",
      dependencies: [
        "Cards", "Drawing", "ReaderLink", "Sealing", "VaultStore", system,
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "cardvault-reader", dependencies: ["Cards", "Csandbox", "ReaderLink", "Reading"],
      swiftSettings: strict),

    .testTarget(name: "CardsTests", dependencies: ["Cards"], swiftSettings: strict),
    .testTarget(name: "SealingTests", dependencies: ["Sealing"], swiftSettings: strict),
    .testTarget(
      name: "VaultStoreTests", dependencies: ["Cards", "Sealing", "VaultStore", protobuf, system],
      swiftSettings: strict),
    .testTarget(
      name: "ReadingTests", dependencies: ["Cards", "Reading", "Cvips"], swiftSettings: strict),
    .testTarget(
      name: "ReaderLinkTests", dependencies: ["Cards", "ReaderLink", system, protobuf],
      swiftSettings: strict),
    .testTarget(
      name: "DrawingTests", dependencies: ["Cards", "Drawing", "Reading"], swiftSettings: strict),
  ]
)
