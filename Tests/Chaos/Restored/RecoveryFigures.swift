/// What `daicho recover --restored` reports.
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
  let heldSince: String?

  /// Each step has come to its end with nothing missing, and of the notifications exactly those are taken
  /// in anew that the backup lacked; then the ledger is released.
  func check(notices: Int, inBackup kept: Int) throws(BrokenTrial) {
    guard steps.count == 2, heldSince == nil,
      steps.allSatisfy({ $0.missing == 0 && $0.failure == nil && $0.figures != nil })
    else { throw BrokenTrial("the ledger was recovered so: \(text)") }
    guard let found = steps.first?.figures, found.expected == notices, found.present == kept,
      found.repaired == notices - kept
    else { throw BrokenTrial("of \(notices) notifications \(kept) were kept: \(text)") }
  }

  var text: String {
    (steps.map(\.sentence) + [heldSince.map { "held since \($0)" } ?? "released"])
      .joined(separator: "\n")
  }

  func repaired(at step: Int) -> Int { steps[step].figures?.repaired ?? 0 }
}
