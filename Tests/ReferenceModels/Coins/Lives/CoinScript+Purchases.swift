import Ledger

extension CoinScript {
  mutating func addConsumable() {
    let chain = nextChain
    var bought = transaction(1, of: chain, random.pick(Self.gems), .consumable, at: moment())
    bought.purchase.quantity = quantity()
    befall(&bought)
    chains.append(Chain(chain: chain, transactions: [bought]))
    ways.insert(.consumable)
  }

  private mutating func quantity() -> Int32 {
    if random.chance(15) {
      ways.insert(.quantityOutOfRange)
      return random.pick([0, -1, 11, .max, .min])
    }
    guard random.chance(2) else { return 1 }
    ways.insert(.severalAtOnce)
    return Int32(random.number(2...10))
  }

  mutating func addNonConsumable() {
    let chain = nextChain
    let bought = transaction(1, of: chain, "pack", .nonConsumable, at: moment())
    ways.insert(.nonConsumable)
    guard random.chance(2) else {
      var bought = [bought]
      if random.chance(6) { share(&bought) }
      befall(&bought[0])
      return chains.append(Chain(chain: chain, transactions: bought))
    }
    let script = self
    let restored = RestoredPurchase(bought, by: &random) { number, date, random in
      var copy = script.transaction(number, of: chain, "pack", .nonConsumable, at: date)
      copy.purchase.originalPurchaseDate = bought.purchase.purchaseDate
      guard random.chance(12) else { return copy }
      copy.purchase.ownership = .familyShared
      return copy
    }
    chains.append(Chain(chain: chain, transactions: restored.transactions))
    ways.insert(.restored)
    if restored.isBoughtAgain { ways.insert(.boughtAgain) }
    if restored.hasRefundedCopy { ways.insert(.refundOfRestoredCopy) }
    if restored.hasSeveralRefunds { ways.insert(.refundsUnderSeveralIDs) }
  }

  mutating func addNonRenewing() {
    let chain = nextChain
    let start = moment()
    var bought = [transaction(1, of: chain, "pass", .nonRenewing, at: start)]
    if random.chance(2) {
      let later = start + random.number(1...30) * Self.day
      bought.append(transaction(2, of: chain, "pass", .nonRenewing, at: later))
    }
    if random.chance(2) {
      bought[0].purchase.quantity = Int32(random.number(2...10))
      ways.insert(.severalPasses)
    }
    befall(&bought[0])
    chains.append(Chain(chain: chain, transactions: bought))
    ways.insert(.nonRenewing)
  }

  mutating func addSubscription() {
    let chain = nextChain
    var start = moment()
    var bought: [AppleTransaction] = []
    for number in 1...Int(random.number(1...3)) {
      let end = start + random.pick([7, 30]) * Self.day
      var period = transaction(
        number, of: chain, "gold.monthly", .autoRenewable, at: start, end: end)
      period.purchase.subscriptionGroupID = "gold"
      period.purchase.reason = number == 1 ? "PURCHASE" : "RENEWAL"
      period.purchase.webOrderLineItemID = "\(chain.originalTransactionID)00\(number)"
      bought.append(period)
      start = end
    }
    if random.chance(2) { begin(&bought[0]) }
    if random.chance(3) { upgrade(&bought) }
    if random.chance(3) { upgradeMidway(&bought) }
    if random.chance(6) { share(&bought) }
    for index in bought.indices { befall(&bought[index]) }
    if random.chance(4) { leaveForBundle(&bought) }
    if random.chance(3) {
      let index = Int(random.number(0...Int64(bought.count - 1)))
      let isUpgraded = bought.contains { $0.upgradedAt != nil }
      bought.append(bought[index].copied(by: &random, mayBeUntold: !isUpgraded))
      ways.insert(.periodToldTwice)
      if bought[index].lineItemToldFrom != .min { ways.insert(.lineItemToldLate) }
    }
    chains.append(Chain(chain: chain, transactions: bought))
    ways.insert(.subscription)
  }

