internal import ArgumentParser
internal import ReaderLink
internal import Sealing
internal import Terminal
internal import VaultFormat

/// `cardvault --version --verbose`, whatever else was typed: the versions of all parts.
struct VersionCommand: ReportingCommand {
  @OptionGroup var common: CommonOptions
  @Argument(parsing: .allUnrecognized) var others: [String] = []

  func run(in console: Console) async throws {
    var parts = [Part("cardvault \(ProgramVersion.own)")]
    for program in ["cardvault-reader", "cardvault-web"] {
      let version = await InstalledProgram.answer(of: program, to: ["--version"])?.first
      parts.append(Part("\(program) \(version ?? "missing")"))
    }
    parts += [
      "Swift \(Self.language)", "libsodium \(SodiumVersion.own)", WireLibrary.name,
      Screen.library, LineEditor.library,
    ].map(Part.init)
    parts += SwiftPackages.ofCommands.map(Part.init)
    for program in ["cardvault-reader", "cardvault-web"] {
      let libraries = await InstalledProgram.answer(of: program, to: ["--version", "--verbose"])
      parts += (libraries ?? []).map(Part.init)
    }
    if common.format.isForScripts {
      console.result(json: parts)
    } else {
      console.result(lines: parts.map { "\($0.name) \($0.version)" })
    }
  }

  /// The version of the compiler; the language has no other way to tell.
  private static var language: String {
    #if compiler(>=6.5)
      "6.5 or newer"
    #elseif compiler(>=6.4)
      "6.4"
    #elseif compiler(>=6.3)
      "6.3"
    #else
      "6.2"
    #endif
  }
}

/// A part and its version.
private struct Part: Encodable {
  let name: String
  let version: String

  /// Parses a line: a name without blanks, a blank and a version.
  init(_ line: String) {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    name = words.first ?? ""
    version = words.count > 1 ? words[1] : ""
  }
}
