internal import Cards
internal import Terminal
internal import Wallet

/// Asks a person which rows of an import they want: on a full screen, or else by numbers.
struct RowQuestions {
  private let console: Console
  private let isPlain: Bool

  /// Makes the questions; `isPlain` uses no full screen.
  init(_ console: Console, isPlain: Bool) {
    self.console = console
    self.isPlain = isPlain
  }

  /// Asks whether to import, and which cards.
  ///
  /// - Parameters:
  ///   - plan: What the import would do, file by file.
  ///   - pictureCount: How many pictures are still to be read.
  /// - Returns: What the person wants; `nil` for nothing.
  func choice(of plan: [ImportOutcome], beside pictureCount: Int) -> ForeignChoice? {
    let whole = ImportOutcome(plan)
    let draftCount = whole.savedCards.count(where: \.isDraft)
    let drafts = draftCount > 0 ? "; \(draftCount) to review" : ""
    let others = pictureCount > 0 ? "; \(pictureCount.photos) to read" : ""
    var choice = ForeignChoice()
    asking: while true {
      let words = console.answer(
        to: Question.importing, with: [whole.words + drafts + others])
      switch words?.trimmed.lowercased() {
      case "", "y", "yes": break asking
      case nil, "n", "no": return nil
      case "c":
        let places = plan.indices.flatMap { file in
          plan[file].items.indices.filter { plan[file].items[$0].isOpen }
            .map { (file: file, item: $0) }
        }
        let rows = places.map { place in
          let item = plan[place.file].items[place.item]
          return Picker.Row(item.listName, detail: item.words)
        }
        guard let chosen = choose("Which cards?", rows, chosen: Set(rows.indices)) else { continue }
        if chosen.isEmpty, pictureCount == 0 { return nil }
        choice.without = plan.map { _ in [] }
        for (index, place) in places.enumerated() where !chosen.contains(index) {
          choice.without[place.file].insert(place.item)
        }
        break asking
      default: console.say("Type y, n or c.\n")
      }
    }
    let renamedCount = plan.indices.reduce(0) { count, file in
      let without = choice.without.indices.contains(file) ? choice.without[file] : []
      return count
        + plan[file].items.indices.count {
          plan[file].items[$0].isRenamedThere && !without.contains($0)
        }
    }
    if renamedCount > 0 {
      let subject =
        renamedCount == 1 ? "1 card has another name" : "\(renamedCount) cards have other names"
      choice.takesNames = console.agrees(to: Question.newNames, with: [subject])
    }
    return choice
  }

  /// Asks which rows to choose, and returns their indices; `nil` if the person went back or chose nothing by a no or the
  /// end of input.
  func choose(_ title: String, _ rows: [Picker.Row], chosen: Set<Int>) -> Set<Int>? {
    guard !isPlain, var screen = console.fullScreen(toAsk: true) else {
      return chooseByNumber(rows)
    }
    let names = rows.map { Folding.folded("\($0.text) \($0.detail)") }
    var list = Checklist(title: title, rows: rows, chosen: chosen) { typed in
      let words = Folding.words(typed)
      return names.indices.filter { index in words.allSatisfy { names[index].contains($0) } }
    }
    do throws(ScreenError) { return try screen.show(&list) } catch { return nil }
  }

  private func chooseByNumber(_ rows: [Picker.Row]) -> Set<Int>? {
    for (index, row) in rows.enumerated() {
      let detail = row.detail.isEmpty ? "" : "  \(row.detail)"
      console.say("\(index + 1)  \(row.text)\(detail)\n")
    }
    while let typed = console.answer(to: Question.rows)?.lowercased(), !["n", "no"].contains(typed)
    {
      if let indices = Self.indices(typed, of: rows.count) { return indices }
      console.say("Type numbers from 1 to \(rows.count), such as 1,3-5.\n")
    }
    return nil
  }

  /// The indices that `1,3-5` or `all` means; none for an empty text, and `nil` for anything else.
  static func indices(_ typed: String, of count: Int) -> Set<Int>? {
    if typed == "all" { return Set(0..<count) }
    var indices: Set<Int> = []
    for part in typed.split(whereSeparator: { ", ".contains($0) }) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      guard ends.count <= 2, let first = ends[0], let last = ends[ends.count - 1],
        (1...max(1, count)).contains(first), (first...max(first, count)).contains(last)
      else { return nil }
      indices.formUnion(first - 1..<last)
    }
    return indices
  }
}
