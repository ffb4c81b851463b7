package import Ledger
import Reconciliation

/// The JSON form of a repair of reconciliation's rows, and its sentence.
package struct RepairedCursorsBody: Encodable, Sendable {
  package let rows: Int
  package let lanes: [Int16]

  /// Repairs the rows of a ledger, beside a running server or without one.
  package static func repairing(
    _ settings: Settings, signed signature: ActSignature
  ) async throws -> RepairedCursorsBody {
    try await Composition.with(settings) { composition in
      let outcome = try await composition.cursorRepair.run(
        signed: signature, at: Composition.now())
      return RepairedCursorsBody(rows: outcome.rows, lanes: outcome.lanes)
    }
  }

  package var sentence: String {
    guard rows > 0 else { return "No row is missing or altered." }
    let lanes = lanes.map { "\($0)" }.joined(separator: ", ")
    return "\(rows) rows were missing or altered. Read again: lane \(lanes)."
  }
}
