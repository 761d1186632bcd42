@testable import ReaderLink

/// Answers of a reader that a photo took over: messages, one after the other, each parsed as a reply and as a request.
///
/// An accepted page, or reading of a camera's frame, is written and parsed again with the same result.
func takeMessages(_ bytes: [UInt8]) {
  var rest = bytes[...]
  while let length = try? Frame.byteCount(header: rest.prefix(Frame.headerByteCount)),
    rest.count >= Frame.headerByteCount + length
  {
    let body = Array(rest.dropFirst(Frame.headerByteCount).prefix(length))
    rest = rest.dropFirst(Frame.headerByteCount + length)
    _ = try? Frame.message(Cardvault_Reader_Request.self, from: body)
    _ = try? Frame.message(Cardvault_Reader_LiveRequest.self, from: body).frame(Array(rest))
    guard let reply = try? Frame.message(Cardvault_Reader_Reply.self, from: body) else { continue }
    if let page = try? reply.page.reading() {
      let again = try? Cardvault_Reader_Page(page).reading()
      precondition(again == page, "what was taken is taken again")
    }
    if let live = try? reply.live.reading() {
      var message = Cardvault_Reader_Live(live)
      message.microseconds = reply.live.microseconds
      let again = try? message.reading()
      precondition(again == live, "what was taken is taken again")
    }
  }
}
