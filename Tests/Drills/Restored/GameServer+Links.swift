import Foundation

/// The links of a game's players, which the game must repeat to a ledger that has forgotten them.
extension GameServer {
  func register(_ token: String, for player: String) async throws {
    try await demand("tokens", of: player, #"{"appAccountToken":"\#(token)"}"#)
  }

  func link(_ originalTransactionID: String, to player: String) async throws {
    try await demand(
      "purchases", of: player, #"{"originalTransactionId":"\#(originalTransactionID)"}"#)
  }

  private func demand(_ part: String, of player: String, _ body: String) async throws {
    let reply = try await client.post("/v1/accounts/\(player)/\(part)", body)
    guard reply.status == 200 else {
      throw BrokenDrill("\(part) of \(player) were answered \(reply.status): \(reply.body)")
    }
  }
}
