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
func part(
  _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []
) -> Target {
  .target(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: strict)
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
    .systemLibrary(name: "Ckeyring", path: "Sources/CLibraries/Ckeyring"),
    .systemLibrary(
      name: "SystemVips", path: "Sources/CLibraries/SystemVips", pkgConfig: "vips",
      providers: [.apt(["libvips-dev"])]),
    .systemLibrary(
      name: "Czbar", path: "Sources/CLibraries/Czbar", pkgConfig: "zbar",
      providers: [.apt(["libzbar-dev"])]),
    .systemLibrary(
      name: "SystemSeccomp", path: "Sources/CLibraries/SystemSeccomp", pkgConfig: "libseccomp",
      providers: [.apt(["libseccomp-dev"])]),
    .systemLibrary(
      name: "SystemRsvg", path: "Sources/CLibraries/SystemRsvg", pkgConfig: "librsvg-2.0",
      providers: [.apt(["librsvg2-dev"])]),
    // Without pkg-config, which would also require what only a static libarchive needs.
    .systemLibrary(
      name: "SystemArchive", path: "Sources/CLibraries/SystemArchive",
      providers: [.apt(["libarchive-dev"])]),
    .systemLibrary(name: "Czxing", path: "Sources/CLibraries/Czxing", pkgConfig: "zxing"),
    .target(
      name: "Cvips", dependencies: ["SystemVips"], path: "Sources/CLibraries/Cvips",
      linkerSettings: [.linkedLibrary("gmodule-2.0")]),
    .target(
      name: "Czint", dependencies: ["Czxing"], path: "Sources/CLibraries/Czint"),
    .target(
      name: "Crsvg", dependencies: ["SystemRsvg"], path: "Sources/CLibraries/Crsvg"),
    .target(
      name: "Carchive", dependencies: ["SystemArchive"], path: "Sources/CLibraries/Carchive",
      linkerSettings: [.linkedLibrary("archive")]),
    .target(
      name: "Csandbox", dependencies: ["SystemSeccomp"], path: "Sources/CLibraries/Csandbox"),

    .target(
      name: "Cterminal", path: "Sources/CLibraries/Cterminal",
      // The archives: nothing more is loaded when a command starts, and what draws no screen runs none of it. Both libedit
      // and ncurses need libtinfo, which comes last.
      linkerSettings: [
        .linkedLibrary(":libedit.a"), .linkedLibrary(":libbsd.a"), .linkedLibrary(":libmd.a"),
        .linkedLibrary(":libncursesw.a"), .linkedLibrary(":libtinfo.a"),
      ]),

    part("Cards"),
    part("Sealing", ["Ckeyring", "Csodium"], exclude: ["Keys.md"]),
    part(
      "VaultFormat", ["Cards", "Sealing", protobuf, system],
      exclude: ["Format.md", "Wire/vault.proto"]),
    .target(
      name: "VaultStore",
      dependencies: ["Cards", "Sealing", "VaultFormat", protobuf, system], swiftSettings: strict),
    .target(
      name: "VaultSync",
      dependencies: [
        "Cards", "Sealing", "VaultFormat", "VaultStore", system,
        .product(name: "Subprocess", package: "swift-subprocess"),
      ],
      exclude: ["Sync.md"], swiftSettings: strict),
    part(
      "Reading", ["Carchive", "Cards", "Crsvg", "Cvips", "Czbar", "Czxing"], exclude: ["Reading.md"]
    ),
    .target(
      name: "ReaderLink",
      dependencies: [
        "Cards", protobuf, system, .product(name: "Subprocess", package: "swift-subprocess"),
      ],
      exclude: ["Messages/reader.proto"], swiftSettings: strict),
    part("Drawing", ["Cards", "Czint"]),
    part("WalletFiles", ["Cards"], exclude: ["Moving.md"]),
    part(
      "Wallet",
      [
        "Cards", "Drawing", "ReaderLink", "Sealing", "VaultFormat", "VaultStore", "VaultSync",
        "WalletFiles", system, .product(name: "Subprocess", package: "swift-subprocess"),
      ],
      exclude: ["Cards.md", "JSON.md"]),
    part("Terminal", ["Cards", "Cterminal", system]),
    .executableTarget(
      name: "cardvault",
      dependencies: [
        "Cards", "Drawing", "ReaderLink", "Sealing", "Terminal", "VaultFormat", "VaultStore",
        "VaultSync", "Wallet", "WalletFiles", system,
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Subprocess", package: "swift-subprocess"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "cardvault-reader",
      dependencies: [
        "Carchive", "Cards", "Crsvg", "Csandbox", "Cvips", "Czbar", "Czint", "Czxing", "Drawing",
        "ReaderLink", "Reading",
      ],
      swiftSettings: strict),

    .testTarget(
      name: "CardsTests", dependencies: ["Cards", "CommandLineSupport"], swiftSettings: strict),
    .testTarget(
      name: "SealingTests", dependencies: ["Ckeyring", "CommandLineSupport", "Csodium", "Sealing"],
      swiftSettings: strict),
    .testTarget(
      name: "VaultStoreTests",
      dependencies: [
        "Cards", "CommandLineSupport", "Sealing", "VaultFormat", "VaultStore",
        "VaultSync", protobuf, system,
      ],
      swiftSettings: strict),
    .target(
      name: "Cpictures", dependencies: ["SystemVips"], path: "Tests/PictureSupport/Cpictures"),
    // What ReadingTests draw: apart from them, so that a change to a test compiles none of it.
    .testTarget(
      name: "PictureSupport", dependencies: ["Cpictures", "Czxing", "Reading"],
      exclude: ["Cpictures"], swiftSettings: strict),
    .testTarget(
      name: "ReadingTests",
      dependencies: [
        "Cards", "CommandLineSupport", "Cpictures", "Csandbox", "Czxing", "Drawing",
        "PictureSupport", "Reading",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ReaderLinkTests", dependencies: ["Cards", "ReaderLink", system, protobuf],
      exclude: ["group-reader", "rogue-archive-reader", "rogue-key-reader", "rogue-reader"],
      swiftSettings: strict),
    // What tests share, mostly those of the executables, without a test: among the other targets it would be built with the
    // executables, and the static runtime has no Testing.
    .testTarget(
      name: "CommandLineSupport",
      dependencies: [
        "Sealing", system, .product(name: "Subprocess", package: "swift-subprocess"),
      ],
      exclude: ["typist"], swiftSettings: strict),
    // None depends on the executables, which are only run: it would wait for them, and compile alone.
    .testTarget(
      name: "CommandLineTests",
      dependencies: ["Cards", "CommandLineSupport", "VaultStore", system], swiftSettings: strict),
    .testTarget(
      name: "ImportExportTests",
      dependencies: ["Cards", "CommandLineSupport", "Drawing", "PictureSupport", system],
      swiftSettings: strict),
    .testTarget(
      name: "VaultCommandTests",
      dependencies: ["CommandLineSupport", "Cpictures", "Sealing", "VaultFormat", system],
      swiftSettings: strict),
    .testTarget(
      name: "WalletTests",
      dependencies: [
        "Cards", "Drawing", "WalletFiles", "ReaderLink", "Sealing", "VaultFormat",
        "VaultStore", "VaultSync", "Wallet", system,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "WalletFilesTests", dependencies: ["Cards", "WalletFiles"], swiftSettings: strict),
    .testTarget(name: "TerminalTests", dependencies: ["Terminal", system], swiftSettings: strict),
    .testTarget(
      name: "DrawingTests", dependencies: ["Cards", "Czbar", "Czxing", "Drawing", "WalletFiles"],
      swiftSettings: strict),
  ]
)

// The web app is built only where it is asked for: what it is made of takes minutes to compile.
if ProcessInfo.processInfo.environment["CARDVAULT_WEB"] != nil {
  package.dependencies.append(
    .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1", traits: [])
  )
  package.products.append(.executable(name: "cardvault-web", targets: ["cardvault-web"]))
  package.targets += [
    .target(name: "Csite", path: "Sources/CLibraries/Csite"),
    .target(
      name: "WebApp",
      dependencies: [
        "Cards", "Csite", "Drawing", "WalletFiles", "ReaderLink", "Sealing",
        "VaultFormat",
        "VaultStore", "VaultSync", "Wallet", system,
        .product(name: "Hummingbird", package: "hummingbird"),
      ],
      exclude: ["Browser.md", "Pocket.md", "Site", "ThreatModel.md"], swiftSettings: strict),
    .executableTarget(
      name: "cardvault-web",
      dependencies: [
        "Cards", "Drawing", "ReaderLink", "Sealing", "Terminal", "VaultStore", "WebApp",
        system, .product(name: "Subprocess", package: "swift-subprocess"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "WebAppTests",
      dependencies: [
        "Cards", "CommandLineSupport", "Csodium", "Drawing", "WalletFiles", "ReaderLink", "Sealing",
        "VaultFormat", "VaultStore", "VaultSync", "Wallet", "WebApp", system,
        .product(name: "Hummingbird", package: "hummingbird"),
      ],
      swiftSettings: strict),
  ]
}

// `Tests/benchmark.sh` asks for the benchmarks: "reading", or "commands" for those too that fetch and build a good
// deal.
let benchmarks = ProcessInfo.processInfo.environment["CARDVAULT_BENCHMARKS"]
if benchmarks == "saving" {
  package.products.append(.executable(name: "SavingBenchmark", targets: ["SavingBenchmark"]))
  package.targets.append(
    .executableTarget(
      name: "SavingBenchmark",
      dependencies: [
        "Cards", "VaultStore", system,
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tests/Benchmarks/Saving", swiftSettings: strict))
} else if benchmarks != nil {
  package.products.append(.executable(name: "ReadingBenchmark", targets: ["ReadingBenchmark"]))
  package.targets += [
    .target(
      name: "Cpeer", dependencies: ["Czxing", "SystemVips"], path: "Tests/Benchmarks/Cpeer"),
    .target(
      name: "Cdrawing", dependencies: ["Czxing", "SystemVips"], path: "Tests/Benchmarks/Cdrawing"),
    .executableTarget(
      name: "ReadingBenchmark",
      dependencies: [
        "Cards", "Cdrawing", "Cpeer", "Cpictures", "ReaderLink", "Reading", system,
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Subprocess", package: "swift-subprocess"),
      ],
      path: "Tests/Benchmarks/Reading", swiftSettings: strict),
  ]
}
if benchmarks == "commands" {
  package.dependencies.append(
    .package(url: "https://github.com/ordo-one/benchmark", exact: "1.38.1", traits: []))
  package.targets.append(
    .executableTarget(
      name: "Commands",
      dependencies: [
        .product(name: "Benchmark", package: "benchmark"),
        .product(name: "Subprocess", package: "swift-subprocess"), system,
      ],
      path: "Tests/Benchmarks/Commands", swiftSettings: strict,
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]))
}

// `Tests/fuzz.sh` asks for libFuzzer's driver; tests hand the same targets what it keeps.
let fuzzed: [Target.Dependency] = [
  "Cards", "WalletFiles", "ReaderLink", "Sealing", "VaultFormat", "VaultStore",
  "VaultSync", protobuf, system,
]
if ProcessInfo.processInfo.environment["CARDVAULT_FUZZING"] != nil {
  package.products.append(.executable(name: "Fuzzing", targets: ["Fuzzing"]))
  package.targets += [
    .target(name: "Cfuzzer", path: "Tests/Fuzzing/Cfuzzer"),
    .executableTarget(
      name: "Fuzzing", dependencies: fuzzed + ["Cfuzzer"], path: "Tests/Fuzzing",
      exclude: ["Cfuzzer", "Replay", "corpus"], sources: ["Driver", "Targets"],
      swiftSettings: strict),
  ]
} else {
  package.targets.append(
    .testTarget(
      name: "FuzzingTests", dependencies: fuzzed, path: "Tests/Fuzzing",
      exclude: ["Cfuzzer", "Driver", "corpus"], sources: ["Replay", "Targets"],
      swiftSettings: strict))
}
