import Cards
import Foundation
import ReaderLink
import Testing
import VaultStore
import WalletFiles

@testable import Wallet

/// Tables come into the vault only when a person has said what their columns mean.
@Suite struct TableImportTests {
  private static let table = """
    Store,Card,Kind of code,Comment
    Baker,4006381333931,EAN-13,fresh
    Gym,A-7,,
    Pool,4006381333931,EAN-13,
    """
  private static let columns = "Store=name,Card=code,3=symbology,Comment=note"

  private let folder: WalletFolder
  private var vault: Vault { folder.vault }

  init() throws { folder = try WalletFolder() }

  /// What was told, and what was asked.
  private final class Record {
    var items: [ImportItem] = []
    var remarks: [String] = []
    var guesses: [TableColumns] = []
    var offered: [String] = []
  }

  /// Imports a table as a script does, or with a person who confirms an answer.
  private func take(
    _ text: String = Self.table, columns: String? = nil, isWanted: Bool = true,
    beside others: [String] = [], rows: Set<Int>? = nil,
    answer: ((TableColumns) -> TableColumns?)? = nil
  ) async throws -> (batch: ForeignBatch, record: Record) {
    let record = Record()
    var callbacks = ForeignBatch.Callbacks(
      password: { _, _ in "" }, choice: { _, _ in isWanted ? ForeignChoice() : nil },
      tell: { record.items.append($0) },
      onMissing: { _ in })
    if let rows {
      callbacks.columns.chooseRows = { _, cards in
        record.offered = cards.map(\.name)
        return rows
      }
    }
    callbacks.columns.written = columns
    callbacks.columns.remark = { record.remarks.append($0) }
    if let answer {
      callbacks.columns.confirm = { _, _, guess in
        record.guesses.append(guess)
        return answer(guess)
      }
    }
    var batch = ForeignBatch(into: vault, try ImportRequest())
    let files = [("cards.csv", text)] + others.enumerated().map { ("\($0.offset).csv", $0.element) }
    let pictures = try await batch.take(
      files.map { (name: $0.0, source: PictureSource.bytes(Array($0.1.utf8))) }, callbacks)
    #expect(pictures.isEmpty)
    return (batch, record)
  }

