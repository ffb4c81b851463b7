/// The offers of one subscription group that a player may be shown, as far as it follows from the ledger.
package struct GroupOffers: Hashable, Sendable {
  package enum Eligibility: String, Hashable, Sendable, CaseIterable {
    case eligible, ineligible
    /// The ledger cannot know it: StoreKit on the device can.
    case unknown
  }

  package let group: SubscriptionGroupID
  package let environment: StoreEnvironment
  /// The products of the group in the catalog in force, sorted.
  package let products: [ProductID]
  package let introductory: Eligibility
  package let winBack: Eligibility
  /// The win-back offers that Apple told after the last period, the best first.
  package let winBackOffers: [String]
  /// The events from which it follows, ascending.
  package let because: [EventID]
}

/// The rules for offers. An introductory offer is for a customer who never received one in its group and does not
/// subscribe to the group now; a win-back offer is for one who had subscribed and lapsed, and Apple tells which.
package enum EligibleOffers {
  /// - Parameters:
  ///   - own: the chains of the account.
  ///   - others: the other chains of the same customers, whichever accounts have them.
  ///   - moment: the moment of the answer, judged by all facts known now.
  /// - Returns: the groups of the catalog in force and those of the chains, sorted.
  package static func evaluate(
    _ own: [ChainState], beside others: [ChainState], in environment: StoreEnvironment,
    at moment: Instant, catalogs: Catalogs
  ) -> [GroupOffers] {
    let customers = Customer.grouping(own + others).values.map { chains in
      CustomerOffers(chains, at: moment, catalogs: catalogs)
    }
    let sold = (catalogs.inForce(at: moment)?.products ?? []).filter { $0.type == .autoRenewable }
    let listed = Dictionary(grouping: sold) { $0.subscriptionGroupID }
    let groups = Set(listed.keys.compactMap(\.self)).union(customers.flatMap(\.groups))
    return groups.sorted().map { group in
      let told = customers.map { $0.told(of: group) }
      return GroupOffers(
        group: group, environment: environment,
        products: (listed[group] ?? []).map(\.productID).sorted(),
        introductory: common(told.map(\.introductory)), winBack: common(told.map(\.winBack)),
        winBackOffers: told.count == 1 ? told[0].winBackOffers : [],
        because: Set(told.flatMap(\.because)).sorted())
    }
  }

  /// Returns the answer if it is the same for all customers of the account, and `unknown` otherwise: the ledger cannot
  /// know which of them plays now, nor who the customer of an account without purchases is.
  private static func common(_ answers: [GroupOffers.Eligibility]) -> GroupOffers.Eligibility {
    let different = Set(answers)
    return different.count == 1 ? answers[0] : .unknown
  }
}

/// The offers of one customer, as far as the customer's chains prove them.
private struct CustomerOffers {
  struct Told {
    var introductory = GroupOffers.Eligibility.unknown
    var winBack = GroupOffers.Eligibility.unknown
    var winBackOffers: [String] = []
    var because: [EventID] = []
  }

  /// The subscriptions of the customer that had begun, by group. The key is nil where no source named the group.
  private let subscriptions: [SubscriptionGroupID?: [Subscribed]]
  /// True if Apple named the customer. Then all purchases of the customer are known by that name.
  private let isNamed: Bool

  private struct Subscribed {
    let status: SubscriptionStatus
    /// The renewal information of the chain; nil while Apple sent none.
    let plan: RenewalPlan?
    let toldAt: Instant?
    /// The transactions by introductory offers.
    let introductions: [TransactionState]
  }

  init(_ chains: [ChainState], at moment: Instant, catalogs: Catalogs) {
    let chains = chains.map { $0.typed(by: catalogs) }
    isNamed = chains.contains { $0.appTransactionID != nil }
    let begun = chains.compactMap { chain -> Subscribed? in
      let status = SubscriptionStatuses.evaluate(chain, at: moment, catalogs: catalogs)
      guard let status else { return nil }
      return Subscribed(
        status: status, plan: chain.renewal?.plan, toldAt: chain.renewal?.confirmedAt,
        introductions: chain.transactions.values.filter {
          $0.purchase.purchaseDate <= moment && $0.purchase.offer?.isIntroductory ?? false
        })
    }
    subscriptions = Dictionary(grouping: begun, by: \.status.subscriptionGroupID)
  }

  var groups: [SubscriptionGroupID] { subscriptions.keys.compactMap(\.self) }

  func told(of group: SubscriptionGroupID) -> Told {
    let bought = (subscriptions[group] ?? []).filter { $0.status.ownership == .purchased }
    guard !bought.isEmpty else { return toldOfNewcomer(to: group) }
    let introductions = bought.flatMap(\.introductions)
    var told = Told(introductory: introductions.isEmpty ? .unknown : .ineligible)
    told.because = bought.flatMap(\.status.because) + introductions.flatMap(\.because)
    if bought.contains(where: { ![.expired, .revoked].contains($0.status.status) }) {
      (told.introductory, told.winBack) = (.ineligible, .ineligible)
      return told
    }
    let last = bought.max { $0.status.expiresAt < $1.status.expiresAt }
    if let last, let plan = last.plan, let toldAt = last.toldAt, last.status.expiresAt <= toldAt,
      !plan.eligibleWinBackOfferIDs.isEmpty
    {
      told.winBack = .eligible
      told.winBackOffers = plan.eligibleWinBackOfferIDs
    }
    return told
  }

  /// A customer whom Apple named and who bought nothing of the group is new to it. A family's share, and a
  /// subscription of an unknown group, leave that open.
  private func toldOfNewcomer(to group: SubscriptionGroupID) -> Told {
    guard isNamed, subscriptions[group] == nil, subscriptions[nil] == nil else { return Told() }
    return Told(introductory: .eligible, winBack: .ineligible)
  }
}
