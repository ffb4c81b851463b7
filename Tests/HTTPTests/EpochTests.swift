import EventStore
import Intake
import Ledger
import Postgres
import TestSupport
import Testing

/// Answers of a restored ledger to tokens from before the restore.
struct EpochTests {
  @Test(arguments: [
    ("/v1/accounts/anna/entitlements", "minPosition"), ("/v1/grants", "minPosition"),
    ("/v1/grants", "after"), ("/v1/accounts/anna/history", "after"),
    ("/v1/reports/commission", "minPosition"), ("/v1/purchases/1", "minPosition"),
  ])
  func `a token of another epoch is distinguished`(path: String, parameter: String) async throws {
    try await TestService.with { service in
      let token = "00000000-1.1"
      let answer = try await service.get("\(path)?\(parameter)=\(token)")
      #expect(answer.problem == "409 epoch_changed")
      #expect(answer.body.contains("`\(parameter)`"))
    }
  }

  @Test func `a server learns the new epoch of the tokens that another one issued in it`()
    async throws
  {
    struct Told: Decodable { let position: String }
    try await TestService.withMonth(of: "anna") { service in
      let path = "/v1/accounts/anna/entitlements"
      let before = try await service.get(path).decode(Told.self).position
      try await service.ledger.owner.withConnection { connection in
        _ = try await connection.query(
          Statement(unsafeSQL: "update installation set epoch = gen_random_uuid()"))
      }
      let other = try await service.ledger.another().token(Position())
      #expect(try await service.get("\(path)?minPosition=\(other)").status == 200)
      let after = try await service.get(path).decode(Told.self).position
      #expect(try #require(PositionToken(after)).epoch == other.epoch)
      #expect(
        try await service.get("\(path)?minPosition=\(before)").problem == "409 epoch_changed")
    }
  }
}
