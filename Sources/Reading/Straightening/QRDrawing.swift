extension GreyPicture {
  /// A module's side in a drawing, in pixels.
  private static var module: Int { 4 }

  /// Draws modules flat on white; those that are the same in every symbol are drawn as the standard requires.
  ///
  /// `modules` is the lightness of each, row by row; above `level` a module is light.
  init?(drawing layout: QRLayout, modules: [Float], level: Float) {
    // Four modules of quiet zone (ISO/IEC 18004 clause 9.1).
    let (side, quiet, module) = (layout.side, 4, Self.module)
    let width = (side + 2 * quiet) * module
    self.init(width: width, height: width) { x, y in
      let (column, row) = (x / module - quiet, y / module - quiet)
      guard 0..<side ~= column, 0..<side ~= row else { return 255 }
      let at = row * side + column
      let isLight = layout.fixed[at] == 0 ? modules[at] > level : layout.fixed[at] > 0
      return isLight ? 255 : 0
    }
  }
}