  /// Begins a subscription with a free period, or one of which Apple does not tell whether it was free.
  private mutating func begin(_ period: inout AppleTransaction) {
    if random.chance(8) {
      period.purchase.offer = Offer(type: random.pick([2, 3, 4]), identifier: "spring")
      (period.purchase.price, period.purchase.currency) = (nil, nil)
      ways.insert(.owedOffer)
    } else if random.chance(6) {
      period.purchase.offer = Offer(type: 1)
      (period.purchase.price, period.purchase.currency) = (nil, nil)
      if random.chance(2) {
        period.purchase.billingPlanType = random.pick(["MONTHLY", nil])
        period.purchase.commitment = Commitment(period: 1, of: 12)
        ways.insert(.commitment)
      }
      ways.insert(.untoldOffer)
    } else if random.chance(3) {
      period.purchase.price = 0
      ways.insert(.priceOfZero)
    } else {
      let type = random.pick([1, 1, 2, 3, 4] as [Int32])
      period.purchase.offer = Offer(
        type: type, identifier: type == 1 ? nil : "spring", discountType: "FREE_TRIAL",
        period: "P1W")
      period.purchase.price = random.pick([0, nil])
      if period.purchase.price == nil { period.purchase.currency = nil }
      ways.insert(.trial)
    }
  }

  /// Upgrades within the last hours of the last period but one, whose renewal is known already. A
  /// refund of the upgrade lets the renewal stand, if Apple says so.
  private mutating func upgrade(_ bought: inout [AppleTransaction]) {
    guard let renewal = bought.last, bought.count > 1 else { return }
    let moment = renewal.start - random.number(1...40_000_000)
    var other = transaction(
      bought.count + 1, of: renewal.chain, random.pick(["gold.monthly", "gold.yearly"]),
      .autoRenewable, at: moment, end: moment + random.pick([1, 30]) * Self.day)
    other.purchase.subscriptionGroupID = "gold"
    other.purchase.reason = "PURCHASE"
    bought[bought.count - 2].upgradedAt = moment
    if random.chance(2) {
      bought[bought.count - 1].upgradedAt = moment
    } else {
      ways.insert(.renewalThatStands)
    }
    bought.append(other)
    ways.insert(.upgradeBeforeRenewal)
  }

  /// Replaces the last period at any moment of it, up to three times. Now and then Apple tells nothing
  /// of the old period any more.
  private mutating func upgradeMidway(_ bought: inout [AppleTransaction]) {
    for _ in 0...random.number(0...2) {
      guard let last = bought.last else { return }
      let moment = random.number(last.start + 1...last.end - 1)
      var other = transaction(
        bought.count + 1, of: last.chain, random.pick(["gold.monthly", "gold.yearly"]),
        .autoRenewable, at: moment, end: moment + random.pick([1, 30]) * Self.day)
      other.purchase.subscriptionGroupID = "gold"
      other.purchase.reason = "PURCHASE"
      if random.chance(4) {
        ways.insert(.upgradeUntold)
      } else {
        bought[bought.count - 1].upgradedAt = moment
      }
      bought.append(other)
      ways.insert(.upgradeMidway)
    }
  }

  /// Replaces the last period by a bundle, which is no purchase of the chain.
  private mutating func leaveForBundle(_ bought: inout [AppleTransaction]) {
    let index = bought.count - 1
    guard bought[index].refunds.isEmpty, bought[index].upgradedAt == nil else { return }
    let moment = random.number(bought[index].start + 1...bought[index].end - 1)
    bought[index].upgradedAt = moment
    bought[index].refunds = [
      AppleTransaction.Refund(
        revocation: Revocation(
          date: Instant(milliseconds: moment), reason: 0, type: "REFUND_PRORATED",
          percentage: random.pick([nil, 67_742, Int32(random.number(1...99_999))])))
    ]
    ways.insert(.bundleUpgrade)
  }

  private mutating func share(_ bought: inout [AppleTransaction]) {
    for index in bought.indices {
      bought[index].purchase.ownership = .familyShared
      (bought[index].purchase.price, bought[index].purchase.currency) = (nil, nil)
    }
    ways.insert(.familyShared)
  }
}
