package import AppStoreSimulator

extension LivesDrill {
  /// The result of the drill.
  package struct Report: Sendable {
    package internal(set) var customers = 0
    /// The days of all customers together, each from the first day of that customer.
    package internal(set) var days: Int64 = 0
    /// The notifications of all crowds.
    var told: [StoreNotification] = []
    /// The requests of games that the ledger accepted.
    package internal(set) var requests = 0
    /// The requests that registered a token, restored, merged or erased, by the name of the act.
    package internal(set) var ownerRequests: [String: Int] = [:]
    /// The different notifications that were lost or late, and carried over from Apple's history.
    package internal(set) var carried = 0
    /// The number of questions about an account.
    package internal(set) var questions = 0
    /// The questions about accounts that owned or had received something by then.
    package internal(set) var substantial = 0
    /// The true status of the chains asked about.
    package internal(set) var statuses: [CustomerTruth.SubscriptionTruth.Status: Int] = [:]
    /// The true state of the paid service asked about.
    package internal(set) var paidServices: [CustomerTruth.PaidService.State: Int] = [:]
    /// The charges asked about that came after a year of paid service.
    package internal(set) var chargesAfterAYear = 0
    /// The grants compared with the ledger's list and wallets, each as often as it was asked about.
    package internal(set) var grants = 0
    /// The coins of all these grants.
    package internal(set) var coins: Int64 = 0
    /// The grants with coins that a refund had taken back.
    package internal(set) var takeBacks = 0
    /// The grants of the lives that a reversal had given back completely in the end.
    package internal(set) var giveBacks = 0
    /// The grants asked about whose coins another server delivered, and of them those that a refund took
    /// back.
    package internal(set) var elsewhere = (listed: 0, takenBack: 0)
    /// The copies of subscription periods and non-consumables that were restored under ids of their own.
    package internal(set) var restoredCopies = 0
    /// The wrong answers of the ledger, each with the command that repeats it.
    package internal(set) var differences: [String] = []

    package init() {}

    package var notifications: Int { told.count }

    /// Adds a crowd that has lived.
    package mutating func add(_ world: World, requests acknowledged: Int, carried different: Int) {
      customers += world.customers.count
      days += world.customers.map { (world.now - $0.downloadedAt) / Int64(1).days }.reduce(0, +)
      told += world.notifications
      requests += acknowledged
      for act in world.requests.compactMap(\.ownerAct) { ownerRequests[act, default: 0] += 1 }
      carried += different
      restoredCopies += world.restoredCopies.count
      let reversed = Set(world.chronicle.compactMap(\.reversedTransaction))
      giveBacks += Truth(world.chronicle).all(at: world.now).flatMap(\.grants)
        .count { $0.takenBack == 0 && reversed.contains($0.transactionId) }
    }

    /// Adds the truths asked about.
    package mutating func add(_ truths: [AccountTruth]) {
      questions += truths.count
      substantial += truths.count(where: \.isSubstantial)
      for status in truths.flatMap(\.subscriptions) { statuses[status.status, default: 0] += 1 }
      for service in truths.flatMap(\.paidService) {
        paidServices[service.state, default: 0] += 1
        chargesAfterAYear += service.transactions.count { $0.rate?.reason == .afterAYear }
      }
    }

    /// Adds the coins asked about.
    package mutating func addCoins(of truths: [AccountTruth]) {
      for grant in truths.flatMap(\.grants) {
        grants += 1
        coins += grant.amount
        if grant.takenBack > 0 { takeBacks += 1 }
        guard grant.isDeliveredElsewhere else { continue }
        elsewhere.listed += 1
        if grant.takenBack > 0 { elsewhere.takenBack += 1 }
      }
    }

    func line(of crowd: Crowd) -> String {
      "\(crowd.name): \(customers) customers so far, \(notifications) notifications "
        + "(\(carried) of them carried over), \(requests) requests of games, \(questions) questions, \(grants) grants, "
        + "\(differences.count) answers not true"
    }
  }
}

extension GameRequest {
  fileprivate var ownerAct: String? {
    switch action {
    case .register: "registered tokens"
    case .post(_, _, let isRestore): isRestore ? "restores" : nil
    case .merge: "merges"
    case .erase: "erasures"
    }
  }
}

extension Happening {
  fileprivate var reversedTransaction: String? {
    if case .refundReversed(let transaction) = event { transaction } else { nil }
  }
}

extension AccountTruth {
  fileprivate var isSubstantial: Bool {
    !owned.isEmpty || !subscriptions.isEmpty || !grants.isEmpty || !possibleGrants.isEmpty
  }
}
