import Testing

@testable import Terminal

struct WrappedTextTests {
  @Test func `text breaks between words, and inside those that are too long`() {
    #expect("one two three".wrapped(to: 7) == ["one two", "three"])
    #expect("123456789".wrapped(to: 4) == ["1234", "5678", "9"])
    #expect("a 123456".wrapped(to: 4) == ["a", "1234", "56"])
    #expect("卡卡卡".wrapped(to: 5) == ["卡卡", "卡"])
    #expect("".wrapped(to: 5) == [])
    #expect("a\nb\u{1B}".wrapped(to: 9) == ["a␊b␛"])
  }

  @Test func `text that is too long for its lines ends with an ellipsis`() {
    #expect("one two three".wrapped(to: 7, atMost: 2) == ["one two", "three"])
    #expect("one two three".wrapped(to: 7, atMost: 1) == ["one tw…"])
    #expect("one two three four".wrapped(to: 7, atMost: 2) == ["one two", "three …"])
    #expect("one".wrapped(to: 7, atMost: 0) == [])
  }
}
