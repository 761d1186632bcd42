import Testing

@testable import Reading

@Suite struct `Live budget` {
  /// A budget that knows that ZXing alone takes 10 ms per megapixel.
  static func known() -> LiveBudget {
    var budget = LiveBudget()
    budget.note(.thoroughLook, .milliseconds(20), megapixels: 2)
    return budget
  }

  @Test func `nothing is let in before ZXing's own time is known`() {
    var budget = LiveBudget()
    budget.note(.quickLook, .milliseconds(5), megapixels: 1)
    budget.settle(.milliseconds(5), megapixels: 1)
    #expect(!budget.allows(.linear))
    #expect(!budget.isOverdrawn)
  }

  @Test func `frames that take as long as ZXing save a part of it each`() {
    var budget = Self.known()
    budget.note(.linear, .milliseconds(10), megapixels: 1)
    for count in 1...9 {
      budget.settle(.milliseconds(10), megapixels: 1)
      #expect(budget.allows(.linear) == (count == 9))
    }
  }

  @Test func `what a frame took too much is paid back first`() {
    var budget = Self.known()
    budget.settle(.milliseconds(30), megapixels: 1)
    for _ in 0..<2 { budget.settle(.milliseconds(2), megapixels: 1) }
    #expect(!budget.allows(.thoroughLook))
    budget.settle(.zero, megapixels: 1)
    #expect(budget.allows(.thoroughLook))
  }

  @Test func `savings and debts are limited`() {
    var budget = Self.known()
    budget.note(.blurred, .milliseconds(81), megapixels: 1)
    for _ in 0..<100 { budget.settle(.zero, megapixels: 1) }
    #expect(!budget.allows(.blurred))
    budget.note(.blurred, .milliseconds(79), megapixels: 1)
    #expect(budget.allows(.blurred))
    budget.settle(.seconds(60), megapixels: 1)
    for _ in 0..<14 { budget.settle(.zero, megapixels: 1) }
    #expect(budget.allows(.inverted))
  }

  @Test func `a budget is overdrawn until what was taken too much is saved again`() {
    var budget = Self.known()
    #expect(!budget.isOverdrawn)
    budget.settle(.milliseconds(21), megapixels: 1)
    #expect(budget.isOverdrawn)
    budget.settle(.milliseconds(5), megapixels: 1)
    #expect(budget.isOverdrawn)
    budget.settle(.milliseconds(7), megapixels: 1)
    #expect(!budget.isOverdrawn)
  }
}
