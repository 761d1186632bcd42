extension ForeignFile {
  /// Reads an archive that a reader opened, also one of passes, as far as it is not damaged.
  ///
  /// - Parameters:
  ///   - members: The members by name, with the bytes of those that are texts.
  ///   - damage: Why the rest of it cannot be read; `nil` if there is no more.
  ///   - fileName: The archive's path; empty for one without.
  ///   - languages: Languages that the person reads, the best first, as `de`.
  /// - Returns: What is in it; passes that cannot be read, and the rest, are left out by name.
  /// - Throws: `ForeignProblem`; if no member is known, `damage` or else `noWallet`.
  package static func reading(
    ofArchive members: [String: [UInt8]], damage: ForeignProblem?, named fileName: String,
    languages: [String]
  ) throws(ForeignProblem) -> ForeignReading {
    do throws(ForeignProblem) {
      let passes = passes(in: members)
      var reading =
        try passes.isEmpty
        ? Self.reading(members, languages: languages)
        : Self.reading(ofPasses: passes, languages: languages)
      try reading.check()
      if let damage { reading.leaveOutRest(of: fileName, damage) }
      return reading
    } catch {
      throw error == noWallet ? damage ?? error : error
    }
  }

  private static func reading(
    ofPasses passes: [(name: String, members: [String: [UInt8]])], languages: [String]
  ) -> ForeignReading {
    var all = ForeignReading(source: .pass)
    for (name, members) in passes {
      do throws(ForeignProblem) {
        if members.isEmpty { throw .cutOff }
        var reading = try Self.reading(members, languages: languages)
        reading.movePhotos(intoArchive: name)
        all.cards += reading.cards
        all.unreadable += reading.unreadable
      } catch {
        all.unreadable.append(.init(name: name, reason: .file(error)))
      }
    }
    return all
  }
}
