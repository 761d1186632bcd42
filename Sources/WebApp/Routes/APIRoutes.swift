/// All calls for data, by name.
struct APIRoutes: Sendable {
  /// The calls that change cards.
  private static let changes: Set = [
    "use", "spend", "edit", "edit-several", "add", "remove", "undo", "restore", "restore-to",
    "decide", "accept-sure", "resolve", "join", "remove-photo", "scan-add", "import-chosen",
  ]

  /// What the success of a call says of a change, unless repeating it does no harm, as with a sync.
  ///
  /// The answer to a file may be that a person has to choose or to type something first.
  private static func change(by name: String) -> LockedError.Change? {
    switch name {
    case "import", "import-chosen", "merge": .unsure
    case "keep-photo": .saved
    default: changes.contains(name) ? .saved : nil
    }
  }

  /// The routes.
  let all: [String: Route]

  /// Makes the routes.
  init(locking: IdleLocking) {
    let (holder, crops, reading) = (locking.holder, locking.crops, UploadReading())
    let photos = PhotoRoutes(holder: holder, reading: reading)
    let others = ForeignRoutes(holder: holder, previews: locking.previews, reading: reading)
    let scanning = ScanRoutes(holder: holder, scans: locking.scans)
    let tables = [
      CardRoutes(holder: holder).table, ChangeRoutes(holder: holder).table,
      RestoreRoutes(holder: holder).table, TypingRoutes(holder: holder).table,
      ReviewRoutes(holder: holder, crops: crops).table, SyncRoutes(holder: holder).table,
      DecisionRoutes(holder: holder).table, StatisticsRoutes(holder: holder).table,
      ExportRoutes(holder: holder).table, PictureRoutes(holder: holder).table,
      PassphraseRoutes(holder: holder).table, CheckingRoutes(holder: holder).table,
      SheetRoutes(holder: holder).table,
      SessionRoutes(locking: locking).table, photos.table, scanning.table,
      others.table, ForeignExportRoutes(holder: holder).table,
    ]
    let uploads = [
      ImportRoutes(holder: holder, crops: crops, reading: reading, others: others).table,
      MergeRoutes(holder: holder).table, photos.uploads, scanning.frames, others.uploads,
    ]
    var routes: [String: Route] = [:]
    for (name, answer) in tables.joined() {
      routes[name] = Route(
        isChange: Self.changes.contains(name), isLock: name == SessionRoutes.lockName,
        change: Self.change(by: name), stamp: { await holder.stamp }, answer: answer)
    }
    for (name, answer) in uploads.joined() {
      // Taking in and reading a file takes long, so these wait for their turn only to save.
      routes[name] = Route(
        takesFile: true, change: Self.change(by: name), stamp: { await holder.stamp },
        answer: answer)
    }
    all = routes
  }
}
