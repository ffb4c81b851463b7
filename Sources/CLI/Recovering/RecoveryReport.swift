import Foundation
import Ledger

/// What a recovery found and did.
struct RecoveryReport: Encodable {
  struct Step: Encodable, Hashable {
    let name: String
    let figures: RecoveryStep.Figures?
    let missing: Int?
    let failure: String?

    init(_ name: String, _ figures: RecoveryStep.Figures) {
      self.name = name
      self.figures = figures
      missing = figures.missing
      failure = nil
    }

    init(_ name: String, failure: String) {
      self.name = name
      figures = nil
      missing = nil
      self.failure = failure
    }

    /// Whether it came to its end and nothing is missing.
    var isWhole: Bool { missing == 0 }

    var sentence: String {
      guard let figures, let missing else {
        return "  \(name): failed: \(failure ?? "for no reason told")"
      }
      return "  \(name): \(figures.expected) expected, \(figures.present) present, "
        + "\(figures.repaired) repaired, \(missing) missing"
    }
  }

  let epoch: String
  let openedAt: String
  /// When the last event of the backup was recorded.
  let backupEndsAt: String?
  let steps: [Step]
  /// Nil once it is released.
  let heldSince: String?

  init(
    _ opened: EpochOpened, backupEndsAt: Instant?, steps: [Step], heldSince: Instant?
  ) {
    epoch = opened.epoch.uuidString.lowercased()
    openedAt = opened.openedAt.description
    self.backupEndsAt = backupEndsAt?.description
    self.steps = steps
    self.heldSince = heldSince?.description
  }

  var isHeld: Bool { heldSince != nil }

  var isWhole: Bool { Self.isWhole(steps) }

  /// Whether there was a step, each came to its end, and nothing is missing.
  static func isWhole(_ steps: [Step]) -> Bool {
    !steps.isEmpty && steps.allSatisfy(\.isWhole)
  }

  var lines: [String] {
    opening + ["", "Taken in again:"] + taken + ["", ending] + ["", Self.lost]
  }

  private var opening: [String] {
    let end = backupEndsAt.map { "The backup ends at \($0)." } ?? "The backup is empty."
    return ["\(end) Epoch \(epoch.prefix(8)) began at \(openedAt)."]
  }

  private var taken: [String] {
    steps.isEmpty
      ? ["  nothing: give an app issuerId, keyId and privateKeyFile in DAICHO_APPS"]
      : steps.map(\.sentence)
  }

  private var ending: String {
    guard isHeld else { return "Released: coins are granted and Apple is told again." }
    let next =
      steps.allSatisfy(\.isWhole)
      ? "" : "mend what is named above and run `daicho recover --restored` again, or "
    return "Held: nothing is granted and nothing goes out until it is released. To go on, "
      + "\(next)release it with `daicho recover --release`."
  }

  private static let lost =
    "Apple keeps no copy of what was decided here after the backup: catalogues, openings, programmes, "
    + "consents, links and what was spent. Say again what is lacking; grants keep their ids."
}
