/// What each file in a vault's folder turned out to be.
struct FileFindings: Sendable {
  enum Finding: Sendable, Hashable {
    /// It is what its name says.
    case good
    /// It is usable, under a name or in a folder that is not its own.
    case misnamed
    /// It was altered, cut short or lengthened, or cannot be read.
    case damaged
    /// Only a newer program can read it.
    case newer
    /// It is sealed with a key that is not at hand: of a later epoch than the newest that is, or of another line.
    case ofLaterKey
    /// A rotation made it that was stopped before it counted; the next one removes it.
    case unfinished
    /// It belongs to another vault.
    case ofAnotherVault
    /// It is no file of a vault at all.
    case foreign
    /// It belongs to an epoch that is finished.
    case late
  }

  private var findings: [StoredFile: Finding] = [:]

  mutating func note(_ file: StoredFile, _ finding: Finding) { findings[file] = finding }

  /// Whether a file was looked at.
  func knows(_ file: StoredFile) -> Bool { findings[file] != nil }

  mutating func forget(_ file: StoredFile) { findings[file] = nil }

  /// How many files there are.
  var count: Int { findings.count }

  /// The files of which this was found, in order.
  func files(_ finding: Finding) -> [StoredFile] {
    findings.filter { $0.value == finding }.keys.sorted()
  }

  /// The paths inside the vault of the files of which this was found, in order.
  func paths(_ finding: Finding) -> [String] { files(finding).map(\.path) }
}
