import AppStore
import AppStoreSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import TestSupport
import Testing

struct ServerAPIHistoryTests {
  private struct Page: Decodable {
    let revision: String
    let bundleId: String?
    let appAppleId: Int64?
    let environment: String?
    let hasMore: Bool
    let signedTransactions: [String]
  }

  private let path = "/inApps/v2/history"

  /// Returns the ids of all pages from the revision on, and the last revision.
  private func read(
    _ shop: ServerAPIShop, _ address: String, from first: String? = nil
  ) async throws -> (ids: [String], pages: [Int], revision: String) {
    var (ids, pages, revision) = ([String](), [Int](), first)
    while true {
      let mark = address.contains("?") ? "&" : "?"
      let page = try await shop.get(
        address + (revision.map { "\(mark)revision=\($0)" } ?? ""), as: Page.self)
      for jws in page.signedTransactions {
        ids.append(try #require(await shop.verified(jws).transactionId))
      }
      pages.append(page.signedTransactions.count)
      revision = page.revision
      if !page.hasMore { return (ids, pages, page.revision) }
    }
  }

  @Test func `a history says whose it is, and each transaction is signed now`() async throws {
    let shop = try ServerAPIShop()
    let id = try await shop.buy(ServerAPIShop.gems)
    await shop.advance(days: 3)
    let page = try await shop.get("\(path)/\(id)", as: Page.self)
    #expect(page.bundleId == "com.example.game" && page.environment == "Production")
    #expect(page.appAppleId == 4_711)
    let transaction = try await shop.verified(try #require(page.signedTransactions.first))
    #expect(transaction.transactionId == id)
    #expect(transaction.signedDate?.milliseconds == (await shop.simulation.now))
  }

  @Test func `the sandbox does not tell the app's number`() async throws {
    let shop = try ServerAPIShop(in: .sandbox)
    let id = try await shop.buy(ServerAPIShop.gems)
    let page = try await shop.get("\(path)/\(id)", as: Page.self)
    #expect(page.appAppleId == nil && page.environment == "Sandbox")
  }

  @Test func `twenty come on a page until all have come`() async throws {
    let shop = try ServerAPIShop()
    var bought: [String] = []
    for _ in 0..<45 { bought.append(try await shop.buy(ServerAPIShop.gems)) }
    let forward = try await read(shop, "\(path)/\(bought[7])")
    #expect(forward.ids == bought && forward.pages == [20, 20, 5])
    let backward = try await read(shop, "\(path)/\(bought[7])?sort=DESCENDING")
    #expect(backward.ids == bought.reversed() && backward.pages == [20, 20, 5])
  }

  @Test func `the last revision brings what changed since, and only that`() async throws {
    let shop = try ServerAPIShop()
    var bought: [String] = []
    for _ in 0..<25 { bought.append(try await shop.buy(ServerAPIShop.gems)) }
    let address = "\(path)/\(bought[0])"
    let first = try await read(shop, address)
    let nothing = try await read(shop, address, from: first.revision)
    #expect(nothing.ids.isEmpty && nothing.revision == first.revision)
    try await shop.refund(bought[3])
    let new = try await shop.buy(ServerAPIShop.noAds)
    let later = try await read(shop, address, from: first.revision)
    #expect(later.ids == [bought[3], new])
    #expect(try await read(shop, address).ids.count == 26)
  }

  @Test func `any id of the customer gives the same history`() async throws {
    let shop = try ServerAPIShop()
    let first = try await shop.buy(ServerAPIShop.pro)
    await shop.advance(days: 70)
    let ids = await shop.simulation.withWorld { world in
      world.transactions.map(\.id) + [world.customers[0].appTransactionID]
    }
    #expect(ids.count == 4)
    for id in ids {
      #expect(try await read(shop, "\(path)/\(id)").ids == Array(ids.dropLast()))
    }
    #expect(ids[0] == first)
  }

  @Test func `a history is narrowed by each of its parameters`() async throws {
    let shop = try ServerAPIShop()
    let gems = try await shop.buy(ServerAPIShop.gems)
    let noAds = try await shop.buy(ServerAPIShop.noAds)
    let start = await shop.simulation.now
    await shop.advance(days: 1)
    let pro = try await shop.buy(ServerAPIShop.pro)
    let news = try await shop.buy(ServerAPIShop.news)
    try await shop.refund(noAds)
    let boundary = try await shop.simulation.withWorld { world in
      world.transactions[try world.transaction(pro)].content.purchaseDate
    }
    for (query, expected) in [
      ("productId=\(ServerAPIShop.gems)&productId=\(ServerAPIShop.pro)", [gems, pro]),
      ("productType=CONSUMABLE", [gems]), ("productType=NON_CONSUMABLE", [noAds]),
      ("productType=AUTO_RENEWABLE&productType=CONSUMABLE", [gems, pro, news]),
      ("productType=NON_RENEWABLE", []), ("subscriptionGroupIdentifier=21000002", [news]),
      ("revoked=true", [noAds]), ("revoked=false", [gems, pro, news]),
      ("excludeRevoked=true", [gems, pro, news]), ("inAppOwnershipType=FAMILY_SHARED", []),
      ("inAppOwnershipType=PURCHASED&sort=ASCENDING", [gems, pro, news, noAds]),
      ("endDate=\(start)", [gems, noAds]), ("startDate=\(boundary)", [pro, news]),
      ("startDate=0&endDate=\(boundary)", [gems, noAds]),
    ] as [(String, [String])] {
      let found = try await read(shop, "\(path)/\(gems)?\(query)").ids
      #expect(found == expected, "\(query)")
    }
  }

  @Test(arguments: [
    ("startDate=x", 4_000_015), ("startDate=-1", 4_000_015), ("endDate=1.5", 4_000_016),
    ("startDate=5&endDate=5", 4_000_013), ("productId=", 4_000_023),
    ("productType=Consumable", 4_000_022), ("sort=UP", 4_000_021),
    ("subscriptionGroupIdentifier=", 4_000_024), ("inAppOwnershipType=MINE", 4_000_026),
    ("revoked=1", 4_000_030), ("excludeRevoked=maybe", 4_000_025), ("revision=x", 4_000_005),
    ("revision=20_00", 4_000_005), ("revision=", 4_000_005),
  ])
  func `a parameter that says nothing has its own number`(query: String, code: Int) async throws {
    let shop = try ServerAPIShop()
    let id = try await shop.buy(ServerAPIShop.gems)
    let answer = try await shop.ask(.get, "\(path)/\(id)?\(query)")
    #expect(answer.status == .badRequest)
    #expect(try answer.errorCode == code)
  }

  @Test func `a revision is good for its own customer and parameters only`() async throws {
    let shop = try ServerAPIShop()
    let id = try await shop.buy(ServerAPIShop.gems)
    try await shop.simulation.withWorld { _ = try $0.addCustomer("bob") }
    let other = try await shop.buy(ServerAPIShop.gems, by: 1)
    let revision = try await shop.get("\(path)/\(id)?sort=ASCENDING", as: Page.self).revision
    #expect(try await shop.ask(.get, "\(path)/\(id)?revision=\(revision)").status == .ok)
    for address in [
      "\(path)/\(id)?sort=DESCENDING&revision=\(revision)", "\(path)/\(other)?revision=\(revision)",
      "/inApps/v1/history/\(id)?revision=\(revision)",
      "/inApps/v2/refund/lookup/\(id)?revision=\(revision)",
    ] {
      #expect(try await shop.ask(.get, address).errorCode == 4_000_005, "\(address)")
    }
  }

  @Test func `the first version forgets consumables once they are finished`() async throws {
    let shop = try ServerAPIShop()
    let gems = try await shop.buy(ServerAPIShop.gems)
    let noAds = try await shop.buy(ServerAPIShop.noAds)
    for id in [gems, noAds] {
      let answer = try await shop.ask(.post, "/inApps/v1/transactions/\(id)/finish")
      #expect(answer.status == .ok && answer.isBodiless)
    }
    #expect(try await read(shop, "\(path)/\(gems)").ids == [gems, noAds])
    #expect(try await read(shop, "/inApps/v1/history/\(gems)").ids == [noAds])
  }

  @Test func `refunds come by the date they were granted`() async throws {
    let shop = try ServerAPIShop()
    let address = "/inApps/v2/refund/lookup"
    var bought: [String] = []
    for _ in 0..<23 { bought.append(try await shop.buy(ServerAPIShop.gems)) }
    #expect(try await read(shop, "\(address)/\(bought[0])").ids.isEmpty)
    for id in bought.dropFirst().reversed() { try await shop.refund(id) }
    let refunds = try await read(shop, "\(address)/\(bought[0])")
    #expect(refunds.ids == bought.dropFirst().reversed() && refunds.pages == [20, 2])
    try await shop.refund(bought[0])
    let later = try await read(shop, "\(address)/\(bought[0])", from: refunds.revision)
    #expect(later.ids == [bought[0]])
  }
}
