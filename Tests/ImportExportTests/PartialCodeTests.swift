import CommandLineSupport
import Foundation
import SystemPackage
import Testing

/// A worn code: what is read in part is completed by a person, and never stored as fact.
@Suite struct `Partial codes` {
  /// The picture of an EAN-13 on which a part is covered, from one share of its width to another.
  private func picture(of number: String, covered: ClosedRange<Double>) async throws -> [UInt8] {
    let person = try await Person.withVault()
    _ = try await person.types("add", "--name", "A", "--code", number, "--symbology", "ean-13")
    let shown = try await person.types("show", "A", "--as", "svg").output
    // A white rectangle over the bars, in the drawing's own units.
    let box = try #require(shown.firstMatch(of: /viewBox="0 0 ([0-9.]+) ([0-9.]+)"/)).output
    let (width, height) = (try #require(Double(box.1)), try #require(Double(box.2)))
    let place =
      "x=\"\(width * covered.lowerBound)\" width=\"\(width * (covered.upperBound - covered.lowerBound))\""
    let cover = "<rect \(place) y=\"0\" height=\"\(height)\" fill=\"#fff\"/></svg>"
    let end = try #require(shown.range(of: "</svg>", options: .backwards))
    return try await person.renders(
      svg: Array(shown.replacingCharacters(in: end, with: cover).utf8))
  }

  @Test func `missing digits are shown, refused and completed`() async throws {
    let person = try await Person.withVault()
    let photo = try person.file(
      "worn.png", try await picture(of: "5901234123457", covered: 0.625...0.672)
    ).string
    let read = try await person.types("read", photo)
    #expect(read.status == 14 && read.output.contains("? incomplete"), "\(read)")
    let json = try await person.types("read", photo, "--format", "json").output
    #expect(json.contains("\"partialCodes\":[{\"pattern\":\"590123"), "\(json)")
    let imported = try await person.types("import", "--name", "Gym", photo)
    #expect(imported.status == 3, "\(imported)")
    let listed = try await person.types("list", "--format", "json").output
    #expect(listed.contains("\"doubtful\":true") && listed.contains("\"state\":\"draft\""))
    // Nothing accepts, copies or draws it.
    #expect(try await person.types("review", "--accept-sure").output.hasPrefix("No sure drafts"))
    #expect(try await person.types("edit", "gym", "--accept").status == 15)
    #expect(try await person.types("show", "gym", "--copy").status == 15)
    #expect(try await person.types("show", "gym", "--as", "png").status == 15)
    let partial = try await person.types("show", "gym", "--as", "json").output
    #expect(partial.contains("\"incomplete\":true"), "\(partial)")
    // The same photo adds nothing.
    #expect(try await person.types("import", "--no-review", photo).output.hasPrefix("0 cards"))
    let completed = try await person.types("edit", "gym", "--code", "5901234123457", "--accept")
    #expect(completed.status == 0, "\(completed.errors)")
    let shown = try await person.types("show", "gym", "--as", "json").output
    #expect(shown.contains("\"state\":\"active\"") && shown.contains("5901234123457"))
    #expect(!shown.contains("incomplete"))
  }
}
