extension ForeignFile {
  /// How the names of archives end that are not opened inside another one; passes inside a pass neither.
  private static let archiveEndings = [".zip", ".pkpasses", ".cdb"]

  /// Reads an archive that a reader opened, also one of passes, as far as it is not damaged.
  ///
  /// - Parameters:
  ///   - members: The members by name, with the bytes of those that are texts.
  ///   - damage: Why the rest of it cannot be read; `nil` if there is no more.
  ///   - languages: Languages that the person reads, the best first, as `de`.
  /// - Returns: What is in it; passes that cannot be read, other archives, and the rest, are left out by name.
  /// - Throws: `ForeignProblem`; if no member is known, `damage`, or else `onlyArchives` or `noWallet`.
  package static func reading(
    ofArchive members: [String: [UInt8]], damage: ForeignProblem?, languages: [String]
  ) throws(ForeignProblem) -> ForeignReading {
    let members = members.filter { !isLeftBySystem($0.key) }
    let inner = members.keys.filter(isInnerArchive).sorted()
    do throws(ForeignProblem) {
      let passes = passes(in: members)
      var reading =
        try passes.isEmpty
        ? Self.reading(members, languages: languages)
        : Self.reading(ofPasses: passes, languages: languages)
      if !passes.isEmpty { reading.add(othersBesidePasses(in: members, languages: languages)) }
      for name in inner {
        reading.leaveOut(name.replacing("\(passSeparator)", with: "/"), .innerArchive)
      }
      try reading.check()
      if let damage { reading.leaveOutRest(damage) }
      return reading
    } catch {
      guard error == noWallet else { throw error }
      throw damage ?? (inner.isEmpty ? error : .onlyArchives(inner[0]))
    }
  }

  /// Whether a member of an archive is one that macOS adds for its file manager; a wallet has no use for it.
  static func isLeftBySystem(_ name: String) -> Bool {
    let parts = name.split { $0 == "/" || $0 == passSeparator }
    return parts.contains("__MACOSX")
      || parts.last.map { $0.hasPrefix("._") || $0 == ".DS_Store" } ?? false
  }

  private static func isInnerArchive(_ name: String) -> Bool {
    let word = name.lowercased()
    return archiveEndings.contains { word.hasSuffix($0) }
      || word.hasSuffix(".pkpass") && name.contains(passSeparator)
  }

  /// A table or another pass beside passes, where someone put all into one archive.
  private static func othersBesidePasses(
    in members: [String: [UInt8]], languages: [String]
  ) -> ForeignReading {
    var others = ForeignReading(source: .pass)
    do throws(ForeignProblem) {
      others = try reading(
        members.filter { !$0.key.contains(passSeparator) }, languages: languages)
    } catch {
      if error != noWallet { others.leaveOut("other files", .file(error)) }
    }
    return others
  }

  private static func reading(
    ofPasses passes: [(name: String, members: [String: [UInt8]])], languages: [String]
  ) -> ForeignReading {
    var all = ForeignReading(source: .pass)
    for (name, members) in passes {
      do throws(ForeignProblem) {
        if members.isEmpty { throw .cutOff }
        var reading = try Self.reading(members, languages: languages)
        reading.move(intoArchive: name)
        all.add(reading)
      } catch {
        all.unreadable.append(.init(name: name, reason: .file(error)))
      }
    }
    return all
  }
}
