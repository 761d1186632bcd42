import Glibc

/// Three seconds of a hand that brings a photo before a camera.
///
/// It comes closer, turns upright, sways, is out of focus and shaken at first, and badly lit. Each frame is drawn when
/// it is asked for, the same for the same seed.
struct LiveVideo {
  /// At ten frames a second.
  static let frameCount = 30
  static let millisecondsPerFrame = 100.0
  private static let (width, height) = (1_280.0, 720.0)
  /// Every fourth frame is larger, as on the scan page after some time without a find.
  private static let (largePeriod, largeScale) = (4, 1.35)
  /// Grey level of the table.
  private static let table = 110.0

  private let photo: GreyFrame
  private let seed: UInt64
  /// Degrees, and the perspective's change of scale from top to bottom, at the start.
  private let turn: Double
  private let tilt: Double
  /// Reach of the blur in pixels, at the start and at the end.
  private let blur: (start: Double, end: Double)
  /// What is left of the light at the lighter side, and of that at the darker one.
  private let light: (gain: Double, falloff: Double)
  /// The largest error of a pixel, in grey levels.
  private let noise: Double

  init(_ photo: GreyFrame, seed: Int) {
    self.photo = photo
    var random = SplitMix(state: UInt64(seed) &* 977)
    turn = random.number(-30...30)
    tilt = random.number(-0.3...0.3)
    blur = (random.number(2...8), random.number(0...1.6))
    light = (random.number(0.35...1), random.number(0.5...1))
    noise = random.number(2...14)
    self.seed = random.next()
  }

  /// The frame at `index`, from 0.
  func frame(_ index: Int) -> GreyFrame {
    let time = Double(index) / Double(Self.frameCount - 1)
    let left = max(0, 1 - time * 1.6)
    // A lens that hunts for its focus.
    let reach = blur.end + (blur.start - blur.end) * left * (0.75 + 0.25 * cos(time * 20))
    let zoom = index % Self.largePeriod == Self.largePeriod - 1 ? Self.largeScale : 1
    var frame = moved(time: time, left: left, zoom: zoom)
    frame.blur(reach: Int((reach * zoom).rounded()), isAcross: true)
    frame.blur(reach: Int((reach * zoom / 2).rounded()), isAcross: false)
    var random = SplitMix(state: seed &+ UInt64(index))
    for y in 0..<frame.height {
      for x in 0..<frame.width {
        let place = y * frame.width + x
        let share = 1 - (1 - light.falloff) * Double(x) / Double(frame.width)
        let error = random.triangle() * noise
        let level = Double(frame.pixels[place]) * light.gain * share + error
        frame.pixels[place] = UInt8(max(0, min(255, level)))
      }
    }
    return frame
  }

  /// The photo where the hand holds it, sharp and well lit, on a frame `zoom` times as large.
  private func moved(time: Double, left: Double, zoom: Double) -> GreyFrame {
    let width = Int((Self.width * zoom).rounded())
    let height = Int((Self.height * zoom).rounded())
    let (wide, high) = (Double(photo.width), Double(photo.height))
    let fit = 0.9 * min(Self.width / wide, Self.height / high)
    let scale = fit * (0.6 + 0.4 * min(1, time * 1.5))
    let angle = (turn * (0.2 + 0.8 * left) + 2 * sin(time * 9)) * .pi / 180
    let (sine, cosine) = (sin(angle) / scale, cos(angle) / scale)
    let shift = (x: 40 * sin(time * 7), y: 25 * cos(time * 5))
    let lean = tilt * (0.2 + 0.8 * left)
    var pixels = [UInt8](repeating: 0, count: width * height)
    for y in 0..<height {
      let down = Double(y - height / 2) / zoom - shift.y
      let far = 1 + lean * down / Self.height
      for x in 0..<width {
        let across = Double(x - width / 2) / zoom - shift.x
        let level = photo.level(
          x: wide / 2 + (across * cosine + down * sine) * far,
          y: high / 2 + (down * cosine - across * sine) * far)
        pixels[y * width + x] = UInt8(level ?? Self.table)
      }
    }
    return GreyFrame(width: width, height: height, pixels: pixels)
  }
}

extension GreyFrame {
  /// The level between pixels, by linear interpolation; `nil` outside.
  fileprivate func level(x: Double, y: Double) -> Double? {
    guard x >= 0, y >= 0, x < Double(width - 1), y < Double(height - 1) else { return nil }
    let (left, top) = (Int(x), Int(y))
    let (u, v) = (x - Double(left), y - Double(top))
    let place = top * width + left
    let upper = Double(pixels[place]) * (1 - u) + Double(pixels[place + 1]) * u
    let lower = Double(pixels[place + width]) * (1 - u) + Double(pixels[place + width + 1]) * u
    return upper * (1 - v) + lower * v
  }

  /// Replaces each pixel by the mean of those up to `reach` away on its row or column.
  fileprivate mutating func blur(reach: Int, isAcross: Bool) {
    guard reach > 0 else { return }
    let (count, step, lines, next) =
      isAcross ? (width, 1, height, width) : (height, width, width, 1)
    guard count > 2 * reach else { return }
    var line = [Int](repeating: 0, count: count)
    for start in 0..<lines {
      for place in 0..<count { line[place] = Int(pixels[start * next + place * step]) }
      var sum = line[0..<2 * reach].reduce(0, +)
      for place in reach..<count - reach {
        sum += line[place + reach]
        pixels[start * next + place * step] = UInt8(sum / (2 * reach + 1))
        sum -= line[place - reach]
      }
    }
  }
}
