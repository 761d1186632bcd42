internal import ArgumentParser
internal import Cards
internal import ReaderLink
internal import TerminalIO
internal import Wallet

struct ReadCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "read", abstract: "Read the codes on photos, without a vault.",
    discussion: """
      A code marked “?” is doubtful: look before you use it. --format jsonl gives one line of JSON a \
      file; - reads one picture from standard input.

      \(ExitStatus.help([.partlyDone, .nothingFound]))
      """)

  @Argument(help: "Photos or PDFs.", completion: .file())
  var files: [String]

  @Option(help: .init("Only these kinds, as “qr,ean-13”.", valueName: "list"))
  var symbology: String?

  @Flag(help: "Only ISBNs of books, as ISBN-13, a line each; everything else is silently skipped.")
  var isbn = false

  @OptionGroup var common: CommonOptions

  func run() async throws {
    let console = common.console
    if isbn { return try await readBookNumbers(console) }
    let symbologies = try symbology.map { list in
      try Set(
        list.split(separator: ",", omittingEmptySubsequences: false).map {
          try CodeInput.symbology(String($0))
        })
    }
    let sources = try files.map(FileArguments.source)
    let today = try CalendarDate.today()
    var table = TextTable(["FILE", "KIND", "CODE", ""])
    var (codeCount, failureCount, keyCount) = (0, 0, 0)
    try await ReaderPool.readEach(
      of: sources, .init(symbologies: symbologies ?? []),
      onMissing: MissingProtections(console).tell
    ) { index, outcome in
      codeCount += outcome.codes.count
      failureCount += outcome.failure == nil ? 0 : 1
      keyCount += outcome.holdsKey ? 1 : 0
      switch common.format {
      case .json, .jsonl:
        console.result(json: PictureReport(path: files[index], outcome, today: today))
      case .plain:
        for found in outcome.codes {
          console.result("\(found.isSure ? "" : "? ")\(found.barcode.text)")
        }
        console.remark(on: outcome, files[index])
      case .table:
        for found in outcome.codes {
          let words = CodeWords(found.barcode, today: today)
          table.append([
            files[index], found.barcode.symbology.name, words.line,
            found.doubt.map { "? \($0.words)" } ?? "",
          ])
          for line in words.meaning { table.append(["", "", "  \(line)", ""]) }
        }
        console.remark(on: outcome, files[index])
      }
    }
    if common.format == .table, codeCount > 0 {
      console.result(lines: table.lines(width: nil, style: { console.bold($0) }))
    }
    if keyCount > 0 { throw ExitCode(ExitStatus.partlyDone.rawValue) }
    if failureCount > 0 {
      throw ExitCode(
        codeCount > 0 ? ExitStatus.partlyDone.rawValue : ExitStatus.nothingFound.rawValue)
    }
    if codeCount == 0 {
      console.remark("No code was found.")
      throw ExitCode(ExitStatus.nothingFound.rawValue)
    }
  }

  /// Prints the ISBN of each book whose code is sure.
  private func readBookNumbers(_ console: Console) async throws {
    var count = 0
    try await ReaderPool.readEach(
      of: try files.map(FileArguments.source), onMissing: MissingProtections(console).tell
    ) { index, outcome in
      let numbers = outcome.codes.filter(\.isSure).compactMap { BookNumber.isbn13(of: $0.barcode) }
      count += numbers.count
      for number in numbers {
        let report = BookReport(path: files[index], isbn: number)
        console.result("\(common.format.isForScripts ? report.json : number)")
      }
    }
    if count == 0 { throw ExitCode(ExitStatus.nothingFound.rawValue) }
  }
}
