import ArgumentParser
import FoundationEssentials
import ReaderLink
import SystemPackage

/// Reads the corpus with one and with two readers, as an import does.
struct WorkersCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "workers", abstract: "Compare one reader process with two.",
    discussion: """
      The readers are the real ones beside this executable, their start included. Wall time counts here, so \
      the machine must have two processors to itself. What it gives at best is measured too: two pools of one \
      reader, each of which reads the whole list and neither of which hands the other anything.
      """)

  @Option(help: "The corpus' folder.") var corpus = "../shared/corpus"
  @Option(help: "How often the list is read by each number of readers; the least time counts.")
  var rounds = 2
  @Option(help: "Only photos whose path has this in it.") var only: String?

  func run() async throws {
    let corpus = try Corpus(folder: corpus, only: only)
    let folder = FilePath(FileManager.default.currentDirectoryPath).pushing(FilePath(corpus.folder))
    let sources = corpus.photos.map { PictureSource.file(folder.appending($0.path)) }
    let reader = try ReaderPool.readerBesideExecutable()
    // One reader, two readers, and two independent ones.
    let trials = [(pools: 1, readers: 1), (pools: 1, readers: 2), (pools: 2, readers: 1)]
    var timings = trials.map { _ in Timing.endless }
    let load = (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8)) ?? ""
    print("load of the machine before: \(load.split(separator: " ").first ?? "unknown")")
    for _ in 0..<max(1, rounds) {
      for (index, trial) in trials.enumerated() {
        let cpu = EndedChildren.cpuMilliseconds
        let start = ContinuousClock.now
        try await withThrowingTaskGroup(of: Void.self) { pools in
          for _ in 0..<trial.pools {
            pools.addTask {
              let pool = ReaderPool(executable: reader, readerCount: trial.readers)
              try await pool.read(sources) { _, _ in }
            }
          }
          try await pools.waitForAll()
        }
        let wall = (ContinuousClock.now - start) / .milliseconds(1)
        let timing = Timing(cpu: EndedChildren.cpuMilliseconds - cpu, wall: wall)
        timings[index] = timings[index].least(timing)
      }
    }
    var table = Table("readers", "photos", "wall s", "CPU s", "times one", "target")
    for (trial, timing) in zip(trials, timings) {
      let photoCount = sources.count * trial.pools
      let speed = timings[0].wall / timing.wall * Double(trial.pools)
      table.add(
        trial.pools > 1 ? "2 apart, the machine's best" : "\(trial.readers)", "\(photoCount)",
        (timing.wall / 1_000).two, (timing.cpu / 1_000).two, speed.two,
        trial.readers == 2 ? "1.8" : "")
    }
    table.print()
  }
}
