internal import Cards
package import Exchange
package import ReaderLink
package import VaultStore

/// Imports other wallets' files: each is compared with the vault, shown, and stored in one change.
package struct ForeignBatch: Sendable {
  /// Something to tell about one file.
  package enum Event: Sendable, Hashable {
    /// The file was not imported.
    case problem(fileName: String, ForeignProblem)
    /// A file inside an archive was skipped.
    case skipped(OpenedArchive.SkippedMember)
    /// A card that the import does not know already, or cannot read.
    case card(ForeignEntry)

    /// Whether something was not imported, which is told also to those who want no remarks.
    package var isProblem: Bool {
      switch self {
      case .problem, .skipped: true
      case .card(let entry): entry.isProblem
      }
    }
  }

  /// What only the surroundings can do.
  package struct Surroundings {
    let password: () throws -> String
    let isWanted: (ForeignImport) -> Bool
    let tell: (Event) -> Void
    let onMissing: ([String]) -> Void

    /// Takes the four together.
    ///
    /// - Parameters:
    ///   - password: Asks for the password of an archive.
    ///   - isWanted: Whether to store what the import would do.
    ///   - tell: Tells of an event.
    ///   - onMissing: Called with the names of the protections that this kernel lacks.
    package init(
      password: @escaping () throws -> String, isWanted: @escaping (ForeignImport) -> Bool,
      tell: @escaping (Event) -> Void, onMissing: @escaping ([String]) -> Void
    ) {
      self.password = password
      self.isWanted = isWanted
      self.tell = tell
      self.onMissing = onMissing
    }
  }

  private let vault: Vault
  private let isForPhotos: Bool
  /// What was stored, file by file.
  package private(set) var stored: [ForeignImport] = []
  /// How many files, and cards in them, were not imported.
  package private(set) var problemCount = 0
  /// Whether any file was another wallet's.
  package private(set) var hasFound = false

  /// Whether a person must look at any of the stored cards.
  package var hasDrafts: Bool { stored.contains { $0.cardsToSave.contains(where: \.isDraft) } }

  /// Begins an import.
  ///
  /// - Parameters:
  ///   - vault: Where the cards go.
  ///   - isForPhotos: Whether a person gave options that apply to photos only, so that other files are refused.
  package init(into vault: Vault, forPhotos isForPhotos: Bool = false) {
    self.vault = vault
    self.isForPhotos = isForPhotos
  }

  /// Imports the files that are other wallets'.
  ///
  /// - Parameters:
  ///   - files: Files that a person chose.
  ///   - surroundings: What only the surroundings can do.
  /// - Returns: The others, which are probably pictures.
  /// - Throws: `ForeignRefusal`, `ReaderLinkError`, `WalletError`, and what `password` throws.
  package mutating func take(
    _ files: [PictureSelection.Picture], _ surroundings: Surroundings
  ) async throws -> [PictureSelection.Picture] {
    let reader = ForeignReader(surroundings)
    if isForPhotos, let other = files.first(where: { reader.isForeign($0.source) }) {
      throw ForeignRefusal.photoOptions(fileName: other.name)
    }
    var pictures: [PictureSelection.Picture] = []
    for file in files {
      do {
        guard let reading = try await reader.reading(of: file.source) else {
          pictures.append(file)
          continue
        }
        hasFound = true
        let plan = await ForeignImport(reading, into: vault)
        problemCount += plan.entries.count(where: \.isProblem)
        for entry in plan.entries where entry.isWorthALine { surroundings.tell(.card(entry)) }
        guard plan.cardsToSave.isEmpty || surroundings.isWanted(plan) else { continue }
        try await plan.store(in: vault)
        stored.append(plan)
      } catch let problem as ForeignProblem {
        hasFound = true
        problemCount += 1
        surroundings.tell(.problem(fileName: file.name, problem))
      }
    }
    return pictures
  }
}
