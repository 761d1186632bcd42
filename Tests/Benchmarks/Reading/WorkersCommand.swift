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
      the machine must have two processors to itself.
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
    var timings = [Timing.endless, .endless]
    let load = (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8)) ?? ""
    print("load of the machine before: \(load.split(separator: " ").first ?? "unknown")")
    for _ in 0..<max(1, rounds) {
      for index in timings.indices {
        let pool = ReaderPool(executable: reader, readerCount: index + 1)
        let cpu = EndedChildren.cpuMilliseconds
        let start = ContinuousClock.now
        try await pool.read(sources) { _, _ in }
        let wall = (ContinuousClock.now - start) / .milliseconds(1)
        timings[index] = timings[index].least(
          Timing(cpu: EndedChildren.cpuMilliseconds - cpu, wall: wall))
      }
    }
    var table = Table("readers", "photos", "wall s", "CPU s", "times one", "target")
    for (index, timing) in timings.enumerated() {
      table.add(
        "\(index + 1)", "\(sources.count)", (timing.wall / 1_000).two, (timing.cpu / 1_000).two,
        (timings[0].wall / timing.wall).two, index == 1 ? "1.8" : "")
    }
    table.print()
  }
}
