internal import Cards
internal import Exchange
internal import ReaderLink
internal import SystemPackage

/// Reads other wallets' files: texts here, archives in a sandboxed reader.
struct ForeignReader {
  let surroundings: ForeignBatch.Surroundings

  init(_ surroundings: ForeignBatch.Surroundings) { self.surroundings = surroundings }

  /// Whether a file is another wallet's, even if it is damaged.
  func isForeign(_ source: PictureSource) -> Bool {
    guard let bytes = try? source.contents() else { return false }
    do {
      if case nil = try ForeignFile(bytes) { return false }
    } catch {}
    return true
  }

  /// What a file holds; `nil` if it is no wallet's, or cannot be loaded, which reading it as a picture reports.
  func reading(of source: PictureSource) async throws -> ForeignReading? {
    let bytes: [UInt8]
    do throws(PictureSource.Failure) { bytes = try source.contents() } catch { return nil }
    switch try ForeignFile(bytes) {
    case nil: return nil
    case .text(let reading): return reading
    case .archive: return try await reading(ofArchive: bytes)
    }
  }

  private func reading(ofArchive bytes: [UInt8]) async throws -> ForeignReading {
    let members = try await members(of: bytes)
    // As gettext looks for them (Locale Environment Variables), with English last.
    let languages =
      ["LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"].compactMap { Environment[$0] }
      .map { String($0.prefix(2)) } + ["en"]
    let passes = ForeignFile.passes(in: members)
    if passes.isEmpty { return try ForeignFile.reading(members, languages: languages) }
    var all = ForeignReading(source: .pass)
    for name in passes {
      do {
        let pass = try await self.members(of: members[name] ?? [])
        let reading = try ForeignFile.reading(pass, languages: languages)
        all.cards += reading.cards
        all.unreadable += reading.unreadable
      } catch let problem as ForeignProblem {
        all.unreadable.append(.init(name: name, reason: .file(problem)))
      }
    }
    return all
  }

  /// The files in an archive; asks for a password if it has one.
  private func members(of bytes: [UInt8]) async throws -> [String: [UInt8]] {
    var archive = try await opened(bytes, with: nil)
    if archive.isLocked {
      archive = try await opened(bytes, with: Array(try password().utf8))
      if archive.isLocked { throw ForeignProblem.wrongPassword }
    }
    switch archive.outcome {
    case .whole: break
    case .damaged: if archive.members.isEmpty { throw ForeignProblem.cutOff }
    case .tooLarge, .outOfMemory:
      throw ForeignProblem.tooLarge(limit: ArchiveRequest.maximumArchiveByteCount)
    case .tooMany: throw ForeignProblem.tooMany(limit: OpenedArchive.maximumMemberCount)
    }
    for skipped in archive.skipped { surroundings.tell(.skipped(skipped)) }
    return archive.members
  }

  private func password() throws -> String {
    do {
      return try surroundings.password()
    } catch let error as Errno where error == .badFileDescriptor {
      throw ForeignRefusal.passwordDescriptor
    }
  }

  private func opened(_ bytes: [UInt8], with password: [UInt8]?) async throws -> OpenedArchive {
    guard let request = ArchiveRequest(archive: bytes, password: password) else {
      throw ForeignProblem.wrongPassword
    }
    let opener = ArchiveOpener(executable: try ReaderPool.readerBesideExecutable())
    do throws(ReaderLinkError) {
      return try await opener.open(request, onMissing: surroundings.onMissing)
    } catch {
      switch error {
      // It was this archive that the reader could not cope with.
      case .broken, .timedOut: throw ForeignProblem.unopenable
      default: throw error
      }
    }
  }
}
