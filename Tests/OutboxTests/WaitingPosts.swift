import AppStore
import AppStoreSimulator
import Intake
import Ledger
import TestSupport

/// Posted transactions that Apple signed and that cannot be recorded yet.
extension TestLedger {
  static let gameKey = "0a1b2c3d"

  /// Returns the transaction of a hundred gems of the test's app.
  static func gems(_ id: String, signed: Instant? = nil) -> SignableTransaction {
    transaction(
      id, product: "gems", type: "Consumable", from: Instant(day: "2026-05-01"), signed: signed)
  }

  /// Returns the transaction of an app that is not configured.
  static func foreign(_ id: String) -> SignableTransaction {
    var foreign = gems(id)
    foreign.bundleId = "com.example.other"
    return foreign
  }

  /// Returns an intake that knows no app yet.
  func unconfigured() throws -> Intake {
    let root = try RootCertificate(fileContents: authority.rootCertificateDER)
    return Intake(
      apps: [], verifier: PayloadVerifier(roots: [root]), log: log, now: { Self.now })
  }
}
