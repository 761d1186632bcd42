internal import ArgumentParser
package import Wallet

extension DaySpan {
  /// The span that was typed; throws a `ValidationError` that names the forms.
  package static func typed(_ text: String) throws -> DaySpan {
    if let span = DaySpan(text) { return span }
    throw ValidationError("write days, weeks, months or years, like 30d, 6w, 3m or 1y")
  }
}

extension KeepingTime {
  /// The duration that was typed; throws a `ValidationError` that names the forms.
  package static func typed(_ text: String) throws -> KeepingTime {
    if let time = KeepingTime(text) { return time }
    throw ValidationError("write seconds, minutes or hours, up to a day, like 90s, 15m or 2h")
  }
}
