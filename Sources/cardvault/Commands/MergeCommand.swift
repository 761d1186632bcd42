internal import ArgumentParser
internal import Cards
internal import Glibc
internal import Sealing
internal import SystemPackage
internal import VaultStore

struct MergeCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge", abstract: "Take in what a bundle of this vault holds.",
    discussion: """
      FILE was written by cardvault export. Both sides are kept: nothing here is lost or overwritten. \
      What is here already is passed over, so the same bundle twice does no harm.

      \(ExitStatus.help(ExitStatus.ofVault + [.nothingFound]))
      """)

  @Argument(help: "The bundle.", completion: .file())
  var file: String

  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func run() async throws {
    let console = common.console
    let bundle = try read()
    let store = try await vault.open()
    let outcome = try await Failure.translating { () throws(VaultError) in
      try await store.merge(bundle)
    }
    if common.format.isForScripts {
      console.result(MergeReport(outcome).json)
    } else {
      console.result(outcome.words)
    }
    _ = await store.warnOfLosses(console)
  }

  private func read() throws -> [UInt8] {
    let path = try PictureFiles.path(file)
    do throws(SystemFailure) {
      let parent = path.removingLastComponent()
      let folder = try WholeFile.openFolder(parent.isEmpty ? "." : parent.string)
      defer { close(folder) }
      return try WholeFile.read(
        path.lastComponent?.string ?? ".", in: folder, limit: Vault.bundleByteLimit)
    } catch {
      let what = "cannot read \(path.shown)"
      switch Errno(rawValue: error.code) {
      case .noSuchFileOrDirectory, .notDirectory:
        throw Failure(
          what, because: "there is no such file", try: "check the name", status: .nothingFound)
      case .invalidArgument, .isDirectory, .tooManySymbolicLinkLevels:
        throw Failure.usage(
          what, because: "it is no plain file", try: "a file that cardvault export wrote")
      case .fileTooLarge:
        throw Failure(
          what, because: "it is larger than any bundle", try: "a file that cardvault export wrote",
          status: .damaged)
      case let errno:
        throw Failure(
          what, because: "the system says: \(errno.description)", try: "chmod u+r, or another copy",
          status: .unexpected)
      }
    }
  }
}

/// What a merge did, for scripts: in the words of `sync`.
struct MergeReport: Encodable {
  let cardsAdded: Int
  let cardsChanged: Int
  let cardsRemoved: Int
  let conflicts: Int
  let filesSent = 0
  let filesReceived: Int
  let bytesSent = 0
  let bytesReceived: Int

  init(_ outcome: MergeOutcome) {
    cardsAdded = outcome.addedCount
    cardsChanged = outcome.changedCount
    cardsRemoved = outcome.removedCount
    conflicts = outcome.conflictCount
    filesReceived = outcome.fileCount
    bytesReceived = outcome.byteCount
  }
}

extension MergeOutcome {
  /// What it did, for people.
  fileprivate var words: String {
    if fileCount == 0 { return "Nothing new: all of it is here already." }
    var parts = ["\(addedCount) \(addedCount == 1 ? "card" : "cards") added"]
    if changedCount > 0 { parts.append("\(changedCount) changed") }
    if removedCount > 0 { parts.append("\(removedCount) removed") }
    if conflictCount > 0 {
      parts.append(
        "\(conflictCount) \(conflictCount == 1 ? "conflict" : "conflicts"), marked in cardvault list"
      )
    }
    return "Merged: " + parts.joined(separator: ", ")
  }
}
