import Cards
import Testing

@testable import Wallet

/// The order in which drafts are reviewed.
@Suite struct ReviewQueueTests {
  private let ids: [CardID] = (0..<5).map { _ in
    var random = SystemRandomNumberGenerator()
    return CardID(using: &random)
  }

  @Test func `it goes forward and back, and ends`() {
    var queue = ReviewQueue([[ids[0]], [ids[1]]])
    #expect(queue.current == ids[0] && !queue.back())
    queue.advance()
    #expect(queue.current == ids[1] && queue.back() && queue.current == ids[0])
    queue.advance()
    queue.advance()
    #expect(queue.current == nil && queue.position == 2)
    queue.advance()
    #expect(queue.position == 2)
  }

  @Test func `a person who went back has not left the draft before they go on or remove it`() {
    var queue = ReviewQueue([[ids[0], ids[1]], [ids[2]]])
    queue.advance()
    #expect(!queue.isBack && queue.back() && queue.isBack)
    #expect(!queue.back() && queue.isBack)
    queue.remove([ids[1]])
    #expect(queue.isBack && queue.current == ids[0])
    queue.advance()
    #expect(!queue.isBack && queue.back())
    queue.remove([ids[0]])
    #expect(!queue.isBack && queue.current == ids[2])
  }

  @Test func `a draft that a file and a photo brought comes once`() {
    #expect(ReviewQueue([[ids[0]], [ids[1], ids[0]]]).ids == [ids[0], ids[1]])
  }

  @Test func `one draft comes first, then the others of its photo`() {
    let drafts = ids.enumerated().map { index, id in
      var card = Card(id: id, name: "\(index)", codes: [])
      card.origin = index < 3 ? "photo a.jpg" : "photo b.jpg"
      card.added = Timestamp(milliseconds: 1)
      return card
    }
    let queue = ReviewQueue(at: drafts[1], among: drafts)
    #expect(queue.ids == [ids[1], ids[0], ids[2]] && queue.current == ids[1])
    #expect(queue.siblings == [ids[0], ids[2]])
  }

  @Test func `all drafts come in the order of their import, those of one moment by name`() {
    let moments: [Int64?] = [3, 1, nil, 1, 2]
    let drafts = zip(ids, moments).map { id, moment in
      var card = Card(id: id, name: "", codes: [])
      card.added = moment.map { Timestamp(milliseconds: $0) }
      return card
    }
    #expect(ReviewQueue(drafts: drafts).ids == [2, 1, 3, 4, 0].map { ids[$0] })
  }

  @Test func `drafts of one photo are siblings, until they are joined`() {
    var queue = ReviewQueue([[ids[0], ids[1], ids[2]], [ids[3]]])
    queue.advance()
    #expect(queue.siblings == [ids[0], ids[2]])
    queue.remove(queue.siblings)
    #expect(queue.current == ids[1] && queue.ids == [ids[1], ids[3]] && queue.siblings.isEmpty)
  }
}
