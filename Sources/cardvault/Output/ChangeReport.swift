/// Which cards a command changed or removed, by id, for scripts.
struct ChangeReport: Encodable {
  var changed: [String]?
  var removed: [String]?
  var restored: [String]?
}
