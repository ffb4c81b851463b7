package import AppStoreSimulator
package import Foundation

/// Customers live in a simulated App Store that misbehaves; what a real ledger says of them must be
/// true at several moments of their lives, and of each moment again after its projections were made
/// anew.
///
/// It is asked only when all that was said has arrived or been carried over from Apple's history: what
/// it says while it has not heard everything is not judged.
package struct LivesTrial: Sendable {
  static let app = SimulatedApp(bundleID: "com.example.game", appAppleID: 1_234_567_890)

  private let process: LedgerProcess
  private let house: SigningHouse
  private let misbehaviour: Misbehaviour
  private let end: Int64
  private let tell: @Sendable (String) -> Void

  /// The end of yesterday in UTC, milliseconds since 1970: the same all day.
  package static var yesterdaysEnd: Int64 {
    Int64(Date.now.timeIntervalSince1970) / 86_400 * 86_400_000
  }

  /// The binary is `daicho`; the home is a folder of the trial's own.
  /// - Parameter end: when the lives end, milliseconds since 1970: with it and a seed they can be lived
  ///   again.
  package init(
    binary: URL, home: URL, port: Int, misbehaviour: Misbehaviour, ending end: Int64,
    tell: @escaping @Sendable (String) -> Void = { _ in }
  ) throws {
    process = LedgerProcess(binary: binary, home: home, port: port)
    house = try SigningHouse()
    self.misbehaviour = misbehaviour
    self.end = end
    self.tell = tell
  }

  /// Lets the crowds live one after the other, until the end, and holds one ledger to all of it.
  package func run(_ crowds: [Crowd]) async throws -> Report {
    try process.prepare(
      bundleID: Self.app.bundleID, appAppleID: Self.app.appAppleID,
      rootCertificatePEM: house.rootCertificatePEM)
    let life = try await process.whileServing { try await live(crowds) }
    try await Rebuild(of: process).makeProjectionsAnew()
    return try await process.whileServing { try await askAgain(life) }
  }

  /// What is known when all have lived.
  private struct Life: Sendable {
    let reader: LedgerReader
    var crowds: [LivedCrowd] = []
    var report = Report()
  }

  private func live(_ crowds: [Crowd]) async throws -> Life {
    let key = try await process.makeKey(scopes: "ingest,read,grants")
    let goods = TrialGoods(ending: end)
    try await goods.publish(to: process)
    var life = Life(
      reader: LedgerReader(of: process.url, key: key, bundleID: Self.app.bundleID))
    for crowd in crowds {
      let trial = CrowdTrial(
        of: crowd, ending: end, selling: goods.catalogue, signedBy: house,
        misbehaving: misbehaviour, heldTo: life.reader)
      life.crowds.append(try await trial.run(&life.report))
      tell(life.report.line(of: crowd))
    }
    return life
  }

  private func askAgain(_ life: Life) async throws -> Report {
    var report = life.report
    try await life.reader.waitUntilCaughtUp()
    for crowd in life.crowds { try await crowd.ask(life.reader, ending: end, &report) }
    try await Invariants(of: process).check(notices: report.notifications)
    return report
  }
}
