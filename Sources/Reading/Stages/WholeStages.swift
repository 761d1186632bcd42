extension Engines {
  /// Looks at the whole picture in other ways, as long as nothing on it is sure.
  func readWhole(_ picture: borrowing GreyPicture, mapping: Mapping, judge: inout Judge) {
    judge.add(thorough.read(picture), by: mapping)
    if !judge.hasSure { judge.add(zbar?.read(picture) ?? [], by: mapping) }
    for pass in Pass.allCases where !judge.hasSure {
      guard let altered = pass.apply(to: picture) else { continue }
      let findings =
        pass.engine == .zbar
        ? zbar?.read(altered.picture) ?? [] : thorough.read(altered.picture)
      judge.add(
        findings, by: mapping.after(altered.mapping), view: pass.altersPixels ? .altered : .plain)
    }
  }
}
