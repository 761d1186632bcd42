import Cards
import Testing

@testable import Wallet

@Suite struct `Typed dates` {
  private func days(
    _ text: String, _ edge: TypedDate.Edge = .last, _ order: TypedDate.Order? = nil
  ) -> [String] {
    TypedDate(text, edge: edge, order: order)?.readings.map(\.description) ?? []
  }

  @Test(arguments: [
    "2027-12-31", "2027/12/31", "2027.12.31", "31.12.2027", "31.12.27", "31. 12. 2027",
    "31/12/2027", "31-12-2027", "12/31/2027", "12/31/27", "12/2027", "12.2027", "2027-12",
  ]) func `are read as people write them`(text: String) {
    #expect(days(text) == ["2027-12-31"])
  }

  @Test func `without a day mean the edge of the month`() {
    #expect(days("2/2028") == ["2028-02-29"] && days("02.2027") == ["2027-02-28"])
    #expect(days("2/2028", .first) == ["2028-02-01"])
  }

  @Test func `between slashes are read by the locale, and otherwise in both ways`() {
    #expect(days("3/4/2027") == ["2027-04-03", "2027-03-04"])
    #expect(days("3/4/2027", .last, .day) == ["2027-04-03"])
    #expect(days("3/4/27", .last, .month) == ["2027-03-04"])
    #expect(days("4-4-2027") == ["2027-04-04"])
    // Between dots, the day comes first everywhere.
    #expect(days("3.4.2027", .last, .month) == ["2027-04-03"])
    #expect(days("31-12-27") == ["2027-12-31", "2031-12-27"])
    #expect(days("27-12-31", .last, .day) == ["2031-12-27"])
    // What the calendar has only once is clear.
    #expect(days("12/31/2027", .last, .day) == ["2027-12-31"])
    #expect(days("31/12/2027", .last, .month) == ["2027-12-31"])
  }

  @Test(arguments: [
    "12.31.2027", "12/26", "1/2/3", "1/2/345", "31-12/2027", "0/2027", "2027", "32.1.2027", "",
    "31.12.", "-1.2.2027", "٣/٤/2027", "99999-1-1",
  ]) func `of other forms are refused`(text: String) {
    #expect(days(text).isEmpty)
  }

  @Test(arguments: [
    ("en_US.UTF-8", "month"), ("en_GB", "day"), ("de_DE@euro", "day"), ("C.UTF-8", "none"),
    ("POSIX", "none"), ("en", "none"), ("en_CA", "none"), ("zh_Hant_TW.UTF-8", "none"),
    ("fr_CA", "none"), ("fr.UTF-8", "day"), ("es_PR", "none"), ("en_ZA", "none"), ("sv_SE", "none"),
    ("hu_HU", "none"), ("ja_JP", "none"), ("en_DK", "none"), ("pt_BR", "day"), ("es_US", "none"),
  ]) func `are in the order of the locale`(locale: String, order: String) {
    #expect(TypedDate.Order(locale: locale).map { "\($0)" } ?? "none" == order)
  }
}
