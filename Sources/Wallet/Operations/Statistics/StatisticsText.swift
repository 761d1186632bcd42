extension StatisticsReport {
  /// The counts, for people.
  package var lines: [String] {
    var lines = ["Cards  \(cards)"]
    lines += Self.lines("By barcode", symbologies) + Self.lines("By tag", tags)
    lines += ["", "On this device"]
    lines.append("  photos read    \(reads.started)")
    if reads.started > 0 {
      lines.append("  with a code    \(reads.succeeded)")
      for reason in reads.failed {
        lines.append("  without        \(reason.count)  \(Self.words(for: reason.name))")
      }
      if let milliseconds = reads.averageMilliseconds {
        lines.append("  average time   \(milliseconds) ms")
      }
      lines += Self.lines(reads.codes)
    }
    if scans.started > 0 {
      lines.append("  camera scans   \(scans.started)")
      lines.append("  with a code    \(scans.succeeded)")
      if let milliseconds = scans.averageMilliseconds {
        lines.append("  average time   \(milliseconds) ms")
      }
    }
    lines += Self.lines(scans.codes)
    for reason in failedScans {
      lines.append("  without camera \(reason.count)  \(Self.words(scan: reason.name))")
    }
    lines.append("  cards scanned  \(scanned)")
    lines.append("  cards typed    \(typed)")
    return lines
  }

  /// Codes by symbology: how many were sure, and how many were not.
  private static func lines(_ codes: [Codes]) -> [String] {
    codes.map { code in
      let doubtful = code.doubtful > 0 ? ", and \(code.doubtful) not sure" : ""
      return "  read           \(code.sure)  \(code.name)\(doubtful)"
    }
  }

  private static func lines(_ title: String, _ counts: [Count]) -> [String] {
    guard !counts.isEmpty else { return [] }
    let width = counts.map { "\($0.count)".count }.max() ?? 0
    return ["", title]
      + counts.map { count in
        let number = "\(count.count)"
        return "  " + String(repeating: " ", count: width - number.count) + number
          + "  \(count.name)"
      }
  }

  /// Why a photo gave no code.
  private static func words(for reason: String) -> String {
    switch reason {
    case "nocode": "no code found"
    case "key": "a vault's key, refused"
    case "unavailable": "file not readable"
    case "refused": "not an accepted picture"
    case "crashed": "the reader crashed"
    case "timedout": "the reader took too long"
    default: reason
    }
  }

  /// Why a scan in the browser had no picture.
  private static func words(scan reason: String) -> String {
    ScanFailure(rawValue: reason)?.words ?? reason
  }
}
