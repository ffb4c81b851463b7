/// The output of `daicho recover --restored`.
struct RecoveryFigures: Decodable, Sendable {
  struct Step: Decodable, Sendable {
    struct Figures: Decodable, Sendable {
      let expected: Int
      let present: Int
      let repaired: Int
    }

    let name: String
    let figures: Figures?
    let missing: Int?
    let failure: String?

    var sentence: String {
      guard let figures, let missing else {
        return "\(name): failed: \(failure ?? "for no reason")"
      }
      return "\(name): \(figures.expected) expected, \(figures.present) present, "
        + "\(figures.repaired) repaired, \(missing) missing"
    }
  }

  let steps: [Step]
  let pausedSince: String?

  /// Throws unless each step has ended with nothing missing, exactly the notifications that the
  /// backup lacked were ingested again, and the ledger was resumed.
  func check(notifications: Int, inBackup kept: Int) throws(BrokenDrill) {
    guard steps.count == 2, pausedSince == nil,
      steps.allSatisfy({ $0.missing == 0 && $0.failure == nil && $0.figures != nil })
    else { throw BrokenDrill("the ledger was recovered so: \(text)") }
    guard let found = steps.first?.figures, found.expected == notifications, found.present == kept,
      found.repaired == notifications - kept
    else { throw BrokenDrill("of \(notifications) notifications \(kept) were kept: \(text)") }
  }

  var text: String {
    (steps.map(\.sentence) + [pausedSince.map { "paused since \($0)" } ?? "resumed"])
      .joined(separator: "\n")
  }

  func repaired(at step: Int) -> Int { steps[step].figures?.repaired ?? 0 }
}
