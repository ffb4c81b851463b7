import Projections

extension RebuildDrill.Report {
  /// The 99th percentile of the reads without a rebuild, in milliseconds; 0 without reads.
  package var p99Alone: Double { Self.milliseconds(at: 0.99, of: alone) }
  /// The 99th percentile of the reads beside a rebuild that ends with a switch, in milliseconds.
  package var p99Beside: Double { Self.milliseconds(at: 0.99, of: beside) }

  /// The figures as sentences.
  package var lines: [String] {
    let died = RebuildDrill.phases.map { "\(kills[$0, default: 0]) while \($0.rawValue)" }
    let (median, slow) = (
      Self.milliseconds(at: 0.5, of: alone), Self.milliseconds(at: 0.5, of: beside)
    )
    return [
      "\(events) events of \(accounts) accounts; a rebuild of everything took "
        + "\(Self.rounded(time / .seconds(1))) s beside readers and writers.",
      "Killed: \(died.joined(separator: ", ")); \(resumed) went on where another one was, "
        + "\(missed) had ended before.",
      "\(rivals) other builders were refused. The disk was full beforehand, while reading and while "
        + "catching up. \(differing) chains differed under other rules. Rolled back twice.",
      "\(reads) reads, \(repeatedReads) of them repeated; p99 \(Self.rounded(p99Alone)) ms without a "
        + "rebuild (\(alone.count) reads), \(Self.rounded(p99Beside)) ms beside one with its switch "
        + "(\(beside.count)): × \(Self.rounded(p99Beside / max(p99Alone, 0.001))); median "
        + "\(Self.rounded(median)) and \(Self.rounded(slow)) ms; longest "
        + "\(Self.rounded(Self.milliseconds(at: 1, of: alone))) and "
        + "\(Self.rounded(Self.milliseconds(at: 1, of: beside))) ms.",
      "A rebuild with its switch and a rollback, at rest, left \(unchanged). All answers equal the store's truth; projections, evidence "
        + "and wallets verify.",
    ]
  }

  private static func milliseconds(at part: Double, of latencies: [Duration]) -> Double {
    guard !latencies.isEmpty else { return 0 }
    let place = (Double(latencies.count) * part).rounded(.up)
    return latencies[max(0, Int(place) - 1)] / .milliseconds(1)
  }

  private static func rounded(_ value: Double) -> String {
    "\((value * 100).rounded() / 100)"
  }
}
