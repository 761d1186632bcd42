/// A book's number on a picture, for scripts.
package struct BookReport: Encodable {
  package let path: String
  package let isbn: String

  /// Makes a report.
  package init(path: String, isbn: String) {
    self.path = path
    self.isbn = isbn
  }
}
