/// The measurements of all rounds, by name.
struct Samples {
  private var values: [String: [Double]] = [:]

  mutating func add(_ name: String, _ value: Double) {
    values[name, default: []].append(value)
  }

  func all(_ name: String) -> [Double] { values[name] ?? [] }

  /// Returns the median of all rounds, or nil if nothing of this name was measured.
  func median(_ name: String) -> Double? { all(name).median }

  /// Returns the median of the ratios of each round, and their range: two cases of one round saw
  /// the same machine. Returns nil if no round has both.
  func ratio(_ name: String, to other: String) -> Ratio? {
    let ratios = zip(all(name), all(other)).map { $0 / $1 }
    guard let median = ratios.median, let low = ratios.min(), let high = ratios.max() else {
      return nil
    }
    return Ratio(median: median, low: low, high: high)
  }
}

struct Ratio {
  let median: Double
  let low: Double
  let high: Double
}

extension Array where Element == Double {
  /// The median: nil for an empty array, the mean of the middle two for an even number.
  var median: Double? {
    guard !isEmpty else { return nil }
    let sorted = sorted()
    return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
  }
}