  @Test func `without a person or columns nothing is imported, and the guess is told`() async throws
  {
    await #expect(
      throws: ForeignRefusal.unconfirmedColumns(
        fileName: "cards.csv", guess: "Store=name,Card=code,Kind of code=note,Comment=note",
        isComplete: true)
    ) { _ = try await take() }
    #expect(await vault.cards.isEmpty)
  }

  @Test func `columns that were written are used, and remembered for the same header`() async throws
  {
    let first = try await take(columns: Self.columns)
    #expect(first.batch.outcome.words == "Table, 3 cards: 2 imported, 1 doubtful")
    let cards = await vault.cards
    #expect(cards.map(\.name) == ["Baker", "Gym", "Pool"])
    #expect(cards.map(\.review) == [.accepted, .doubtfulDraft, .accepted])
    #expect(cards.map(\.note) == ["fresh", "", ""])
    #expect(cards.allSatisfy { $0.origin.hasPrefix("Table, ") })
    let other = Self.table.replacing("Store,Card", with: "STORE,card").replacing("A-7", with: "B-8")
    let second = try await take(other)
    #expect(second.batch.outcome.words == "Table, 3 cards: 1 doubtful, 2 already there")
    #expect(
      second.record.remarks == [
        "cards.csv: columns as you confirmed before, "
          + "STORE=name,card=code,Kind of code=symbology,Comment=note"
      ])
  }

  @Test func `the same table again, in any order, changes nothing and overwrites no edit`()
    async throws
  {
    _ = try await take(columns: Self.columns)
    var baker = try #require(await vault.cards.first)
    baker.note = ""
    baker.name = "My baker"
    try await vault.save([baker])
    let lines = Self.table.split(separator: "\n")
    let turned = ([lines[0]] + lines.dropFirst().reversed()).joined(separator: "\n")
    for text in [Self.table, turned] {
      #expect(try await take(text).batch.outcome.savedCards.isEmpty)
    }
    #expect(await vault.cards.count == 3)
  }

  @Test func `a person confirms or changes the guess once`() async throws {
    let first = try await take { guess in
      var columns = guess
      columns.set(.symbology, at: 2)
      return columns
    }
    #expect(first.record.guesses.map(\.names) == [["name", "code", "note", "note"]])
    #expect(first.batch.outcome.wallets == [.table])
    let second = try await take { _ in nil }
    #expect(second.record.guesses.isEmpty)
    #expect(second.batch.hasFound)
  }

  @Test func `a table that a person leaves out is neither stored nor a picture`() async throws {
    let taken = try await take { _ in nil }
    #expect(taken.batch.hasFound && taken.batch.outcome.wallets.isEmpty)
    #expect(Failure(importing: taken.batch.outcome) == nil)
    #expect(await vault.rememberedColumns.isEmpty)
  }

  @Test func `what a person said of columns is remembered only once its cards are stored`()
    async throws
  {
    let declined = try await take(isWanted: false) { $0 }
    #expect(declined.batch.isDeclined && declined.record.guesses.count == 1)
    let written = try await take(columns: Self.columns, isWanted: false)
    #expect(written.batch.isDeclined)
    #expect(await vault.rememberedColumns.isEmpty)
    let stored = try await take { $0 }
    #expect(stored.record.guesses.count == 1)
    #expect(await vault.rememberedColumns.count == 1)
  }

  @Test func `of several tables with the same columns, a person is asked about one`() async throws {
    let other = Self.table.replacing("Gym,A-7", with: "Zoo,B-8")
    let taken = try await take(beside: [other]) { $0 }
    #expect(
      taken.record.guesses.count == 1 && Set(taken.batch.outcome.items.map(\.path)).count == 2)
    #expect(await vault.rememberedColumns.count == 1)
  }

  private static let catima = "_id,store,cardid,barcodetype\n1,Pool,P-1,CODE_128\n"

  @Test func `tables that nobody explained never stop the other files`() async throws {
    let odd = "Wo,Womit\nBaker,4006381333931\n"
    let taken = try await take(beside: [odd, Self.catima, "Name,Code\n\"open"])
    #expect(await vault.cards.map(\.name) == ["Pool"])
    #expect(
      taken.batch.outcome.leftOut.map(\.reason) == [
        .unanswered(
          .unconfirmedColumns(
            fileName: "cards.csv", guess: "Store=name,Card=code,Kind of code=note,Comment=note",
            isComplete: true)),
        .unanswered(.unconfirmedColumns(fileName: "0.csv", guess: "", isComplete: false)),
        .file(.openQuotes(line: 2)),
      ])
    #expect(taken.batch.outcome.leftOut.map(\.path) == ["cards.csv", "0.csv", "2.csv"])
    #expect(Failure(importing: taken.batch.outcome)?.status == .partlyDone)
    let named = try await take(columns: Self.columns, beside: [odd, Self.catima])
    #expect(named.batch.outcome.leftOut.map(\.path) == ["0.csv"])
    #expect(await vault.cards.count == 4)
  }

  private static let passwords = """
    folder,favorite,type,name,notes,login_uri,login_username,login_password,login_totp
    Cards,,note,Gym,PIN: 42,,778899,,
    ,,login,Bank,,https://bank.example,ben@bank.example,correct horse,
    Cards,,login,Airline,note,https://air.example,FF123456,Tr0ub4dor,otpauth://totp/x
    """
  private static let passwordColumns = "name=name,login_username=number,folder=tags"

  @Test func `of a password manager's table, only rows that a person chose are imported`()
    async throws
  {
    let refusal = ForeignRefusal.passwordManager(fileName: "cards.csv")
    await #expect(throws: refusal) {
      _ = try await take(Self.passwords, columns: Self.passwordColumns)
    }
    let beside = try await take(
      Self.passwords, columns: Self.passwordColumns, beside: [Self.catima])
    #expect(
      beside.batch.outcome.leftOut.map(\.reason) == [.unanswered(refusal)])
    #expect(await vault.cards.map(\.name) == ["Pool"])
    let none = try await take(Self.passwords, columns: Self.passwordColumns, rows: [])
    #expect(none.record.offered == ["Gym", "Bank", "Airline"])
    #expect(none.batch.outcome.wallets.isEmpty && Failure(importing: none.batch.outcome) == nil)
    #expect(await vault.rememberedColumns.isEmpty)
    let some = try await take(Self.passwords, columns: Self.passwordColumns, rows: [0, 2])
    #expect(some.batch.outcome.words.hasPrefix("Table, 2 cards: 2 imported; not imported: “type”"))
    #expect(await vault.cards.map(\.name).sorted() == ["Airline", "Gym", "Pool"])
  }

  @Test(
    arguments: [
      ("name,url,username,password", true), ("Titel;Benutzername;Kennwort;Web", true),
      ("Title,Username,Password,OTPAuth", true), ("Naam,Gebruikersnaam,Wachtwoord", true),
      ("Nom,Mot de passe,Identifiant", true), ("Название,Логин,Пароль", true),
      ("名前,ユーザー名,パスワード", true), ("account,userName,passWord", true),
      ("login_uri,login_username,login_password", true), ("Website,Pwd", true),
      ("Store,Card number,PIN", false), ("Store,Card number,Password", false),
      ("Store,Code,Web", false), ("Shop,Pass type,Number", false), ("User,Card", false),
    ])
  func `a password manager's table is recognised by its columns`(header: String, isOne: Bool)
    throws
  {
    let separator: Character = header.contains(";") ? ";" : ","
    let row = header.split(separator: separator).map { _ in "x" }.joined(separator: "\(separator)")
    let file = try ForeignFile(Array("\(header)\n\(row)\n".utf8), takesAnyTable: true)
    guard case .table(let table)? = file else { throw ForeignProblem.notText }
    #expect(table.secrets.areOfPasswordManager == isOne)
  }

  @Test(
    arguments: [
      ("Password", "topsecretpassword"), ("Pass", "x"), ("login_username", "FF123"),
      ("Kennwort", "geheim"), ("Mot de passe", "soleil"), ("CVV", "123"), ("User ID", "ann"),
      ("E-Mail", "none"), ("PUK code", "12"), ("Zugangscode", "ab"), ("パスワード", "ひみつ"),
      ("Hasło", "tajne"), ("secretWord", "mellon"), ("Other", "hunter2"), ("Other", "Tr0ub4dor&3"),
      ("Other", "ann@bank.example"), ("Other", "qWertZuiop"), ("Notes", "PIN: 42"),
      ("Notes", "my password is x"), ("Other", "otpauth://totp/x"), ("Extra", "abc$def!"),
      ("Holder", "ann.smith@mail.example"), ("Other", "s3cret"), ("Web", "gH7_kk02"),
      ("Notes", "pw: mellon"), ("Notes", "web pass=x"),
    ])
  func `a secret is masked in a preview by its column's name or by what it looks like`(
    column: String, value: String
  ) throws {
    let text = "Store,Card,\(column)\nBaker,A-7,\(value)\nGym,B-8,\n"
    guard case .table(let table)? = try ForeignFile(Array(text.utf8)) else {
      throw ForeignProblem.notText
    }
    #expect(ColumnPreview(table, as: table.guess).columns.last?.examples == ["••••"])
    // What it means to a person changes nothing, unless it is a card's name.
    for field in [nil, TableField.note, .pin, .holder] {
      var columns = table.guess
      columns.set(field, at: 2)
      #expect(ColumnPreview(table, as: columns).columns.last?.examples == ["••••"])
    }
  }

  @Test(
    arguments: [
      ("Name", "PayLess24"), ("Tags", "food2go"), ("Kind", "EAN-13"), ("Shelf", "top"),
      ("Notes", "ask at the till"), ("Notes", "Boarding pass"), ("Web", "https://shop24.example"),
      ("Site", "rewe24.example"), ("Expires", "2026-12-31"),
      ("Floor", "12"), ("Color", "#00FF7f"), ("Owner", "Ann"), ("Balance", "12,50€"),
    ])
  func `what is no secret is shown`(column: String, value: String) throws {
    let text = "Store;Card;\(column)\nBaker;A-7;\(value)\n"
    guard case .table(let table)? = try ForeignFile(Array(text.utf8)) else {
      throw ForeignProblem.notText
    }
    #expect(ColumnPreview(table, as: table.guess).columns.last?.examples == [value])
  }

  @Test func `columns that do not fit are refused before anything is stored`() async throws {
    await #expect(
      throws: ForeignRefusal.columns(fileName: "cards.csv", .unknownColumn("Shop"))
    ) { _ = try await take(columns: "Shop=name,Card=code") }
    #expect(await vault.cards.isEmpty)
  }

  @Test func `a table in memory waits for its columns, which are remembered once they are named`()
    async throws
  {
    let bytes = Array(Self.table.utf8)
    guard case .unconfirmed(let table) = try await RecognisedFile(bytes, in: vault) else {
      Issue.record("nobody has to confirm the columns")
      return
    }
    #expect(table.guess.names == ["name", "code", "note", "note"])
    await #expect(throws: ForeignRefusal.columns(fileName: "", .incomplete)) {
      _ = try await RecognisedFile(bytes, columns: "1=name", in: vault)
    }
    for columns in ["1=name,2=code,3=symbology", nil] {
      #expect(await vault.rememberedColumns.isEmpty == (columns != nil))
      guard case .foreign(let file) = try await RecognisedFile(bytes, columns: columns, in: vault)
      else {
        Issue.record("the columns are not remembered")
        return
      }
      #expect(file.reading.cards.map(\.name) == ["Baker", "Gym", "Pool"])
      #expect(file.table?.columns.names == ["name", "code", "symbology", ""])
      #expect(file.confirmed.count == (columns == nil ? 0 : 1))
      var chosen = file
      chosen.without = [1]
      var files = await ForeignImport(of: [chosen], into: vault)
      try await files.store()
    }
    #expect(await vault.cards.count == 2)
  }

  @Test func `a person is asked about unknown columns, a script told, a folder's file skipped`()
    async throws
  {
    let odd = Self.table.replacing("Store,Card", with: "Wo,Womit")
    guard case .unconfirmed(let table) = try await RecognisedFile(Array(odd.utf8), in: vault) else {
      Issue.record("it is not taken for a table")
      return
    }
    #expect(table.header.prefix(2) == ["Wo", "Womit"] && !table.guess.isComplete)
    let file = (name: "cards.csv", source: PictureSource.bytes(Array(odd.utf8)))
    var asked = 0
    var callbacks = ForeignBatch.Callbacks(
      password: { _, _ in "" }, choice: { _, _ in ForeignChoice() }, tell: { _ in },
      onMissing: { _ in })
    var script = ForeignBatch(into: vault, try ImportRequest())
    await #expect(throws: ForeignRefusal.self) { _ = try await script.take([file], callbacks) }
    callbacks.columns.confirm = { _, table, _ in
      asked += 1
      return try TableColumns("1=name,2=code", for: table.header)
    }
    var folder = ForeignBatch(into: vault, try ImportRequest())
    _ = try await folder.take([], inFolders: [(file, .unread)], callbacks)
    #expect(folder.skippedCount == 1 && asked == 0)
    var chosen = ForeignBatch(into: vault, try ImportRequest())
    let others = try await chosen.take([file], callbacks)
    #expect(others.isEmpty && asked == 1)
    #expect(
      chosen.outcome.words
        == "Table, 3 cards: 3 doubtful; not imported: “Kind of code”, “Comment”")
  }

  @Test func `numbers are masked where a person sees the columns`() throws {
    let text = """
      Store,Card,PIN,Other,Door,Floor
      Baker,4006381333931,1234,+49 170 1234567,2580,12
      """
    guard case .table(let table)? = try ForeignFile(Array(text.utf8)) else {
      throw ForeignProblem.notText
    }
    let preview = ColumnPreview(table, as: table.guess)
    #expect(
      preview.columns.map(\.examples) == [
        ["Baker"], ["••••3931"], ["••••"], ["••••4567"], ["••••"], ["12"],
      ])
    #expect(preview.columns.map(\.field) == [.name, .code, .pin, .note, .note, .note])
  }

  @Test func `the latest tables are remembered, each header once`() async throws {
    for number in 0...60 {
      try await vault.remember(
        RememberedColumns(header: "name\ncode \(number % 55)", fields: ["name", "\(number)"]))
    }
    let remembered = await vault.rememberedColumns
    #expect(remembered.count == 50)
    #expect(remembered.last == RememberedColumns(header: "name\ncode 5", fields: ["name", "60"]))
  }
}
