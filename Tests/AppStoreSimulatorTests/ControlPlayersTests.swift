import AppStoreSimulator
import HTTPTypes
import Testing

/// The commands by which another player uses a customer's device.
struct ControlPlayersTests {
  private static let token = "0c1f6a7e-0000-4000-8000-00000000beef"
  private static let anna = "/control/customers/anna"

  @Test func `the game of a device registers, posts, restores, merges and forgets`() async throws {
    try await ControlFixture.with(erasing: true) { service in
      try await service.post("/control/customers", #"{"name":"anna"}"#)
      try await service.post(
        "\(Self.anna)/purchases", #"{"productId":"com.example.game.no_ads"}"#)
      try await service.post("\(Self.anna)/open")
      let bert = #"{"account":"bert","appAccountToken":"\#(Self.token)"}"#
      #expect(try await service.post("\(Self.anna)/player", bert).account == .text("bert"))
      try await service.post("\(Self.anna)/restore")
      #expect(try await owners(service) == ["bert"])
      #expect(
        try await service.post("\(Self.anna)/merge", #"{"account":"carl"}"#).account
          == .text("carl"))
      #expect(try await owners(service) == ["carl"])
      try await service.post("\(Self.anna)/erase", #"{"account":"dora"}"#)
      #expect(try await owners(service) == ["dora"])
    }
  }

  /// A device may restore a period under a new id, with its old line item.
  @Test func `a restored copy has an id of its own, by which the store finds its purchase`()
    async throws
  {
    try await ControlFixture.with { service in
      try await service.post("/control/customers", #"{"name":"anna"}"#)
      try await service.post(
        "\(Self.anna)/purchases", #"{"productId":"com.example.game.pro.monthly"}"#)
      try await service.post("\(Self.anna)/restore", #"{"newTransactionIds":true}"#)
      let truth = try await service.get("/truth")
      let id = truth.customers[0].owned[0].transactionId
      guard case .object(let copies) = truth.restoredCopies else {
        Issue.record("the truth names no copies")
        return
      }
      #expect(Array(copies.values) == [id])
      let copy = try #require(copies.keys.first)
      #expect(.text(copy) != id)
      #expect(try await service.get("/control/transactions/\(copy)").transactionId == id)
    }
  }

  @Test(arguments: [
    ("restore", "", "nothing_to_restore"), ("erase", #"{"account":"bert"}"#, "no_game"),
    ("merge", #"{"account":"anna"}"#, "invalid_field"), ("player", "{}", "missing_field"),
    ("player", #"{"account":"bert","appAccountToken":"7"}"#, "invalid_field"),
  ])
  func `a command that cannot be is refused with its code`(
    verb: String, body: String, code: String
  ) async throws {
    try await ControlFixture.with { service in
      try await service.post("/control/customers", #"{"name":"anna"}"#)
      let reply = try await service.ask(.post, "\(Self.anna)/\(verb)", body)
      #expect(try reply.json.code == .text(code))
    }
  }

  /// Returns the accounts that own something.
  private func owners(_ service: ControlFixture) async throws -> [ControlJSON] {
    try await service.get("/truth").accounts.items.filter { !$0.owned.items.isEmpty }.map(\.account)
  }
}
