import AppStore
import AppStoreSimulator
import Foundation
import TestSupport
import Testing

/// A developer's afternoon, from the first customer to the last refund.
struct ControlScenarioTests {
  private static let token = "6f2a1b9e-8d34-4c55-9f10-2b7c3d4e5f60"
  private let subscription = "/control/customers/ada/subscriptions/21000001"

  @Test func `a subscription is bought, renewed, refunded and given back`() async throws {
    try await ControlFixture.with { service in
      try await service.post(
        "/control/customers", #"{"name":"ada","appAccountToken":"\#(Self.token)"}"#)
      let first = try await service.buy("plus.monthly")
      try await service.post("/control/clock/advance", #"{"by":"P1M"}"#)
      let customer = try await service.get("/control/customers/ada")
      #expect(customer.transactions.items.count == 2)
      #expect(customer.transactions[0] == .text(first))
      let renewal = try #require(customer.transactions[1].text)

      let refunded = try await service.post("/control/transactions/\(renewal)/refund")
      #expect(refunded.revocationPercentage == 100_000)
      #expect(try await status(service) == "revoked")
      let truth = try await service.get("/truth?customer=ada").customers[0]
      #expect(truth.account == .text(Self.token))
      #expect(truth.owned == [])
      #expect(truth.paid[0].milliunits == 9_980)
      #expect(truth.refunded[0].milliunits == 4_990)

      try await service.post("/control/transactions/\(renewal)/reverse-refund")
      #expect(try await status(service) == "active")
      #expect(try await service.get("/truth").customers[0].refunded == [])
    }
  }

  private func status(_ service: ControlFixture) async throws -> ControlJSON {
    try await service.get("/control/customers/ada").subscriptions[0].standing
  }

  @Test func `the truth of an earlier time knows nothing of what came later`() async throws {
    try await ControlFixture.with { service in
      try await service.add("ada")
      let purchase = try await service.buy("pro.monthly")
      try await service.post("/control/clock/advance", #"{"to":"2025-01-10T00:00:00Z"}"#)
      try await service.post("/control/transactions/\(purchase)/refund")
      let then = try await service.get("/truth?customer=ada&at=2025-01-09T12:00:00Z")
      #expect(then.at == "2025-01-09T12:00:00.000Z")
      #expect(then.customers[0].owned[0].transactionId == .text(purchase))
      #expect(then.customers[0].standings[0].status == "active")
      let now = try await service.get("/truth?customer=ada")
      #expect(now.customers[0].standings[0].status == "revoked")
      let before = try await service.get("/truth?at=2024-12-31T23:59:59.999Z")
      #expect(before.customers == [])
    }
  }

  @Test func `the truth is of everybody who has come, buyers or not, by name`() async throws {
    try await ControlFixture.with { service in
      for name in ["zoe", "ada", "ben"] { try await service.add(name) }
      try await service.buy("gems.100", as: "ben")
      let truth = try await service.get("/truth")
      #expect(truth.customers.items.map(\.account) == ["ada", "ben", "zoe"])
      #expect(truth.customers.items.map(\.customer) == ["ada", "ben", "zoe"])
      #expect(truth.customers[1].consumables[0].quantity == 1)
      #expect(try await service.get("/truth?customer=zoe").customers.items.count == 1)
    }
  }

  @Test func `what a purchase answers is genuine, and is what the device holds`() async throws {
    try await ControlFixture.with { service in
      try await service.post(
        "/control/customers",
        #"{"name":"ada","appAccountToken":"\#(Self.token)","storefront":"JPN"}"#)
      let answer = try await service.post(
        "/control/customers/ada/purchases",
        #"{"productId":"com.example.game.pro.monthly","offer":{"kind":"introductory"}}"#)
      #expect(answer.state == "completed")
      let payload = try await Self.verified(answer.signedTransaction)
      #expect(payload.transactionId == answer.transactionId.text)
      #expect(payload.originalTransactionId == payload.transactionId)
      #expect(payload.appAccountToken == Self.token)
      #expect((payload.currency, payload.price) == ("JPY", 0))
      let device = try await service.get("/control/customers/ada/transactions")
      #expect(device.signedTransactions.items.count == 1)
      let copy = try await Self.verified(device.signedTransactions[0])
      #expect(copy.transactionId == payload.transactionId)
    }
  }

  private static func verified(_ jws: ControlJSON) async throws -> TransactionPayload {
    let pem = try ControlFixture.authority.get().rootCertificatePEM
    let root = try RootCertificate(fileContents: Array(pem.utf8))
    let now = Date(timeIntervalSince1970: 1_767_225_600)
    return try await PayloadVerifier(roots: [root])
      .verify(#require(jws.text), as: TransactionPayload.self, now: now).payload
  }

  @Test func `what is finished is not among the unfinished`() async throws {
    try await ControlFixture.with { service in
      try await service.add("ada")
      let gems = try await service.buy("gems.100")
      try await service.buy("no_ads")
      #expect(try await service.post("/control/transactions/\(gems)/finish").isFinished == true)
      let address = "/control/customers/ada/transactions"
      #expect(try await service.get(address).signedTransactions.items.count == 2)
      #expect(
        try await service.get("\(address)?unfinished=false").signedTransactions.items.count == 2)
      let unfinished = try await service.get("\(address)?unfinished=true").signedTransactions
      #expect(unfinished.items.count == 1)
      let left = try await Self.verified(unfinished[0])
      #expect(left.productId == "com.example.game.no_ads")
    }
  }

  @Test func `a change of plan is made at once or planned, and taken back`() async throws {
    try await ControlFixture.with { service in
      try await service.add("ada")
      let first = try await service.buy("plus.monthly")
      let upgrade = try await service.buy("pro.monthly")
      #expect(upgrade != first)
      let planned = try await service.post(
        "/control/customers/ada/purchases", #"{"productId":"com.example.game.plus.monthly"}"#)
      #expect(planned.state == "planned")
      #expect(planned.originalTransactionId == .text(first))
      #expect(planned.subscription.nextProductId == "com.example.game.plus.monthly")
      let back = try await service.post("\(subscription)/withdraw-change")
      #expect(back.nextProductId == "com.example.game.pro.monthly")
      #expect(back.productId == "com.example.game.pro.monthly")
    }
  }

  @Test func `auto-renew is switched off and on, by group and by transaction`() async throws {
    try await ControlFixture.with { service in
      try await service.add("ada")
      let first = try await service.buy("pro.monthly")
      #expect(try await service.post("\(subscription)/cancel").autoRenew == false)
      let byTransaction = "/control/customers/ada/subscriptions/\(first)"
      #expect(try await service.post("\(byTransaction)/resume").autoRenew == true)
      #expect(try await service.post("\(byTransaction)/cancel").autoRenew == false)
      try await service.post("/control/clock/advance", #"{"by":"P2M"}"#)
      #expect(try await status(service) == "expired")
    }
  }

  @Test func `days are given away`() async throws {
    try await ControlFixture.with { service in
      try await service.add("ada")
      try await service.buy("pro.monthly")
      let extended = try await service.post("\(subscription)/extend", #"{"days":7}"#)
      #expect(extended.until == "2025-02-08T00:00:00.002Z")
    }
  }

  @Test func `a broken card brings grace, a mended one the renewal`() async throws {
    try await ControlFixture.with { service in
      try await service.add("ada")
      try await service.buy("pro.monthly")
      let broken = try await service.post("/control/customers/ada/card", #"{"works":false}"#)
      #expect(broken.card.works == false)
      try await service.post("/control/clock/advance", #"{"by":"P1M"}"#)
      try await service.post("/control/clock/advance", #"{"by":"PT6H"}"#)
      #expect(try await status(service) == "gracePeriod")
      let mended = try await service.post("/control/customers/ada/card", #"{"works":true}"#)
      #expect(mended.subscriptions[0].standing == "active")
      #expect(mended.transactions.items.count == 2)
    }
  }
}
