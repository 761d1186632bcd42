/// All calls for data, by name.
struct APIRoutes: Sendable {
  /// The calls that change cards.
  private static let changes: Set = [
    "use", "spend", "edit", "add", "remove", "undo", "restore", "restore-to", "decide",
    "accept-sure",
    "resolve", "join",
  ]

  /// The routes.
  let all: [String: Route]

  /// Makes the routes.
  ///
  /// - Parameter locking: What locks the vault.
  init(locking: IdleLocking) {
    let (holder, crops) = (locking.holder, locking.crops)
    let tables = [
      CardRoutes(holder: holder).table, ChangeRoutes(holder: holder).table,
      RestoreRoutes(holder: holder).table, TypingRoutes(holder: holder).table,
      ReviewRoutes(holder: holder, crops: crops).table, SyncRoutes(holder: holder).table,
      DecisionRoutes(holder: holder).table, StatisticsRoutes(holder: holder).table,
      ExportRoutes(holder: holder).table, SheetRoutes(holder: holder).table,
      SessionRoutes(locking: locking).table,
    ]
    let uploads = ImportRoutes(holder: holder, crops: crops).table
    func route(
      _ answer: @escaping Route.Answering, atMost byteLimit: Int, isChange: Bool
    ) -> Route {
      Route(
        byteLimit: byteLimit, isChange: isChange, stamp: { await holder.stamp }, answer: answer)
    }
    var routes: [String: Route] = [:]
    for (name, answer) in tables.joined() {
      routes[name] = route(
        answer, atMost: Route.jsonByteLimit, isChange: Self.changes.contains(name))
    }
    for (name, answer) in uploads {
      // Reading a picture takes long, so this one waits for its turn only to save.
      routes[name] = route(answer, atMost: ImportRoutes.byteLimit, isChange: false)
    }
    all = routes
  }
}
