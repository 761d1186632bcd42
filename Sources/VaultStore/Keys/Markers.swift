internal import Glibc
internal import Sealing

/// The files that make a folder a vault, as they lie there and before any is proved.
struct Markers {
  struct Marker {
    let file: StoredFile
    let header: EnvelopeHeader
    let bytes: [UInt8]
  }

  /// Newest epoch first.
  private(set) var all: [Marker] = []
  /// Names of those that cannot be used.
  private(set) var damaged: [String] = []
  /// Those that say that they are of the version that was never final.
  private(set) var old: [Marker] = []
  /// Those that say that they are of a newer program.
  private(set) var newer: [Marker] = []

  /// Finds none.
  init() {}

  /// Looks through a folder, or only some of its files; names are hints only.
  init(
    in folder: borrowing Folder, only wanted: Set<String>? = nil
  ) throws(SystemFailure) {
    for name in try folder.names().sorted()
    where !VaultLayout.isPassedOver(name) && wanted?.contains(name) ?? true {
      let isNamed = name.contains(StoredKind.vault.suffix)
      guard let start = try? folder.start(of: name, byteCount: EnvelopeHeader.byteCount) else {
        if isNamed { damaged.append(name) }
        continue
      }
      guard EnvelopeHeader.hasMagic(start.span) else {
        if isNamed { damaged.append(name) }
        continue
      }
      guard let bytes = try? folder.read(name, limit: StoredKind.vault.byteLimit) else {
        if isNamed { damaged.append(name) }
        continue
      }
      let file = StoredFile(folder: nil, name: name)
      do throws(SealingError) {
        let header = try EnvelopeHeader(of: bytes.span)
        guard header.kind == .vault, header.epoch <= VaultMarker.epochLimit else { throw .damaged }
        all.append(Marker(file: file, header: header, bytes: bytes))
      } catch {
        let unproved = EnvelopeHeader(claimedBy: bytes.span)
        switch (error, unproved.map { Marker(file: file, header: $0, bytes: bytes) }) {
        case (.oldFormat, .some(let marker)): old.append(marker)
        case (.newerFormat, .some(let marker)) where isNamed: newer.append(marker)
        default: if isNamed { damaged.append(name) }
        }
      }
    }
    all.sort { ($0.header.epoch, $1.file.name) > ($1.header.epoch, $0.file.name) }
  }

  var isEmpty: Bool { all.isEmpty && damaged.isEmpty && old.isEmpty && newer.isEmpty }

  /// All names, to see later whether something changed.
  var names: Set<String> { Set(all.map(\.file.name)) }
}
