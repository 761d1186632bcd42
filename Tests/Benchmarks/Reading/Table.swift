/// A table with a first column of words and further columns of figures.
struct Table {
  private var rows: [[String]]

  init(_ titles: String...) {
    rows = [titles]
  }

  mutating func add(_ cells: String...) {
    rows.append(cells)
  }

  /// Prints the table and an empty line.
  func print() {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    for row in rows {
      let line = row.enumerated().map { column, cell in
        let room = String(repeating: " ", count: widths[column] - cell.count)
        return column == 0 || column == row.count - 1 ? cell + room : room + cell
      }.joined(separator: "  ")
      Swift.print(String(line.reversed().drop { $0 == " " }.reversed()))
    }
    Swift.print()
  }
}

extension [Double] {
  /// The value below which `share` of all values are (nearest rank); NaN when there are none.
  func quantile(_ share: Double) -> Double {
    let ordered = sorted()
    return ordered.isEmpty ? .nan : ordered[Int((Double(count - 1) * share).rounded())]
  }
}

extension Double {
  /// With one digit after the point.
  var one: String { written(digits: 1) }
  /// With two digits after the point.
  var two: String { written(digits: 2) }

  private func written(digits: Int) -> String {
    guard isFinite else { return "-" }
    let unit = digits == 1 ? 10 : 100
    let whole = Int((magnitude * Double(unit)).rounded())
    let rest = String(whole % unit)
    let zeros = String(repeating: "0", count: digits - rest.count)
    return "\(self < 0 ? "-" : "")\(whole / unit).\(zeros)\(rest)"
  }
}
