import EventStore
import Foundation
package import HTTP
import Intake
package import Ledger
import Postgres
import Projections

/// A repair of the projections of one chain, or of an account with its chains.
package struct RepairRun: Sendable {
  private let composition: Composition
  private let bundleID: BundleID
  private let environment: StoreEnvironment

  /// Lends the repair, over a database whose schema is current.
  package static func with<Result: Sendable>(
    _ settings: Settings, app: String?, in environment: StoreEnvironment,
    _ body: (RepairRun) async throws -> Result
  ) async throws -> Result {
    try await Composition.with(settings, app: app, seals: false) { composition, bundleID in
      try await body(
        RepairRun(composition: composition, bundleID: bundleID, environment: environment))
    }
  }

  /// Repairs what a name stands for: a purchase by its original transaction id, an account, or a stream as `verify`
  /// names it.
  package func repair(_ name: String, signed signature: ActSignature) async throws -> RepairBody {
    let repair = ProjectionRepair(pool: composition.database.pool, log: composition.log)
    var repaired: [ProjectionRepair.Repaired] = []
    for stream in try await streams(of: name) {
      repaired.append(try await repair.repair(stream, signed: signature))
    }
    return RepairBody(repaired)
  }

  private func streams(of name: String) async throws -> [StreamID] {
    let chain = ChainID(bundleID, environment, OriginalTransactionID(name))
    if try await !composition.log.reading.events(of: .chain(chain), limit: 1).isEmpty {
      return [.chain(chain)]
    }
    let account = AccountReference(environment, bundleID, AccountID(name))
    let accounts = AccountReader(composition.log)
    let resolution = try await accounts.resolve(account)
    let names = resolution.names.sorted()
    let chains = try await accounts.claims(of: names, all: true).sorted()
    var streams: [StreamID] = []
    for name in names
    where try await !composition.log.reading.events(of: .account(name), limit: 1).isEmpty {
      streams.append(.account(name))
    }
    streams += chains.map(StreamID.chain)
    if streams.isEmpty, let stream = try await stream(keyed: name) { return [stream] }
    guard !streams.isEmpty else {
      throw Failure(
        "no event names \(name) of \(bundleID) in \(environment.rawValue), as a purchase or as an account: "
          + "check its spelling, --app and --environment")
    }
    return streams
  }

  /// Returns the purchase or account whose stream has a key; nil if there is none.
  private func stream(keyed name: String) async throws -> StreamID? {
    guard let key = UUID(uuidString: name) else { return nil }
    let log = composition.log
    let lane = StreamID.lane(of: key, among: log.installation.laneCount)
    let found = try await log.lookups.withConnection { connection in
      try await LenientReader(log).events(ofStreams: [key], lane: lane, upTo: .max, on: connection)
    }
    return found.lazy.compactMap { try? $0.item.get().event.stream }.first  // one that can be read
  }
}
