internal import ArgumentParser
internal import Cards
internal import ReaderLink
internal import Terminal
internal import Wallet

struct ReadCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "read", abstract: "Read the codes on photos; needs no vault.",
    discussion: """
      Examples:
        cardvault read photo.jpg
        cardvault read ~/Photos/cards
        cardvault read --symbology qr,ean-13 *.jpg
        cardvault read --isbn --format plain books/*.jpg

      Reads photos, PDFs, the photos in folders, or - for standard input. A code marked “?” is doubtful: compare \
      it with the card before you use it. In an incomplete code, ? marks a digit that could not be read. \
      --format jsonl writes one line of JSON for each file.

      \(ExitStatus.help([.partlyDone, .nothingFound]))
      """)

  @Argument(help: "Photos, PDFs or folders.", completion: .file())
  var files: [String]

  @Option(help: .init("Only these kinds of barcode: qr,ean-13.", valueName: "list"))
  var symbology: String?

  @Flag(
    help:
      "Only valid ISBNs of books, as ISBN-13, one per line; everything else is silently ignored.")
  var isbn = false

  @OptionGroup var common: CommonOptions

  func run(in console: Console) async throws {
    if isbn { return try await readBookNumbers(console) }
    let symbologies = try symbology.map(CodeInput.symbologies)
    let pictures = try FileArguments.selection(files).pictures
    let today = try CalendarDate.today()
    var table = TextTable(["FILE", "BARCODE", "CODE", ""])
    var (codeCount, partialCount, failureCount, keyCount) = (0, 0, 0, 0)
    try await ReaderPool.readEach(
      of: pictures.map(\.source), .init(symbologies: symbologies ?? []),
      onMissing: MissingProtections(console).tell
    ) { index, outcome in
      let name = pictures[index].name
      codeCount += outcome.codes.count
      partialCount += outcome.partialCodes.count
      failureCount += outcome.failure == nil ? 0 : 1
      keyCount += outcome.holdsKey ? 1 : 0
      switch common.format {
      case .json, .jsonl:
        console.result(json: PictureReport(path: name, outcome, today: today))
      case .plain:
        for found in outcome.codes {
          console.result("\(found.isSure ? "" : "? ")\(found.barcode.text)")
        }
        for partial in outcome.partialCodes { console.result("? \(partial.pattern)") }
        console.remark(on: outcome, name)
      case .table:
        for found in outcome.codes {
          let words = CodeWords(found.barcode, today: today)
          table.append([
            name, found.barcode.symbology.name, words.line,
            found.doubt.map { "? \($0.words)" } ?? "",
          ])
          for line in words.meaning { table.append(["", "", "  \(line)", ""]) }
        }
        for partial in outcome.partialCodes {
          table.append([name, partial.symbology.name, partial.pattern, "? incomplete"])
        }
        console.remark(on: outcome, name)
      }
      if outcome.codes.isEmpty, outcome.partialCodes.isEmpty, outcome.failure == nil,
        !outcome.holdsKey, pictures.count > 1
      {
        console.remark("\(name): no code found")
      }
    }
    if common.format == .table, codeCount + partialCount > 0 {
      console.result(table: table.lines(width: nil, style: { console.bold($0) }))
    }
    let counts = (all: pictures.count, failed: failureCount, keys: keyCount)
    let limit = symbology == nil ? nil : "--symbology"
    guard let failure = Failure(reading: counts, codeCount: codeCount, limit: limit) else { return }
    if failureCount + keyCount == 0 {
      let what = partialCount > 0 ? "No whole code" : "No code"
      console.remark(
        limit.map { "\(what) that matches \($0) was found. Leave out \($0), to find all codes." }
          ?? "\(what) was found.")
    }
    throw console.ending(failure)
  }

  /// Prints the ISBN of each book whose code is not doubtful.
  private func readBookNumbers(_ console: Console) async throws {
    let pictures = try FileArguments.selection(files).pictures
    var count = 0
    try await ReaderPool.readEach(
      of: pictures.map(\.source), onMissing: MissingProtections(console).tell
    ) { index, outcome in
      let numbers = outcome.codes.filter(\.isSure).compactMap { BookNumber.isbn13(of: $0.barcode) }
      count += numbers.count
      for number in numbers {
        let report = BookReport(path: pictures[index].name, isbn: number)
        console.result("\(common.format.isForScripts ? report.json : number)")
      }
    }
    let counts = (all: pictures.count, failed: 0, keys: 0)
    if let failure = Failure(reading: counts, codeCount: count, limit: "--isbn") {
      throw console.ending(failure)
    }
  }
}
