import Ledger
import Projections

/// The reading and writing of positions in requests and answers, always with the ledger's epoch.
extension ReadService {
  func token(_ position: Position) -> String { reader.token(position).description }

  /// Returns the position that the answer must cover; nil if the request names none. Reads never
  /// wait for the shared lane.
  func minPosition(_ query: Query) async throws -> Position? {
    guard let token = try query.minPosition(in: reader.lanes) else { return nil }
    let position = try await position(of: token, .minPosition)
    return Position(position.lanes.filter { $0.key != 0 })
  }

  /// Returns the end of the previous page, or the beginning if the request names none.
  func after(_ query: Query) async throws -> Position {
    guard let token = try query.after() else { return Position() }
    return try await position(of: token, .after)
  }

  func position(of token: PositionToken, _ name: Query.Name) async throws -> Position {
    guard try await reader.isCurrent(token) else { throw Problem.staleEpoch(name.rawValue) }
    return token.position
  }
}
