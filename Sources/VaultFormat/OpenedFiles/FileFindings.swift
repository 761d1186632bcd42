/// What each file in a vault's folder turned out to be; `Format.md`, section 1.
package struct FileFindings: Sendable {
  package enum Finding: Sendable, Hashable {
    /// It is what its name says.
    case good
    /// It is usable, under a name or in a folder that is not its own.
    case misnamed
    /// It was altered, cut short or lengthened, or cannot be read.
    case damaged
    /// Only a newer program can read it, as the current key proves.
    case newer
    /// The same, and another held key proves it: this stops nobody from saving.
    case newerUnderOtherKey
    /// It claims a key that a notice names, and that is not held.
    case needsKey
    /// A rotation made it that was stopped before it counted; the next one removes it.
    case unfinished
    /// Nothing here proves it.
    case foreign
    /// A key sealed it that is finished, and it may hold what is nowhere else.
    case late
  }

  private var findings: [StoredFile: Finding] = [:]

  /// Nothing was looked at yet.
  package init() {}

  package mutating func note(_ file: StoredFile, _ finding: Finding) { findings[file] = finding }

  /// Whether a file was looked at.
  package func knows(_ file: StoredFile) -> Bool { findings[file] != nil }

  package mutating func forget(_ file: StoredFile) { findings[file] = nil }

  /// The files that may be good another time: somebody may still be writing them, or mend them.
  package var doubtful: [StoredFile] {
    findings.filter { ![.good, .misnamed, .late].contains($0.value) }.keys.sorted()
  }

  /// How many files there are.
  package var count: Int { findings.count }

  /// The files of which this was found, in order.
  package func files(_ finding: Finding) -> [StoredFile] {
    findings.filter { $0.value == finding }.keys.sorted()
  }

  /// The paths inside the vault of the files of which this was found, in order.
  package func paths(_ finding: Finding) -> [String] { files(finding).map(\.path) }
}
