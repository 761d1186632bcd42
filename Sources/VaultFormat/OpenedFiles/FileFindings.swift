/// What each file in a vault's folder was found to be; `Format.md`, section 1.
package struct FileFindings: Sendable {
  package enum Finding: Sendable, Hashable {
    /// It is what its name indicates.
    case good
    /// It is usable, but has the wrong name or is in the wrong folder.
    case misnamed
    /// It was altered, truncated or extended, or cannot be read.
    case damaged
    /// Only a newer program can read it.
    case newer
    /// The key does not prove it.
    case foreign
    /// The same, but it claims a key of the vault that is retired on this machine.
    case retired
  }

  private var findings: [StoredFile: Finding] = [:]

  /// Starts empty.
  package init() {}

  package mutating func note(_ file: StoredFile, _ finding: Finding) { findings[file] = finding }

  /// Whether a file was checked.
  package func knows(_ file: StoredFile) -> Bool { findings[file] != nil }

  package mutating func forget(_ file: StoredFile) { findings[file] = nil }

  /// The files that may become good later: someone may still be writing them, or repair them.
  package var doubtful: [StoredFile] {
    findings.filter { ![.good, .misnamed].contains($0.value) }.keys.sorted()
  }

  /// How many files there are.
  package var count: Int { findings.count }

  /// The files with this finding, sorted.
  package func files(_ finding: Finding) -> [StoredFile] {
    findings.filter { $0.value == finding }.keys.sorted()
  }

  /// The paths inside the vault of the files with this finding, sorted.
  package func paths(_ finding: Finding) -> [String] { files(finding).map(\.path) }
}
