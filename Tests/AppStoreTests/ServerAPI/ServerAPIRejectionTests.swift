import AppStore
import AppStoreSimulator
import Foundation
import HTTPTypes
import TestSupport
import Testing

struct ServerAPIRejectionTests {
  private typealias Ask = @Sendable (ServerAPIClient) async throws -> Void

  @Test(arguments: [
    ("2000000123456789", APIErrorName.transactionIDNotFound), ("abc", .invalidTransactionID),
    ("1 2", .invalidTransactionID), ("../history/1?x=y#z", .invalidTransactionID),
    ("ü/%2F", .invalidTransactionID),
  ])
  func `a foreign id is rejected by its number, whatever letters it has`(
    id: String, name: APIErrorName
  ) async throws {
    try await ServedStore.with { store in
      let error = await #expect(throws: ServerAPIError.self) {
        try await store.client().transactions.transaction(id, in: .production)
      }
      #expect(error?.code == APIErrorCode(name) && error?.status == name.rawValue / 10_000)
      #expect(error?.verdict == .never && error?.message.isEmpty == false)
      #expect(error?.isNotFound == (name == .transactionIDNotFound))
    }
  }

  @Test(arguments: ["", ".", "..", "..."])
  func `an id that would lead to another path is not asked for`(id: String) async throws {
    try await ScriptedApple.with([.init(body: "{}")]) { apple, url in
      let error = await #expect(throws: ServerAPIError.self) {
        try await ScriptedApple.client([url]).transactions.finish(id, in: .production)
      }
      #expect(error?.cause == .malformed && error?.verdict == .never)
      #expect(apple.heard.isEmpty)
    }
  }

  @Test func `what Apple will not do keeps its number`() async throws {
    try await ServedStore.with { store in
      let gems = try await store.buy(ServedStore.gems)
      let noAds = try await store.buy(ServedStore.noAds)
      let client = try store.client()
      let asks: [(APIErrorName, Ask)] = [
        (
          .invalidTransactionTypeNotSupported,
          {
            try await $0.transactions.sendConsumption(
              ConsumptionRequestBody(deliveryStatus: .delivered, sampleContentProvided: false),
              about: noAds, in: .production)
          }
        ),
        (
          .invalidRefundPreference,
          {
            try await $0.transactions.sendConsumption(
              ConsumptionRequestBody(
                deliveryStatus: .delivered, sampleContentProvided: false,
                refundPreference: .grantProrated), about: gems, in: .production)
          }
        ),
        (
          .startDateAfterEndDate,
          { _ = try await $0.notifications.history(.init(from: 7, to: 7), in: .production) }
        ),
        (
          .invalidRequestRevision,
          { _ = try await $0.histories.transactions(of: gems, after: "x", in: .production) }
        ),
      ]
      for (name, ask) in asks {
        let error = await #expect(throws: ServerAPIError.self) { try await ask(client) }
        #expect(error?.is(name) == true && error?.verdict == .never, "\(name)")
      }
    }
  }

  @Test func `a number newer than we are is kept with its text`() async throws {
    let line = ScriptedApple.Line(
      status: 403, body: #"{"errorCode":4039999,"errorMessage":"Newer.","more":[1]}"#)
    try await ScriptedApple.with([line]) { _, url in
      let error = await #expect(throws: ServerAPIError.self) {
        try await ScriptedApple.client([url]).transactions.transaction("1", in: .production)
      }
      #expect(error?.code?.rawValue == 4_039_999 && error?.code?.name == nil)
      #expect(error?.description == "Apple answered 403 (4039999): Newer.")
      #expect(error?.verdict == .never)
    }
  }

  @Test func `a rejected token is made again, once`() async throws {
    let clock = ServedStore.Clock()
    let lines = [
      ScriptedApple.Line(status: 401), .init(body: #"{"signedTransactionInfo":"jws"}"#),
    ]
    try await ScriptedApple.with(lines) { apple, url in
      let client = try ScriptedApple.client([url], clock: clock)
      #expect(try await client.transactions.transaction("1", in: .production) == "jws")
      #expect(try await client.transactions.transaction("1", in: .production) == "jws")
      let tokens = apple.heard.map(\.authorization)
      #expect(tokens.count == 3 && tokens[0] != tokens[1] && tokens[1] == tokens[2])
      clock.pass(600_000)
      #expect(try await client.transactions.transaction("1", in: .production) == "jws")
      #expect(apple.heard[3].authorization != tokens[2])
    }
  }

  @Test func `a key that Apple does not know is a matter of the settings`() async throws {
    try await ServedStore.with { store in
      let id = try await store.buy(ServedStore.gems)
      let stranger = try ScriptedApple.key()
      let error = await #expect(throws: ServerAPIError.self) {
        try await store.client(key: stranger).transactions.transaction(id, in: .production)
      }
      #expect(error?.status == 401 && error?.code == nil && error?.verdict == .configuration)
      #expect(error?.message.contains("issuerId, keyId, privateKeyFile") == true)
    }
  }

  @Test func `a redirection is not followed`() async throws {
    try await ScriptedApple.with([.init(body: #"{"signedTransactionInfo":"jws"}"#)]) { there, url in
      let line = ScriptedApple.Line(status: 302, headers: [.location: "\(url)/elsewhere"])
      try await ScriptedApple.with([line]) { _, url in
        let error = await #expect(throws: ServerAPIError.self) {
          try await ScriptedApple.client([url]).transactions.transaction("1", in: .production)
        }
        #expect(error?.status == 302 && error?.verdict == .configuration)
      }
      #expect(there.heard.isEmpty)
    }
  }

  @Test(arguments: ["", "<html>", "[]", #"{"signedTransactionInfo":7}"#])
  func `an answer that cannot be read is asked for again`(body: String) async throws {
    try await ScriptedApple.with([.init(body: body)]) { _, url in
      let error = await #expect(throws: ServerAPIError.self) {
        try await ScriptedApple.client([url]).transactions.transaction("1", in: .production)
      }
      #expect(error?.cause == .unreadable && error?.verdict == .retry(notBefore: nil))
    }
  }

  @Test func `a list that leads back to the same place ends as unreadable`() async throws {
    let page = #"{"revision":"r","hasMore":true,"signedTransactions":[]}"#
    try await ScriptedApple.with([.init(body: page)]) { apple, url in
      let error = await #expect(throws: ServerAPIError.self) {
        let pages = try ScriptedApple.client([url]).histories.refundPages(of: "1", in: .sandbox)
        for try await _ in pages {}
      }
      #expect(error?.cause == .unreadable && apple.heard.count == 2)
    }
  }
}
