import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// The ledger as the game's server asks it.
struct LedgerClient: Sendable {
  /// The ledger said no, and would say so again: `insufficient_coins`, …
  struct Refused: Error {
    let code: String
  }

  /// Nothing but silence and pages of proxies.
  struct Unanswered: Error {}

  struct Posted: Decodable, Sendable {
    struct Grant: Decodable, Sendable {
      let coin: String
      let amount: Int
      let state: String
    }

    struct Item: Decodable, Sendable {
      let transactionId: String?
      let account: String?
      let state: String
      let reason: String?
      let finish: Bool
      let grants: [Grant]?

      /// True while an item is saved and not settled, or its coins are not granted yet.
      var waits: Bool { state == "pending" || grants == nil }
    }

    let id: String
    let transactions: [Item]
  }

  struct Entry: Decodable, Sendable {
    let id: String
    let balance: Int
  }

  private struct Problem: Decodable {
    let code: String
    let retryable: Bool
  }

  private static let attemptsMax = 8
  private static let transactionsMax = 100  // of one post

  private static let answerMax = 4 << 20  // bytes
  private static let http = HTTPClient(
    configuration: .init(
      redirectConfiguration: .disallow,
      timeout: .init(connect: .seconds(5), read: .seconds(10))))

  let address: String
  let key: String
  /// The first pause between two attempts, which doubles each time.
  var pause: Duration = .milliseconds(250)

  /// Records what StoreKit gave the game. The game finishes the items with `finish: true`, and no other.
  func deliver(
    _ account: String, _ transactions: [String], restore: Bool = false,
    patience: Duration = .seconds(10)
  ) async throws -> [Posted.Item] {
    struct Post: Encodable {
      let account: String
      let signedTransactions: [String]
      let restore: Bool
    }
    let post = Post(account: account, signedTransactions: transactions, restore: restore)
    var posted: Posted = try await ask("POST", "v1/transactions", post)
    let end = ContinuousClock.now + patience
    while ContinuousClock.now < end, posted.transactions.contains(where: \.waits) {
      try await Task.sleep(for: .milliseconds(500))
      posted = try await ask("GET", "v1/receipts/\(posted.id)")
    }
    return posted.transactions
  }

  /// Moves purchases to the account of the player who pressed Restore, as the app's policy allows.
  func restore(_ account: String, _ transactions: [String]) async throws -> [Posted.Item] {
    var items: [Posted.Item] = []
    for first in stride(from: 0, to: transactions.count, by: Self.transactionsMax) {
      let part = transactions.dropFirst(first).prefix(Self.transactionsMax)
      items += try await deliver(account, Array(part), restore: true)
    }
    return items
  }

  /// Spends coins once for an order, however often it is asked. Returns the entry of the wallet.
  func spend(_ account: String, _ coin: String, _ amount: Int, order: String) async throws -> Entry
  {
    struct Spend: Encodable {
      let coin: String
      let amount: Int
      let reference: String
    }
    let name = account.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? account
    let body = Spend(coin: coin, amount: amount, reference: order)
    return try await ask("POST", "v1/accounts/\(name)/wallet/spend", body, once: order)
  }

  /// Asks until the ledger itself answers. What is asked here may be asked again, a spend under its key.
  private func ask<Answer: Decodable>(
    _ method: String, _ path: String, _ body: (any Encodable)? = nil, once: String? = nil
  ) async throws -> Answer {
    var request = HTTPClientRequest(url: "\(address)/\(path)")
    request.method = HTTPMethod(rawValue: method)
    request.headers.add(name: "Authorization", value: "Bearer \(key)")
    request.headers.add(name: "Content-Type", value: "application/json")
    if let once { request.headers.add(name: "Idempotency-Key", value: "\"\(once)\"") }
    if let body { request.body = .bytes(ByteBuffer(bytes: try JSONEncoder().encode(body))) }
    var asked: Duration = .zero
    for attempt in 0..<Self.attemptsMax {
      if attempt > 0 {
        let growing = min(.seconds(10), pause * (1 << (attempt - 1)))
        try await Task.sleep(for: max(min(.seconds(60), asked), growing))
      }
      asked = .zero
      // No answer, half of one, or the page of a proxy: ask again.
      guard let response = try? await Self.http.execute(request, timeout: .seconds(10)) else {
        continue
      }
      asked = .seconds(Int(response.headers.first(name: "Retry-After") ?? "") ?? 0)
      guard let bytes = try? await response.body.collect(upTo: Self.answerMax) else { continue }
      let content = Data(bytes.readableBytesView)
      if (200...202).contains(response.status.code) {
        if let answer = try? JSONDecoder().decode(Answer.self, from: content) { return answer }
      } else if let problem = try? JSONDecoder().decode(Problem.self, from: content),
        !problem.retryable
      {
        throw Refused(code: problem.code)
      }
    }
    throw Unanswered()
  }
}
