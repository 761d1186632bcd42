import Foundation
import SystemPackage
import Testing
import Wallet

/// Which files in folders count as pictures.
@Suite struct PictureSelectionTests {
  private let folder: WalletFolder

  init() throws { folder = try WalletFolder() }

  @Test func `files with picture extensions are chosen, in folders of any depth`() throws {
    for name in ["in/b.JPG", "in/a/z.pdf", "in/notes.txt", "in/.hidden.png", "in/c.heic"] {
      try folder.touch(name)
    }
    let place = folder.path.appending("in")
    try FileManager.default.createSymbolicLink(
      atPath: place.appending("loop").string, withDestinationPath: place.string)
    var selection = PictureSelection()
    try selection.add(folder: place, named: "in")
    let names = selection.pictures.map { $0.name.dropFirst(place.string.count + 1) }
    #expect(names == ["a/z.pdf", "b.JPG", "c.heic"])
    #expect(selection.skippedCount == 2)
  }

  @Test func `a table that cannot be opened is reported, not passed over`() throws {
    try folder.touch("in/a.png")
    let place = folder.path.appending("in").appending("cards.csv").string
    // Even root cannot open a link to itself.
    try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: place)
    var selection = PictureSelection()
    try selection.add(folder: folder.path.appending("in"), named: "in")
    #expect(selection.others.map(\.file.name) == [place])
    #expect(selection.skippedCount == 0)
  }

  @Test func `a folder without pictures is refused`() throws {
    try folder.touch("in/notes.txt")
    var selection = PictureSelection()
    #expect(throws: WalletError.noPictures(folderName: "in")) {
      try selection.add(folder: folder.path.appending("in"), named: "in")
    }
    #expect(throws: WalletError.folderUnreadable(name: "out", .noSuchFileOrDirectory)) {
      try selection.add(folder: folder.path.appending("out"), named: "out")
    }
  }
}
