/// Why one entry of a file is no card.
struct UnreadableEntry: Error {
  let reason: ForeignReading.Unreadable.Reason
}
