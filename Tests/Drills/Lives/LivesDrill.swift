package import AppStoreSimulator
package import Foundation

/// A drill of customers in a simulated App Store that misbehaves. A real ledger must answer
/// truthfully at several moments of their lives, and about each moment again after its projections
/// were rebuilt.
///
/// The ledger is asked only when every notification has arrived or was carried over from Apple's
/// history. Answers before that are not judged.
package struct LivesDrill: Sendable {
  static let app = SimulatedApp(bundleID: "com.example.game", appAppleID: 1_234_567_890)

  private let process: LedgerProcess
  private let authority: SigningAuthority
  private let misbehavior: Misbehavior
  private let end: Int64
  private let tell: @Sendable (String) -> Void

  /// The end of yesterday in UTC, in milliseconds since 1970: the same all day.
  package static var yesterdaysEnd: Int64 {
    Int64(Date.now.timeIntervalSince1970) / 86_400 * 86_400_000
  }

  /// Creates a drill of the `daicho` at `binary`. The home is a folder of this drill alone.
  /// - Parameter end: the end of the lives, in milliseconds since 1970; the same end and seed
  /// repeat them.
  package init(
    binary: URL, home: URL, port: Int, misbehavior: Misbehavior, ending end: Int64,
    tell: @escaping @Sendable (String) -> Void = { _ in }
  ) throws {
    process = LedgerProcess(binary: binary, home: home, port: port)
    authority = try SigningAuthority()
    self.misbehavior = misbehavior
    self.end = end
    self.tell = tell
  }

  /// Runs the crowds one after the other, and compares one ledger with all of them.
  package func run(_ crowds: [Crowd]) async throws -> Report {
    try process.prepare(
      bundleID: Self.app.bundleID, appAppleID: Self.app.appAppleID,
      rootCertificatePEM: authority.rootCertificatePEM)
    let life = try await process.whileServing { try await live(crowds) }
    try await Rebuild(of: process).makeProjectionsAnew()
    return try await process.whileServing { try await askAgain(life) }
  }

  /// The knowledge once all crowds have lived.
  private struct Life: Sendable {
    let reader: LedgerReader
    var crowds: [LivedCrowd] = []
    var report = Report()
  }

  private func live(_ crowds: [Crowd]) async throws -> Life {
    let key = try await process.makeKey(scopes: "ingest,read,grants")
    let erasures = ErasureLine(
      ledger: process.url, key: try await process.makeKey(scopes: "erase"))
    let goods = DrillGoods(ending: end)
    try await goods.publish(to: process)
    var life = Life(
      reader: LedgerReader(of: process.url, key: key, bundleID: Self.app.bundleID))
    for crowd in crowds {
      let drill = CrowdDrill(
        of: crowd, ending: end, selling: goods.catalog, signedBy: authority,
        misbehaving: misbehavior, heldTo: life.reader, erasing: erasures.erase)
      life.crowds.append(try await drill.run(&life.report))
      tell(life.report.line(of: crowd))
    }
    return life
  }

  private func askAgain(_ life: Life) async throws -> Report {
    var report = life.report
    try await life.reader.waitUntilCaughtUp()
    for crowd in life.crowds { try await crowd.ask(life.reader, ending: end, &report) }
    try await Invariants(of: process).check(report.told)
    return report
  }
}
