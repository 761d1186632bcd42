internal import ArgumentParser
internal import Cards
internal import Drawing
internal import Glibc
internal import ReaderLink
internal import SystemPackage
internal import Terminal
internal import Wallet

struct PictureCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "picture", abstract: "Draw cards as pictures for a phone.",
    discussion: """
      Examples:
        cardvault picture bakery
        cardvault picture bakery --output bakery.png
        cardvault picture --tag travel --output pictures
        cardvault picture --all --output pictures

      Each picture is a PNG, 1080 pixels wide: the name, the code, and the number beneath. A card with several \
      codes gets one for each. No picture shows a PIN. Only you can read the files, and no file is ever overwritten. They \
      are not sealed: anyone who gets a copy can use the card.

      \(ExitStatus.help(ExitStatus.ofVault + [.partlyDone, .nothingFound, .conflict]))
      """)

  @OptionGroup var cards: CardsOptions

  @Option(
    name: .shortAndLong,
    help: .init(
      """
      A new file that ends in .png, - for standard output, or a folder for one file per card; by default, the \
      current folder.
      """, valueName: "path"), completion: .file())
  var output: String?

  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  private static let refusal = "no picture was drawn"

  func run(in console: Console) async throws {
    try checkPlace()
    let store = try await vault.open(console)
    let today = try CalendarDate.today()
    let chosen = try await cards.chosen(from: store, orElse: Self.refusal, on: today, console)
    let drawings = CardDrawings(of: chosen, today: today, draw: PhonePicture.init)
    guard !drawings.drawn.isEmpty else {
      throw console.nothingDrawn(drawings.leftOut, orElse: Self.refusal)
    }
    let names = try names(for: drawings.drawn)
    let renderer = PictureRenderer(executable: try ReaderPool.readerBesideExecutable())
    let missing = MissingProtections(console)
    let count = WorkMeter.begin(.rendering, count: names.count)
    defer { count.end() }
    try await renderer.renderEach(
      of: drawings.drawn.map { Array($0.picture.svg.utf8) },
      onMissing: missing.tell
    ) { index, png in
      try WorkMeter.paused { try keep(png, as: names[index], console) }
      count.advance()
    }
    count.end()
    if names != ["-"], console.format.isForScripts {
      console.result(
        json: CarryingReport(
          cards: names.count, files: names, leftOut: drawings.leftOut))
    }
    console.remark("\(CarryingWords.notSealed)")
    try console.tell(of: drawings.leftOut)
  }

  /// Refuses a file or folder that cannot be made, before anyone is asked for a passphrase.
  private func checkPlace() throws {
    guard let output else { return }
    if output == "-" {
      guard !TTY.isTerminal(.standardOutput) else {
        throw Failure.usage(
          "a picture cannot be shown in a terminal", because: "it is not text",
          try: .use("--output", "card.png"))
      }
    } else if try isOneFile || !Self.isFolder(output) {
      try NewFile.check(output, orElse: Self.refusal, option: "--output")
    }
  }

  /// Writes a picture, and reports it.
  private func keep(_ png: [UInt8], as name: String, _ console: Console) throws {
    guard name != "-" else { return console.result(file: png) }
    try NewFile.write(png, to: name)
    console.noteStored()
    if !console.format.isForScripts { console.result("Written: \(name)") }
  }

  /// The files' names, none of which exists; the folder for them is made.
  private func names(for drawn: [CardDrawings<PhonePicture>.Drawn]) throws -> [String] {
    if let output, isOneFile {
      guard drawn.count == 1 else {
        throw Failure.usage(
          Self.refusal, because: "there are \(drawn.count) pictures, and \(output) is one file",
          try: .option("use --output with a folder, or name one card"))
      }
      return [output]
    }
    var naming = CardFileNames()
    let front = output.map { $0.hasSuffix("/") ? $0 : "\($0)/" } ?? ""
    let names = drawn.map {
      front + naming.name(for: $0.card, codeNumber: $0.codeNumber, ending: "png")
    }
    for name in names {
      try NewFile.check(
        name, orElse: Self.refusal, option: "--output", makesFolder: output != nil)
    }
    if let output { try Self.makeFolder(output) }
    return names
  }

  /// Whether the output is one file, and not a folder for several.
  private var isOneFile: Bool { output == "-" || output?.lowercased().hasSuffix(".png") == true }

  private static func isFolder(_ name: String) throws -> Bool {
    let path = try FileArguments.path(name)
    return (try? path.stat().type) == .directory
  }

  /// Makes a folder that only its owner can open, unless it exists.
  private static func makeFolder(_ name: String) throws {
    if try isFolder(name) { return }
    let path = try FileArguments.path(name)
    let status = unsafe path.withPlatformString { unsafe mkdir($0, 0o700) }
    guard status == 0 else {
      throw Failure(
        writing: path, Errno(rawValue: errno), orElse: refusal, option: "--output")
    }
  }
}
