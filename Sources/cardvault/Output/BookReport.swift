/// A book's number on a picture, for scripts.
struct BookReport: Encodable {
  let path: String
  let isbn: String
}
