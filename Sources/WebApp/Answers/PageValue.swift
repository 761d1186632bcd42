/// A value that scripts get as well, and what only a page needs beside it, in one JSON object.
struct PageValue<Shared: Encodable & Sendable, Own: Encodable & Sendable>: Encodable, Sendable {
  let shared: Shared
  let own: Own

  init(_ shared: Shared, beside own: Own) {
    self.shared = shared
    self.own = own
  }

  func encode(to encoder: any Encoder) throws {
    try shared.encode(to: encoder)
    try own.encode(to: encoder)
  }
}
