import AppStoreSimulator
import EventStore
import HTTPTypes
import Intake
import Ledger
import Projections
import TestSupport
import Testing

struct TenureReadTests {
  private static let account = "0f8e7c1a-2b3d-4e5f-8a9b-0c1d2e3f4a5b"

  private func tenure(_ query: String = "") -> String {
    "/v1/accounts/\(Self.account)/tenure\(query)"
  }

  @Test func `tenure is answered as the contract shapes it`() async throws {
    try await TestService.withMonth(of: Self.account) { service in
      let answer = try await service.get(tenure())
      let position = service.ledger.log.token(try await service.ledger.reader.positions.reached())
      #expect(
        answer.body == """
          {"account":"\(Self.account)","at":"2026-06-01T00:00:00.000Z","groups":[\
          {"currentRate":"0.30","customer":"2000","daysOfPaidService":17,\
          "environment":"Production","incomplete":[],\
          "keptUntil":"2026-08-14T01:00:00.000Z","paidThrough":"2026-06-15T00:00:00.000Z",\
          "reducedRateFrom":"2027-05-15T00:00:00.000Z","restartsAt":"2026-08-14T01:00:00.000Z",\
          "state":"accruing","subscriptionGroupId":"group","transactions":[\
          {"paidDays":17,"rate":"0.30","rateReason":"firstYear","transactionId":"2000"}]}],\
          "position":"\(position)"}
          """)
    }
  }

  @Test func `with a trace each day is listed by its transaction`() async throws {
    try await TestService.withMonth(of: Self.account) { service in
      let answer = try await service.get(tenure("?trace=true&at=2026-05-16T12:00:00Z"))
      #expect(
        answer.body.contains(
          """
          "days":[{"day":"2026-05-15","transactions":[{"seconds":86400,"transactionId":"2000"}]},\
          {"day":"2026-05-16","transactions":[{"seconds":43200,"transactionId":"2000"}]}]
          """))
      let untraced = try await service.get(tenure("?trace=false"))
      #expect(!untraced.body.contains(#""days":["#))
      let unreadable = try await service.get(tenure("?trace=yes"))
      #expect(unreadable.status == 400)
    }
  }

  @Test(arguments: [
    ("2026-06-15T00:00:00Z", "paused", 31), ("2026-08-14T01:00:00Z", "paused", 31),
    ("2026-08-14T01:00:00.001Z", "lapsed", 0),
  ])
  func `tenure pauses with the last period and is lost sixty days and an hour later`(
    at: String, state: String, days: Int
  ) async throws {
    try await TestService.withMonth(of: Self.account) { service in
      let body = try await service.get(tenure("?at=\(at)")).body
      #expect(body.contains(#""daysOfPaidService":\#(days),"#))
      #expect(body.contains(#""state":"\#(state)""#))
    }
  }

  @Test func `a program entered lowers the rate of what it covers, and says why`() async throws {
    try await TestService.withMonth(of: Self.account) { service in
      _ = try await service.ledger.intake.commission.enter(
        Program.smallBusiness, of: nil, from: Instant(day: "2026-05-01"),
        until: Instant(day: "2026-05-20"))
      let body = try await service.get(tenure()).body
      #expect(body.contains(#""rate":"0.15","rateReason":"programme:small-business""#))
      #expect(body.contains(#""currentRate":"0.15""#))
      let later = try await service.get(tenure("?at=2026-07-01T00:00:00Z")).body
      #expect(later.contains(#""currentRate":"0.30""#))
    }
  }

  @Test func `who never subscribed has no groups`() async throws {
    try await TestService.with { service in
      let answer = try await service.get(tenure())
      #expect(answer.body.contains(#""groups":[]"#))
    }
  }
}
