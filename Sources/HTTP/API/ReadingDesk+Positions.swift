import Ledger
import Projections

/// How positions are told to the outside, and read again: always with the ledger's epoch.
extension ReadingDesk {
  func token(_ position: Position) -> String { reader.token(position).description }

  /// Nil where the request names none. No read has to wait for the common lane.
  func minPosition(_ query: Query) async throws -> Position? {
    guard let token = try query.minPosition(in: reader.lanes) else { return nil }
    let position = try await position(of: token, .minPosition)
    return Position(position.lanes.filter { $0.key != 0 })
  }

  /// Where the page before ended; the beginning where the request names none.
  func after(_ query: Query) async throws -> Position {
    guard let token = try query.after() else { return Position() }
    return try await position(of: token, .after)
  }

  private func position(of token: PositionToken, _ name: Query.Name) async throws -> Position {
    guard try await reader.isCurrent(token) else { throw Problem.staleEpoch(name.rawValue) }
    return token.position
  }
}
