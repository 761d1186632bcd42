import Cards
import ReaderLink
import SystemPackage
import Testing

@testable import Wallet

/// Icons of many cards; a script in the reader's place tells how many drawings it got.
@Suite struct PassIconsTests {
  private static let reader = FilePath(#filePath).removingLastComponent().removingLastComponent()
    .removingLastComponent().appending("ReaderLinkTests/group-reader")

  @Test func `cards with the same initials and colour share their icons`() async throws {
    let cards = (UInt8(1)...9).map { number in
      Card.sample(number < 9 ? "Gym Club \(number)" : "Zoo", id: number)
        .with { $0.colour = 0x204060 }
    }
    let icons = try await PassIcons(of: cards, by: PictureRenderer(executable: Self.reader))
    let (gym, zoo) = (icons.files(of: cards[0]), icons.files(of: cards[8]))
    #expect(gym.map(\.name) == ["icon.png", "icon@2x.png", "icon@3x.png"])
    #expect(gym.map(\.bytes) == icons.files(of: cards[7]).map(\.bytes))
    #expect(gym.map(\.bytes) != zoo.map(\.bytes))
    // Three of each.
    for icon in gym + zoo {
      #expect(icon.bytes.starts(with: "--render-each 6 <?xml".utf8))
    }
  }
}
