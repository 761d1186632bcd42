package import Cards
package import ReaderLink
package import WalletFiles

extension ForeignBatch {
  /// Something to report about one file.
  package enum Event: Sendable, Hashable {
    /// The file was not imported.
    case problem(fileName: String, ForeignProblem)
    /// A file inside an archive was skipped.
    case skipped(fileName: String, OpenedArchive.SkippedMember)
    /// A card that the import does not know already, or cannot read.
    case card(fileName: String, ForeignEntry)
    /// A photo of a card could not be kept; the card was imported without it.
    case photoNotKept(Card, CardPhoto.Side, PhotoProblem)
    /// The columns of a table mean what a person confirmed before, in the words that `ColumnChoice` reads.
    case rememberedColumns(fileName: String, String)
    /// The file was not imported, as a person has to say something about it that the command does not.
    case refused(fileName: String, ForeignRefusal)

    /// Whether something was not imported, which is reported even without remarks.
    package var isProblem: Bool {
      switch self {
      case .problem, .skipped, .photoNotKept, .refused: true
      case .card(_, let entry): entry.isProblem
      case .rememberedColumns: false
      }
    }
  }

  /// What an import asks and reports while it runs.
  package struct Callbacks {
    let password: (String, Bool) throws -> String?
    let isWanted: ([ForeignImport], Int) -> Bool
    let tell: (Event) -> Void
    let onMissing: ([String]) -> Void
    /// How the meaning of a table's columns is found out.
    package var columns = ColumnChoice()
    /// Called with how many photos are done, and how many there are; what it throws stops the import.
    package var progress: (Int, Int) throws -> Void = { _, _ in }

    /// Collects them.
    ///
    /// - Parameters:
    ///   - password: Asks for the password of an archive: it gets the file's path as typed, and whether the last
    ///     password was wrong; `nil` for no password, or no other one.
    ///   - isWanted: Whether to store what the imports of all files would do, in addition to this many pictures.
    ///   - tell: Reports an event.
    ///   - onMissing: Called with the names of the protections that this kernel lacks.
    package init(
      password: @escaping (String, Bool) throws -> String?,
      isWanted: @escaping ([ForeignImport], Int) -> Bool, tell: @escaping (Event) -> Void,
      onMissing: @escaping ([String]) -> Void
    ) {
      self.password = password
      self.isWanted = isWanted
      self.tell = tell
      self.onMissing = onMissing
    }
  }
}

extension ForeignBatch.Event {
  /// What happened, for people.
  package var words: String {
    switch self {
    case .problem(let name, let problem):
      "\(name.shownFile): not imported, because \(problem.words)"
    case .skipped(let name, let member):
      Self.part(of: name) + "\(member.name): skipped, because \(member.reason.words)"
    case .card(let name, let entry):
      (entry.isProblem ? Self.part(of: name) : "") + entry.words
    case .rememberedColumns(let name, let columns):
      "\(name.shownFile): columns as you confirmed before, \(columns)"
    case .refused(let name, let refusal):
      "\(name.shownFile): not imported, because \(Failure(refusal).because)"
    case .photoNotKept(let card, let side, let problem):
      "\(card.name): its \(side.photoName) was not kept, because \(problem.words)"
    }
  }

  /// What comes before the name of a part of a file; nothing where there is only one file.
  private static func part(of fileName: String) -> String {
    fileName.isEmpty ? "" : "\(fileName.shownFile): "
  }

  /// What to do where something was not imported, as an imperative.
  package var advice: String {
    switch self {
    case .problem(_, let problem): problem.advice
    case .photoNotKept(let card, _, _): "cardvault edit \(card.shortID) --photo FILE"
    case .refused(let name, .unconfirmedColumns(_, let guess, isComplete: true)):
      "cardvault import \(name.shellOperand) --columns \"\(guess)\", if that is right"
    case .refused(let name, .unconfirmedColumns):
      "cardvault import \(name.shellOperand), on a terminal or with --columns"
    case .refused(_, let refusal): Failure(refusal).advice ?? ForeignProblem.exportAgain
    case .card(_, let entry):
      switch entry.outcome {
      case .unreadable(.noName): "add its name to the file"
      case .unreadable(.noNumber): "add its number to the file"
      case .unreadable(.innerArchive): "unpack it, and import that file as well"
      default: ForeignProblem.exportAgain
      }
    case .skipped, .rememberedColumns: ForeignProblem.exportAgain
    }
  }
}

extension CardPhoto.Side {
  /// What a photo with this side is called.
  fileprivate var photoName: String {
    switch self {
    case .front: "photo of the front"
    case .back: "photo of the back"
    case .other: "picture"
    }
  }
}
