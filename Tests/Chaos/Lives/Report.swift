package import AppStoreSimulator

extension LivesTrial {
  /// What came of it.
  package struct Report: Sendable {
    package internal(set) var customers = 0
    /// Of all customers together, each from the day of coming.
    package internal(set) var days: Int64 = 0
    package internal(set) var notifications = 0
    /// What games posted and the ledger acknowledged.
    package internal(set) var posts = 0
    /// Different notifications that were lost or late, and carried over from Apple's history.
    package internal(set) var carried = 0
    /// How often an account was asked about.
    package internal(set) var questions = 0
    /// Of the questions, those about somebody who had bought or been given something by then.
    package internal(set) var substantial = 0
    /// How the chains asked about stood in truth.
    package internal(set) var standings: [CustomerTruth.Standing.Status: Int] = [:]
    /// How the paid service asked about stood in truth.
    package internal(set) var paidServices: [CustomerTruth.PaidService.State: Int] = [:]
    /// Of the charges asked about, those after a year of paid service.
    package internal(set) var chargesAfterAYear = 0
    /// Grants held against the ledger's list and wallets, each as often as it was asked about.
    package internal(set) var grants = 0
    /// Of all these grants together.
    package internal(set) var coins: Int64 = 0
    /// Of these grants, those of which a refund had taken some back.
    package internal(set) var takeBacks = 0
    /// Grants of the lives that a reversal had given back as a whole in the end.
    package internal(set) var giveBacks = 0
    /// Where the ledger's answer was not the truth, each with what is needed to see it again.
    package internal(set) var differences: [String] = []

    package init() {}

    /// Takes in a crowd that has lived.
    package mutating func add(_ world: World, posts acknowledged: Int, carried different: Int) {
      customers += world.customers.count
      days += world.customers.map { (world.now - $0.downloadedAt) / Int64(1).days }.reduce(0, +)
      notifications += world.notifications.count
      posts += acknowledged
      carried += different
      let reversed = Set(world.chronicle.compactMap(\.reversedTransaction))
      giveBacks += Truth(world.chronicle).all(at: world.now).flatMap(\.grants)
        .count { $0.takenBack == 0 && reversed.contains($0.transactionId) }
    }

    /// Takes in what was asked about.
    package mutating func add(_ truths: [CustomerTruth]) {
      questions += truths.count
      substantial += truths.count(where: \.isSubstantial)
      for standing in truths.flatMap(\.standings) { standings[standing.status, default: 0] += 1 }
      for service in truths.flatMap(\.paidService) {
        paidServices[service.state, default: 0] += 1
        chargesAfterAYear += service.transactions.count { $0.rate?.reason == .afterAYear }
      }
    }

    /// Takes in whose coins were asked about.
    package mutating func addCoins(of truths: [CustomerTruth]) {
      for grant in truths.flatMap(\.grants) {
        grants += 1
        coins += grant.amount
        if grant.takenBack > 0 { takeBacks += 1 }
      }
    }

    func line(of crowd: Crowd) -> String {
      "\(crowd.name): \(customers) customers so far, \(notifications) notifications "
        + "(\(carried) of them carried over), \(posts) posts, \(questions) questions, \(grants) grants, "
        + "\(differences.count) answers not true"
    }
  }
}

extension Happening {
  fileprivate var reversedTransaction: String? {
    if case .refundReversed(let transaction) = event { transaction } else { nil }
  }
}

extension CustomerTruth {
  fileprivate var isSubstantial: Bool {
    !owned.isEmpty || !standings.isEmpty || !consumables.isEmpty || !paid.isEmpty
  }
}
