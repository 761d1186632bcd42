internal import ArgumentParser
internal import Cards
internal import Terminal
internal import VaultStore
internal import Wallet

/// The options that fill a card's fields, shared by `add`, `edit` and `import`.
struct FieldOptions: ParsableArguments {
  @Option(help: "A tag, or several with commas; repeatable.", completion: CardTags.used)
  var tag: [String] = []

  @Option(
    help: .init(
      "The last day it is valid, such as 2026-12-31, 31.12.26 or 12/2026; “never” clears it.",
      valueName: "date"))
  var expires: String?

  @Flag(inversion: .prefixedNo, help: "It can be used only once.")
  var oneTime: Bool?

  /// The given fields; an ambiguous date is asked about on a terminal.
  func typed(_ console: Console) throws -> TypedFields {
    TypedFields(
      tags: tag, expires: try expires.map { try console.clearDate($0, as: CardText.lastDay) },
      isOneTime: oneTime)
  }
}

extension Console {
  /// A date as typed, or where that could be two dates, the one that the person means.
  ///
  /// - Throws: Why it is no date, or is not clear and nobody can be asked.
  fileprivate func clearDate(
    _ text: String, as day: (String) throws(WalletError) -> CalendarDate?
  ) throws -> String {
    do throws(WalletError) {
      if let date = try day(text), date.description != text.trimmed {
        remark("\(text) is \(date).")
      }
      return text
    } catch {
      guard case .text(.ambiguousDate(_, let readings)) = error, canAsk
      else { throw error }
      let choices = readings.enumerated().map { "[\($0 + 1)] \($1)" }.joined(separator: "  ")
      while let answer = answer(to: Question.date, with: [text, choices]), !answer.isEmpty {
        if let number = Int(answer), number > 0, readings.indices.contains(number - 1) {
          return readings[number - 1].description
        }
        say("Type a number from 1 to \(readings.count).\n")
      }
      throw error
    }
  }
}

/// The options for all other fields, shared by `add` and `edit`.
struct DetailOptions: ParsableArguments {
  @Option(help: "The number printed on it, if it differs from the code.")
  var number: String?

  @Option(help: .init("The name of its holder.", valueName: "name"))
  var holder: String?

  @Option(help: .init("Its PIN, or - to be asked for it without showing it.", valueName: "text"))
  var pin: String?

  @Option(help: .init("A web address, such as where to check the balance.", valueName: "url"))
  var web: String?

  @Option(help: .init("Its balance, such as 25.50 EUR or 300 points.", valueName: "amount"))
  var balance: String?

  @Option(
    help: .init("The first day it is valid, such as 2026-01-01 or 1.1.26.", valueName: "date"))
  var validFrom: String?

  @Option(
    help: .init(
      "loyalty, membership, gift, coupon, ticket, library, book or other.", valueName: "kind"))
  var kind: String?

  @Option(help: .init("#rrggbb, or a name such as red.", valueName: "colour"))
  var colour: String?

  @Option(help: .init("A note about anything else.", valueName: "text"))
  var note: String?

  @Flag(inversion: .prefixedNo, help: "List it first.")
  var favourite: Bool?

  @Flag(inversion: .prefixedNo, help: "Hide it from the list.")
  var archived: Bool?

  /// Adds the given details to other fields, and asks for a PIN if that was requested.
  func typed(alongside fields: FieldOptions, _ console: Console) throws -> TypedFields {
    var typed = try fields.typed(console)
    typed.number = number
    typed.holder = holder
    typed.pin = pin == "-" ? try Self.hiddenPIN(console) : pin
    typed.webAddress = web
    typed.balance = balance
    typed.validFrom = try validFrom.map { try console.clearDate($0, as: CardText.firstDay) }
    typed.kind = kind
    typed.colour = colour
    typed.note = note
    typed.isFavourite = favourite
    typed.isArchived = archived
    return typed
  }

  /// Asks for a PIN; an empty answer is refused, not taken for clearing the PIN.
  private static func hiddenPIN(_ console: Console) throws -> String {
    let typed = try CodeInput.hidden(.pin, console)
    if !typed.isEmpty { return typed }
    throw Failure.usage(
      "nothing was changed", because: "no PIN was typed",
      try: .use("--pin", .text(""), note: "to clear the PIN"))
  }
}

/// The options that keep photos of a card, shared by `add` and `edit`.
struct PhotoOptions: ParsableArguments {
  @Option(
    help: .init("Keep a photo of the front, replacing an earlier one.", valueName: "file"),
    completion: .file())
  var photo: String?

  @Option(
    help: .init("Keep a photo of the back, replacing an earlier one.", valueName: "file"),
    completion: .file())
  var photoBack: String?

  /// How many photos were named.
  var count: Int { [photo, photoBack].compactMap(\.self).count }

  /// Stores the named photos in the vault, and gives them to a card, which is not saved yet.
  func apply(to card: inout Card, in vault: Vault, _ console: Console) async throws {
    // All are read before the first is stored: a mistake leaves nothing behind.
    var pictures: [(picture: KeptPicture, side: CardPhoto.Side)] = []
    for (file, side) in [(photo, CardPhoto.Side.front), (photoBack, .back)] {
      guard let file else { continue }
      do {
        let picture = try await KeptPicture.made(
          of: FileArguments.source(file), onMissing: MissingProtections(console).tell)
        pictures.append((picture, side))
      } catch WalletError.photo(let problem) {
        throw Failure(problem, on: file.isEmpty ? "“”" : file.printable)
      }
    }
    for (picture, side) in pictures {
      card.setPhoto(try await vault.store(PhotoFile(picture), showing: side))
    }
  }
}
