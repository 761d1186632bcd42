/// The corpus' figures for people, each with its target.
struct CorpusReport {
  /// The original photos.
  private let photos: [MeasuredPhoto]
  /// Copies of 1 megapixel of those with nothing to read.
  private let resized: [MeasuredPhoto]

  init(_ measured: [MeasuredPhoto]) {
    photos = measured.filter { !$0.isResized }
    resized = measured.filter(\.isResized)
  }

  func print(slowest count: Int) {
    printRatios()
    printSymbologies()
    printSlowest()
    printResized()
    printTotals()
    if count > 0 {
      printPhotos("slowest of ours", photos.sorted { $0.ours > $1.ours }.prefix(count))
      printPhotos(
        "slowest of ours at 1 MP, nothing to read",
        resized.sorted { $0.ours > $1.ours }.prefix(count))
      printPhotos(
        "worst ratios on single codes", of(.single).sorted { $0.ratio > $1.ratio }.prefix(count))
    }
  }

  private func of(_ kind: MeasuredPhoto.Kind) -> [MeasuredPhoto] {
    photos.filter { $0.kind == kind }
  }

  private func printRatios() {
    var table = Table(
      "ours / peer, CPU time", "photos", "least", "25 %", "median", "75 %", "most", "wall median",
      "target")
    let kinds: [(MeasuredPhoto.Kind, String, String)] = [
      (.single, "single code that the peer reads", "median 1.0"),
      (.several, "several codes that the peer reads", "median 2.0"),
      (.hard, "not read by the peer", ""), (.empty, "nothing to read", ""),
    ]
    for (kind, name, target) in kinds {
      let chosen = of(kind)
      let ratios = chosen.map(\.ratio)
      let wall = chosen.map { $0.comparison.ours.wall / $0.comparison.peer.wall }
      table.add(
        name, "\(chosen.count)", ratios.quantile(0).two, ratios.quantile(0.25).two,
        ratios.quantile(0.5).two, ratios.quantile(0.75).two, ratios.quantile(1).two,
        wall.quantile(0.5).two, target)
    }
    table.print()
  }

  private func printSymbologies() {
    var table = Table(
      "single code, by symbology", "photos", "25 %", "median", "75 %", "ours ms", "peer ms")
    for (name, chosen) in Dictionary(grouping: of(.single), by: \.photo.symbology)
      .sorted(by: { $0.key < $1.key })
    {
      let ratios = chosen.map(\.ratio)
      table.add(
        name, "\(chosen.count)", ratios.quantile(0.25).two, ratios.quantile(0.5).two,
        ratios.quantile(0.75).two, chosen.map(\.ours).quantile(0.5).two,
        chosen.map(\.comparison.peer.cpu).quantile(0.5).two)
    }
    table.print()
  }

  private func printSlowest() {
    var table = Table("slowest", "ms", "megapixels", "target", "photo")
    func add(_ name: String, _ photo: MeasuredPhoto?, _ milliseconds: Double?, _ target: String) {
      guard let photo, let milliseconds else { return }
      table.add(
        name, milliseconds.one, photo.comparison.megapixels.two, target, photo.photo.path)
    }
    let upTo12 = photos.filter { $0.comparison.megapixels <= 12.6 }.max { $0.ours < $1.ours }
    add("up to 12 MP", upTo12, upTo12?.ours, "1500")
    let empty = of(.empty).max { $0.ours < $1.ours }
    add("nothing to read", empty, empty?.ours, "")
    table.print()
  }

  private func printResized() {
    var table = Table(
      "nothing to read, brought to 1 MP", "photos", "median ms", "75 %", "worst", "target", "above",
      "worst photo")
    func add(_ name: String, _ time: KeyPath<MeasuredPhoto, Double>, target: Double? = nil) {
      let times = resized.map { $0[keyPath: time] }
      let worst = resized.max { $0[keyPath: time] < $1[keyPath: time] }
      table.add(
        name, "\(resized.count)", times.quantile(0.5).one, times.quantile(0.75).one,
        times.quantile(1).one, target.map { "\(Int($0))" } ?? "",
        target.map { target in "\(times.count { $0 > target })" } ?? "", worst?.photo.path ?? "")
    }
    add("peer", \.comparison.peer.cpu)
    add("ours", \.ours, target: 500)
    table.print()
  }

  private func printTotals() {
    var table = Table("total", "photos", "with codes", "with sure codes", "CPU s", "wall s")
    func add(
      _ name: String, _ answer: KeyPath<Comparison, Answer>, _ timing: KeyPath<Comparison, Timing>
    ) {
      let all = photos.map(\.comparison)
      table.add(
        name, "\(photos.count)", "\(all.count { $0[keyPath: answer].codeCount > 0 })",
        "\(all.count { $0[keyPath: answer].sureCount > 0 })",
        (all.reduce(0) { $0 + $1[keyPath: timing].cpu } / 1_000).two,
        (all.reduce(0) { $0 + $1[keyPath: timing].wall } / 1_000).two)
    }
    add("peer", \.peerAnswer, \.peer)
    add("ours", \.ourAnswer, \.ours)
    table.print()
    let unlike = photos.filter {
      !$0.photo.isEmpty && $0.photo.peerReads && $0.comparison.peerAnswer.codeCount == 0
    }
    if !unlike.isEmpty {
      printPhotos("PEERS.tsv has them as read, the peer found nothing here", unlike[...])
    }
  }

  private func printPhotos(_ title: String, _ photos: some Sequence<MeasuredPhoto>) {
    var table = Table(title, "ratio", "ours ms", "peer ms", "megapixels", "ours/peer codes")
    for photo in photos {
      let comparison = photo.comparison
      table.add(
        photo.photo.path, photo.ratio.two, photo.ours.one, comparison.peer.cpu.one,
        comparison.megapixels.two,
        "\(comparison.ourAnswer.codeCount)/\(comparison.peerAnswer.codeCount)")
    }
    table.print()
  }
}

extension MeasuredPhoto {
  fileprivate var ratio: Double { comparison.ratio }
  fileprivate var ours: Double { comparison.ours.cpu }
}
