/// Something that happens one at a time is happening: 429.
struct BusyError: Error {}
