import Drills

/// The printed figures of a drill with interruptions.
struct InterruptionFigures {
  let report: InterruptedDrill.Report
  let time: Duration

  var text: String { ([summary] + table + [returns, outcome]).joined(separator: "\n") }

  private var summary: String {
    let blows = report.blows.sorted { $0.key.rawValue < $1.key.rawValue }
      .map { "\($0.value) on \($0.key.rawValue)" }.joined(separator: ", ")
    return """
      \(report.purchases) purchases in \(time.components.seconds) s, each interrupted once; \
      \(report.questions) requests, \(report.unanswered) of them sent again. Blows: \(blows).
      """
  }

  /// Interruptions by kind and step.
  private var table: [String] {
    let steps = DeviceStep.allCases
    let head = row("", steps.map(\.rawValue) + ["all"])
    return [head]
      + Interruption.Kind.allCases.map { kind in
        let counts = steps.map { report.count(of: kind, at: $0) }
        return row(kind.rawValue, (counts + [counts.reduce(0, +)]).map(String.init))
      }
  }

  private var returns: String {
    "Resumed: "
      + Interruption.Return.allCases.map { "\(report.returns[$0, default: 0]) by \($0.rawValue)" }
      .joined(separator: ", ") + "."
  }

  private var outcome: String {
    let share = percent(of: report.once)
    let loss =
      report.never == 0
      ? "" : " (\(percent(of: report.never)) %, 1 in \(report.purchases / report.never))"
    return """
      Granted once: \(report.once) (\(share) %), \(report.coins) coins; twice: \(report.twice); \
      paid and never granted: \(report.never)\(loss); pending: \(report.pending). Chains, \
      evidence, projections and wallets verify.
      """
  }

  private func row(_ name: String, _ cells: [String]) -> String {
    padded(name, to: 16, atEnd: true) + cells.map { padded($0, to: 12) }.joined()
  }

  private func padded(_ text: String, to width: Int, atEnd: Bool = false) -> String {
    let space = String(repeating: " ", count: max(0, width - text.count))
    return atEnd ? text + space : space + text
  }

  /// Returns a percentage with two digits, rounded down: only a complete count is a hundred.
  private func percent(of count: Int) -> String {
    let share = count * 10_000 / max(report.purchases, 1)
    let rest = share % 100
    return "\(share / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}
