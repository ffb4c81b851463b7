import AppStoreSimulator
import Foundation
import Testing

struct TruthTests {
  private let january = Int64.on("2026-01-01")

  @Test func `customers do not see each other and come in the order of their names`() {
    var chronicle = TruthChronicle()
    chronicle.customer = "bob"
    chronicle.buy("t1", at: january, .nonConsumable)
    chronicle.customer = "ann"
    chronicle.buy("t2", at: january + 1, .nonConsumable)
    let truth = Truth(chronicle.happenings)
    #expect(truth.all(at: january - 1) == [])
    #expect(truth.all(at: january).map(\.customer) == ["bob"])
    #expect(
      truth.all(at: january + 1).map { $0.owned.map(\.transactionId) } == [["t2"], ["t1"]])
  }

  @Test func `an unknown customer has nothing`() {
    let truth = Truth([]).customer("nobody", at: january)
    #expect(truth.owned == [] && truth.subscriptions == [] && truth.paidService == [])
    #expect(truth.paid == [] && truth.refunded == [] && truth.consumables == [])
    #expect(truth.grants == [] && truth.coinsLeft == [:])
  }

  @Test func `the truth of a moment does not change with what happens later`() {
    var chronicle = TruthChronicle()
    let end = chronicle.serveMonths(2, from: january)
    chronicle.buy("t1", at: january, .nonConsumable)
    chronicle.buy("t2", at: january, .consumable)
    let before = chronicle.truth(at: end - 1)
    chronicle.add(end, .graced(chain: "c1", until: end + Int64(6).days))
    chronicle.add(end, .extended(transaction: "m2", until: end + Int64(9).days))
    chronicle.add(end, .replaced(transaction: "m2"))
    chronicle.add(end, .unshared(transaction: "t1"))
    for transaction in ["m1", "m2", "t1", "t2"] {
      chronicle.add(end, .refunded(transaction: transaction, share: 100_000))
    }
    chronicle.serve("m3", end + 1, end + Int64(30).days)
    #expect(chronicle.truth(at: end - 1) == before)
  }

  @Test(arguments: [
    (Int64(0), "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
    (1_769_817_600_007, "2026-01-31T00:00:00.007Z"),
    (1_772_236_799_999, "2026-02-27T23:59:59.999Z"),
  ])
  func `a moment keeps its milliseconds`(milliseconds: Int64, text: String) throws {
    let moment = CustomerTruth.Moment(milliseconds)
    #expect(moment.text == text)
    let json = try JSONEncoder().encode([moment])
    #expect(try JSONDecoder().decode([CustomerTruth.Moment].self, from: json) == [moment])
  }

  @Test func `a truth reads like this`() throws {
    var chronicle = TruthChronicle()
    let end = Int64.on("2026-01-02T12:00:00")
    chronicle.serve("101", january, end, chain: "100")
    chronicle.add(end, .graced(chain: "100", until: .on("2026-01-08")))
    chronicle.buy("102", at: end, .nonConsumable, product: "world")
    chronicle.buy(
      "103", at: end, .consumable, product: "gems", quantity: 2, coins: [Coinage.Grant(75, "gem")])
    chronicle.add(end + 1, .refunded(transaction: "103", share: 50_000))
    let truth = chronicle.truth(at: end + 250)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let json = try encoder.encode(truth)
    #expect(String(decoding: json, as: UTF8.self) == expectedJSON)
    #expect(try JSONDecoder().decode(CustomerTruth.self, from: json) == truth)
  }
}

private let expectedJSON = """
  {
    "at" : "2026-01-02T12:00:00.250Z",
    "consumables" : [
      {
        "productId" : "gems",
        "quantity" : 2,
        "takenBackShare" : 50000,
        "transactionId" : "103"
      }
    ],
    "customer" : "ann",
    "grants" : [
      {
        "amount" : 150,
        "coin" : "gem",
        "productId" : "gems",
        "takenBack" : 75,
        "transactionId" : "103"
      }
    ],
    "owned" : [
      {
        "expiresAt" : "2026-01-02T12:00:00.000Z",
        "originalTransactionId" : "100",
        "ownership" : "PURCHASED",
        "productId" : "gold",
        "state" : "gracePeriod",
        "subscriptionGroupId" : "g1",
        "transactionId" : "101",
        "type" : "Auto-Renewable Subscription"
      },
      {
        "originalTransactionId" : "102",
        "ownership" : "PURCHASED",
        "productId" : "world",
        "state" : "active",
        "transactionId" : "102",
        "type" : "Non-Consumable"
      }
    ],
    "paid" : [
      {
        "currency" : "USD",
        "milliunits" : 13970
      }
    ],
    "paidService" : [
      {
        "days" : [
          {
            "day" : "2026-01-01",
            "seconds" : 86400,
            "transactionId" : "101"
          },
          {
            "day" : "2026-01-02",
            "seconds" : 43200,
            "transactionId" : "101"
          }
        ],
        "daysOfPaidService" : 1,
        "paidThrough" : "2026-01-02T12:00:00.000Z",
        "restartsAt" : "2026-03-03T13:00:00.000Z",
        "seconds" : 129600,
        "state" : "paused",
        "subscriptionGroupId" : "g1",
        "transactions" : [
          {
            "paidDays" : 1,
            "paidSeconds" : 129600,
            "rate" : {
              "reason" : "firstYear",
              "share" : "0.30"
            },
            "secondsBefore" : 0,
            "transactionId" : "101"
          }
        ]
      }
    ],
    "refunded" : [
      {
        "currency" : "USD",
        "milliunits" : 995
      }
    ],
    "standings" : [
      {
        "expiresAt" : "2026-01-02T12:00:00.000Z",
        "gracePeriodExpiresAt" : "2026-01-08T00:00:00.000Z",
        "originalTransactionId" : "100",
        "ownership" : "PURCHASED",
        "productId" : "gold",
        "status" : "gracePeriod",
        "subscriptionGroupId" : "g1",
        "transactionId" : "101"
      }
    ]
  }
  """
