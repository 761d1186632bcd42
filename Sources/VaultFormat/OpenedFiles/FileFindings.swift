/// What each file in a vault's folder was found to be; `Format.md`, section 1.
package struct FileFindings: Sendable {
  package enum Finding: Sendable, Hashable {
    /// It is what its name indicates.
    case good
    /// It is usable, but has the wrong name or is in the wrong folder.
    case misnamed
    /// It was altered, truncated or extended, or cannot be read.
    case damaged
    /// Only a newer program can read it, proved by the current key.
    case newer
    /// The same, but proved by another held key: it does not prevent saving.
    case newerUnderOtherKey
    /// It claims a key that a notice names and that is not held.
    case needsKey
    /// It is left from an interrupted rotation; the next one removes it.
    case unfinished
    /// No key here proves it.
    case foreign
    /// A photo that counts although a finished key sealed it; no other file holds it.
    case outdated
    /// A finished key sealed it, and it may hold something that exists nowhere else.
    case late
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
    findings.filter { ![.good, .misnamed, .outdated, .late].contains($0.value) }.keys.sorted()
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
