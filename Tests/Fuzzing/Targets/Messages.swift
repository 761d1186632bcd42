@testable import ReaderLink

/// What a reader that a photo took over may answer: frames, one after the other, each taken as a reply and as a
/// request.
///
/// A page that is taken is written and taken again alike.
func takeMessages(_ bytes: [UInt8]) {
  var rest = bytes[...]
  while let length = try? Frame.byteCount(header: rest.prefix(Frame.headerByteCount)),
    rest.count >= Frame.headerByteCount + length
  {
    let body = Array(rest.dropFirst(Frame.headerByteCount).prefix(length))
    rest = rest.dropFirst(Frame.headerByteCount + length)
    _ = try? Frame.message(Cardvault_Reader_Request.self, from: body)
    guard let reply = try? Frame.message(Cardvault_Reader_Reply.self, from: body) else { continue }
    guard let page = try? reply.page.reading() else { continue }
    let again = try? Cardvault_Reader_Page(page).reading()
    precondition(again == page, "what was taken is taken again")
  }
}
