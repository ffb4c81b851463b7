import AppStoreSimulator
import Ledger
import Testing

struct SuccessionTests {
  @Test func `a renewal that was signed ahead of it`() {
    var given = Given()
    given.bought("1", from: 0, to: 30, product: "silver", reason: "PURCHASE")
    given.bought("2", from: 30, to: 60, product: "silver", reason: "RENEWAL", said: 29.2)
    given.bought("3", from: 29.5, to: 59.5, reason: "PURCHASE")
    #expect(given.products(on: [29.4, 29.5, 30, 59.4]) == ["silver", "gold", "gold", "gold"])
    #expect(given.entitlements(on: 59.5).isEmpty)
    #expect(given.status(on: 59.7)?.transactionID == "3")
  }

  @Test func `a renewal that was signed ahead, also once it is refunded`() {
    var given = Given()
    given.bought("1", from: 0, to: 30, product: "silver", reason: "PURCHASE")
    given.bought("2", from: 30, to: 60, product: "silver", reason: "RENEWAL", said: 29.2)
    given.bought(
      "3", from: 29.5, to: 59.5, revocation: refund(on: 29.8), reason: "PURCHASE", said: 29.8)
    #expect(given.entitlements(on: 31).isEmpty)
    #expect(given.status(on: 31)?.status == .revoked)
    #expect(given.status(on: 31)?.renewalOverdue == false)
  }

  @Test func `no renewal that was first heard of after it`() {
    var given = Given()
    given.bought("1", from: 0, to: 30, product: "silver", reason: "PURCHASE")
    given.bought("2", from: 30, to: 60, product: "silver", reason: "RENEWAL", said: 29.6)
    given.bought("3", from: 29.5, to: 59.5, reason: "PURCHASE")
    #expect(given.products(on: [29.6, 30]) == ["gold", "silver"])
  }

  @Test func `no renewal of which Apple says since that it stands`() {
    var given = Given()
    given.bought("1", from: 0, to: 30, product: "silver", reason: "PURCHASE")
    given.bought("2", from: 30, to: 60, product: "silver", reason: "RENEWAL", said: 29.2)
    given.bought(
      "3", from: 29.5, to: 59.5, revocation: refund(on: 29.8), reason: "PURCHASE", said: 29.8)
    given.bought("2", from: 30, to: 60, product: "silver", reason: "RENEWAL", said: 31)
    #expect(given.products(on: [29.6, 29.9, 30, 59]) == ["gold", "silver", "silver"])
  }

  @Test func `each product before it, be one renewal between them`() {
    var given = Given()
    given.bought(
      "1", from: 0, to: 30, product: "bronze", upgraded: true, reason: "PURCHASE", said: 40)
    given.bought(
      "2", from: 30, to: 60, product: "bronze", upgraded: true, reason: "RENEWAL", said: 40)
    given.bought(
      "3", from: 29.5, to: 59.5, product: "silver", upgraded: true, reason: "PURCHASE", said: 40)
    given.bought("4", from: 40, to: 70, product: "gold", reason: "PURCHASE")
    let moments = [29.4, 29.5, 30, 39.9, 40, 69.9]
    #expect(
      given.products(on: moments) == ["bronze", "silver", "silver", "silver", "gold", "gold"])
    #expect(given.entitlements(on: 30).first?.because == [3, 4].map { given.events[$0 - 1].id })
  }

  @Test(arguments: [(nil, [] as [TransactionID]), (9.0, []), (10, ["1"]), (13, ["1"])])
  func `a period of which Apple has not said since that it stands`(
    said: Double?, answer: [TransactionID]
  ) {
    var given = Given()
    given.bought("1", from: 0, to: 30, product: "silver", reason: "PURCHASE")
    given.bought("2", from: 10, to: 40, revocation: refund(on: 12), reason: "PURCHASE", said: 12)
    if let said { given.bought("1", from: 0, to: 30, product: "silver", said: said) }
    #expect(given.entitlements(on: 14).map(\.transactionID) == answer)
  }

  @Test func `a period that stood after the purchase before`() {
    var given = Given()
    given.bought("1", from: 0, to: 30, product: "silver", reason: "PURCHASE")
    given.bought("2", from: 10, to: 40, revocation: refund(on: 12), reason: "PURCHASE", said: 12)
    given.bought("1", from: 0, to: 30, product: "silver", reason: "PURCHASE", said: 13)
    given.bought("3", from: 20, to: 50, reason: "PURCHASE")
    #expect(given.products(on: [14, 19.9, 20]) == ["silver", "silver", "gold"])
  }

  @Test func `a period until Apple first said so, where the purchase is unknown`() {
    var given = Given()
    given.bought("1", from: 0, to: 30, product: "silver", reason: "PURCHASE")
    for said in [20.0, 10, 15] {
      given.bought(
        "1", from: 0, to: 30, product: "silver", upgraded: true, reason: "PURCHASE", said: said)
    }
    #expect(given.entitlements(on: 9.9).map(\.expiresAt) == [day(10)])
    #expect(given.entitlements(on: 9.9).first?.because.contains(given.events[2].id) == true)
    #expect(given.entitlements(on: 10).isEmpty)
    #expect(given.status(on: 10)?.renewalOverdue == true)
    given.bought("2", from: 200, to: 230, reason: "PURCHASE")
    #expect(given.entitlements(on: 12).isEmpty)
    #expect(given.status(on: 201)?.renewalOverdue == false)
  }

  @Test(arguments: 1...200)
  func `what a true life says it did`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let life = TrueLife(using: &random)
    let state = life.given.fold(life.given.events.shuffled(using: &random))
    let end = life.periods.last?.end ?? 0
    for moment in life.turningPoints.flatMap({ [$0 - 0.01, $0, $0 + 0.3] }) {
      let answer = Entitlements.evaluate([state], at: day(moment))
      #expect(answer.map(\.transactionID) == life.live(at: moment), "seed \(seed), day \(moment)")
      let status = SubscriptionStatuses.evaluate(state, at: day(moment))
      let isOverdue = moment >= end && !life.isRefunded
      #expect(status?.renewalOverdue ?? false == isOverdue, "seed \(seed), day \(moment)")
    }
  }

  @Test func `a period, and is named among the reasons`() {
    var given = Given()
    given.bought("1", from: 0, to: 30, product: "silver", reason: "PURCHASE")
    given.bought("2", from: 10, to: 40, reason: "PURCHASE")
    #expect(given.entitlements(on: 9).first?.because == given.events.map(\.id))
    #expect(given.entitlements(on: 11).first?.because == [given.events[1].id])
  }
}

extension Given {
  fileprivate func products(on days: [Double]) -> [ProductID] {
    days.flatMap { entitlements(on: $0).map(\.productID.family) }
  }
}

extension ProductID {
  /// The part of the id before the dot: gold of gold.monthly.
  fileprivate var family: ProductID {
    ProductID(rawValue.split(separator: ".").first.map(String.init) ?? rawValue)
  }
}
