import Testing

@testable import Reading

@Suite struct `Blur` {
  @Test(arguments: BlurModel.all.indices)
  func `a character's picture has as much ink as its modules`(blur: Int) {
    let model = BlurModel.all[blur]
    for (index, modules) in RetailLayout.characters.enumerated() {
      let ink = Float(modules.count { $0 } * BlurModel.fineness)
      let drawn = (model.bodies[index] + model.tails[index] + model.heads[index]).sum()
      #expect(abs(drawn / ink - 1) < 0.02, "character \(index): \(drawn) for \(ink)")
    }
  }

  @Test func `a sharp bar is dark inside and light outside`() {
    let positions = [-1, -0.1, 0.1, 1, 1.9, 2.1, 3]
    let dark = positions.map { DiscBlur.darkness(ofBar: 2, at: $0, radius: 0.001) }
    #expect(dark == [0, 0, 1, 1, 1, 0, 0])
  }

  @Test(arguments: [0.6, 1.4, 3])
  func `a blurred bar is symmetric and ends where the disc does`(radius: Double) {
    for step in 0...20 {
      let off = Double(step) / 5
      let (left, right) = (
        DiscBlur.darkness(ofBar: 1, at: 0.5 - off, radius: radius),
        DiscBlur.darkness(ofBar: 1, at: 0.5 + off, radius: radius)
      )
      #expect(abs(left - right) < 1e-5)
      #expect((right < 1e-5) == (off >= radius + 0.5), "\(right) at \(off)")
    }
  }

  @Test func `blurs grow, and make narrow bars lighter`() {
    let models = BlurModel.all
    #expect(zip(models, models.dropFirst()).allSatisfy { $0.radius < $1.radius })
    #expect(zip(models, models.dropFirst()).allSatisfy { $0.peak >= $1.peak })
    #expect(models.allSatisfy { $0.peak > 0.5 && $0.peak <= 1.0001 })
  }
}
