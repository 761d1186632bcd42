/// An error about what was typed into one field: the page shows it there.
struct FieldRefusal: Error {
  /// The field's name in the request.
  let field: String
  let cause: any Error

  /// Does something with what was typed into a field.
  ///
  /// - Returns: What `work` returns.
  /// - Throws: `FieldRefusal` around what `work` throws; `DecodingError` as it is, as no person typed that.
  static func naming<Value>(_ field: String, _ work: () throws -> Value) throws -> Value {
    do {
      return try work()
    } catch let error as DecodingError {
      throw error
    } catch {
      throw FieldRefusal(field: field, cause: error)
    }
  }
}
