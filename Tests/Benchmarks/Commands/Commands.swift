import Benchmark
import Foundation
import Subprocess
import SystemPackage

// Whole processes, as a person starts them: `cardvault` next to the programs that people use today, in one run.
// `bash Tests/benchmark.sh` builds everything in release and passes the paths of the executables and pictures.

let environment = ProcessInfo.processInfo.environment
let executable = FilePath(environment["CARDVAULT_EXECUTABLE"] ?? "")
let samples = environment["CARDVAULT_SAMPLES"] ?? ""
let large = environment["CARDVAULT_LARGE_PHOTO"] ?? ""
let smallPhotos = (environment["CARDVAULT_SMALL_PHOTOS"] ?? "").split(separator: "\n").map(
  String.init)
let home = environment["CARDVAULT_HOME"] ?? ""

func start(_ program: Executable, _ arguments: [String]) async throws {
  _ = try await run(
    program, arguments: .init(arguments),
    environment: .custom(["HOME": home, "PATH": "/usr/bin:/bin"] as [Environment.Key: String]),
    output: .discarded, error: .discarded)
}

func command(_ name: String, _ program: Executable, _ arguments: [String]) {
  Benchmark(
    name,
    configuration: .init(
      metrics: [.wallClock], warmupIterations: 2, maxDuration: .seconds(20), maxIterations: 50)
  ) { _ in
    try await start(program, arguments)
  }
}

let benchmarks: @Sendable () -> Void = {
  command("list, 100 cards", .path(executable), ["list"])
  command("show, of 100 cards", .path(executable), ["show", "Card 42", "--color"])
  command("read, one 12 MP JPEG", .path(executable), ["read", large])
  command("read, 30 small photos", .path(executable), ["read"] + smallPhotos)
  if FileManager.default.isExecutableFile(atPath: "/usr/bin/zbarimg") {
    let zbar = ["--quiet", "--nodbus"]
    command("peer zbarimg, one 12 MP JPEG", .path("/usr/bin/zbarimg"), zbar + [large])
    command("peer zbarimg, 30 small photos", .path("/usr/bin/zbarimg"), zbar + smallPhotos)
  }
}
