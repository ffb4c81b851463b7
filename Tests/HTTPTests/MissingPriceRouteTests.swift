import AppStoreSimulator
import Ledger
import TestSupport
import Testing

/// A charge that Apple signs without its price, as the routes show it.
struct MissingPriceRouteTests {
  private struct Submission: Decodable {
    struct Item: Decodable { let finish: Bool, priceMissing: Bool? }
    let id: String, transactions: [Item]
  }

  private struct Purchase: Decodable {
    struct Item: Decodable { let transactionId: String, price: Int64?, priceMissing: Bool? }
    let transactions: [Item]
  }

  private func month(price: Int64?, signed day: String) -> SignableTransaction {
    var transaction = SignableTransaction.month("2000")
    (transaction.price, transaction.currency) = (price, price.map { _ in "USD" })
    transaction.signedDate = Instant(day: day).milliseconds
    return transaction
  }

  private func post(
    _ transaction: SignableTransaction, _ service: TestService
  ) async throws -> Submission {
    let jws = try service.ledger.authority.sign(payload: transaction)
    return try await service.post(
      "/v1/transactions", #"{"account":"anna","signedTransactions":["\#(jws)"]}"#
    ).decode(Submission.self)
  }

  private func purchase(_ service: TestService) async throws -> Purchase.Item {
    try await service.ledger.project()
    return try await service.get("/v1/purchases/2000").decode(Purchase.self).transactions[0]
  }

  @Test func `an item says that its price is missing, until a copy tells it`() async throws {
    try await TestService.with { service in
      let first = try await post(month(price: nil, signed: "2026-05-15"), service)
      #expect(first.transactions.map(\.priceMissing) == [true])
      #expect(first.transactions.map(\.finish) == [true])
      let receipt = try await service.get("/v1/receipts/\(first.id)").decode(Submission.self)
      #expect(receipt.transactions.map(\.priceMissing) == [true])
      #expect(try await purchase(service).priceMissing == true)

      let second = try await post(month(price: 9_990, signed: "2026-05-20"), service)
      #expect(second.transactions.map(\.priceMissing) == [nil])
      let later = try await purchase(service)
      #expect(later.priceMissing == nil && later.price == 9_990)
      let again = try await service.get("/v1/receipts/\(first.id)").decode(Submission.self)
      #expect(again.transactions.map(\.priceMissing) == [nil])

      let silent = try await post(month(price: nil, signed: "2026-05-25"), service)
      #expect(silent.transactions.map(\.priceMissing) == [nil])
    }
  }

  @Test func `a free trial has no price and misses none`() async throws {
    try await TestService.with { service in
      var trial = month(price: nil, signed: "2026-05-15")
      (trial.offerType, trial.offerDiscountType) = (1, "FREE_TRIAL")
      let posted = try await post(trial, service)
      #expect(posted.transactions.map(\.priceMissing) == [nil])
      #expect(try await purchase(service).priceMissing == nil)
    }
  }
}
