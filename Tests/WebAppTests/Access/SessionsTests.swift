import Testing

@testable import WebApp

@Suite("Sessions")
struct SessionsTests {
  @Test func `data needs cookie and token of one browser`() {
    let sessions = Sessions()
    let (one, two) = (sessions.open(keeping: nil), sessions.open(keeping: nil))
    #expect(sessions.holds(cookie: one.cookie.text, token: one.token.text))
    #expect(!sessions.holds(cookie: one.cookie.text, token: two.token.text))
    #expect(!sessions.holds(cookie: "", token: one.token.text))
    #expect(!sessions.holds(cookie: one.cookie.text, token: ""))
  }

  @Test func `tabs of one browser share its cookie`() {
    let sessions = Sessions()
    let first = sessions.open(keeping: nil)
    let second = sessions.open(keeping: first.cookie.text)
    #expect(second.cookie.text == first.cookie.text)
    #expect(second.token.text != first.token.text)
    #expect(sessions.holds(cookie: first.cookie.text, token: first.token.text))
    #expect(sessions.holds(cookie: first.cookie.text, token: second.token.text))
  }

  @Test func `a ticket lets the browser that got it in, once, and not after a lock`() throws {
    let sessions = Sessions()
    let (one, two) = (sessions.open(keeping: nil), sessions.open(keeping: nil))
    let ticket = try #require(sessions.ticket(for: one.cookie.text))
    #expect(sessions.ticket(for: "") == nil)
    #expect(sessions.open(with: ticket, cookie: two.cookie.text) == nil)
    #expect(sessions.open(with: "", cookie: one.cookie.text) == nil)
    let tab = try #require(sessions.open(with: ticket, cookie: one.cookie.text))
    #expect(tab.cookie.text == one.cookie.text && tab.token.text != one.token.text)
    #expect(sessions.open(with: ticket, cookie: one.cookie.text) == nil)
    let late = try #require(sessions.ticket(for: one.cookie.text))
    sessions.noteLock()
    #expect(sessions.open(with: late, cookie: one.cookie.text) == nil)
  }

  @Test func `a cookie that nobody was given is not kept`() {
    let session = Sessions().open(keeping: "0123456789abcdef")
    #expect(session.cookie.text != "0123456789abcdef")
  }

  @Test func `the oldest session makes room, and a lock ends all`() {
    let sessions = Sessions()
    let all = (0..<33).map { _ in sessions.open(keeping: nil) }
    #expect(!sessions.holds(cookie: all[0].cookie.text, token: all[0].token.text))
    #expect(sessions.holds(cookie: all[32].cookie.text, token: all[32].token.text))
    sessions.closeAll()
    #expect(!sessions.holds(cookie: all[32].cookie.text, token: all[32].token.text))
  }

  @Test func `after a lock, a session is told once to clear its cache, also if that ended it`() {
    let sessions = Sessions()
    let one = sessions.open(keeping: nil)
    #expect(!sessions.mustClear(cookie: one.cookie.text, token: one.token.text))
    sessions.noteLock()
    sessions.closeAll()
    #expect(!sessions.mustClear(cookie: one.cookie.text, token: ""))
    #expect(sessions.mustClear(cookie: one.cookie.text, token: one.token.text))
    #expect(!sessions.mustClear(cookie: one.cookie.text, token: one.token.text))
  }

  @Test
  func `a browser's sessions and tickets end, and nobody else's, nor those of the one that asks`() {
    let sessions = Sessions()
    let (one, two) = (sessions.open(keeping: nil), sessions.open(keeping: nil))
    let tab = sessions.open(keeping: one.cookie.text)
    sessions.note(one.cookie.text, isOf: "laptop")
    sessions.note(two.cookie.text, isOf: "phone")
    let ticket = sessions.ticket(for: one.cookie.text) ?? ""
    sessions.close("laptop", except: two.cookie.text)
    for ended in [one, tab] {
      #expect(!sessions.holds(cookie: ended.cookie.text, token: ended.token.text))
    }
    #expect(sessions.open(with: ticket, cookie: one.cookie.text) == nil)
    sessions.close("phone", except: two.cookie.text)
    #expect(sessions.holds(cookie: two.cookie.text, token: two.token.text))
  }
}
