import Foundation
import Ledger

/// The report of a recovery.
package struct RecoveryReport: Encodable {
  package struct Step: Encodable, Hashable {
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

    /// True if the step finished and nothing is missing.
    var isWhole: Bool { missing == 0 }

    var sentence: String {
      guard let figures, let missing else {
        return "  \(name): failed: \(failure ?? "for an unknown reason")"
      }
      return "  \(name): \(figures.expected) expected, \(figures.present) present, "
        + "\(figures.repaired) repaired, \(missing) missing"
    }
  }

  let epoch: String
  let openedAt: String
  /// The moment at which the last event of the backup was recorded; nil if the backup is empty.
  let backupEndsAt: String?
  let steps: [Step]
  /// The moment since which the ledger is paused; nil once it is unpaused.
  let pausedSince: String?

  init(
    _ opened: EpochOpened, backupEndsAt: Instant?, steps: [Step], pausedSince: Instant?
  ) {
    epoch = opened.epoch.uuidString.lowercased()
    openedAt = opened.openedAt.description
    self.backupEndsAt = backupEndsAt?.description
    self.steps = steps
    self.pausedSince = pausedSince?.description
  }

  var isPaused: Bool { pausedSince != nil }

  package var isWhole: Bool { Self.isWhole(steps) }

  /// Returns true if there was a step, each one finished, and nothing is missing.
  static func isWhole(_ steps: [Step]) -> Bool {
    !steps.isEmpty && steps.allSatisfy(\.isWhole)
  }

  package var lines: [String] {
    cutOver + ["", "Ingested again:"] + taken + ["", ending] + ["", Self.lost]
  }

  private var cutOver: [String] {
    let end = backupEndsAt.map { "The backup ends at \($0)." } ?? "The backup is empty."
    return ["\(end) Epoch \(epoch.prefix(8)) began at \(openedAt)."]
  }

  private var taken: [String] {
    steps.isEmpty
      ? ["  nothing: give an app issuerId, keyId and privateKeyFile in DAICHO_APPS"]
      : steps.map(\.sentence)
  }

  private var ending: String {
    guard isPaused else {
      return "Unpaused: coins are granted and jobs for Apple are performed again."
    }
    let next =
      steps.allSatisfy(\.isWhole)
      ? "" : "fix what is named above and run `daicho recover --restored` again, or "
    return
      "Paused: nothing is granted and nothing is sent until the ledger is unpaused. To continue, "
      + "\(next)unpause it with `daicho recover --release`."
  }

  private static let lost =
    "Apple keeps no copy of what was decided here after the backup: catalogs, cut-over dates, "
    + "programs, consents, links and spent coins. Record again what is missing; grants keep their "
    + "ids."
}
