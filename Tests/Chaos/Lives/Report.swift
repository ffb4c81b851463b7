import AppStoreSimulator

extension LivesTrial {
  /// What came of it.
  package struct Report: Sendable {
    package internal(set) var customers = 0
    /// Of all customers together.
    package internal(set) var days = 0
    package internal(set) var notifications = 0
    package internal(set) var posts = 0
    /// Notifications that were lost, and carried over from Apple's history.
    package internal(set) var carried = 0
    /// How often an account was asked about.
    package internal(set) var questions = 0
    /// Where the ledger's answer was not the truth, each with what is needed to see it again.
    package internal(set) var differences: [String] = []

    mutating func add(_ crowd: Crowd, _ world: World) {
      customers += world.customers.count
      days += world.customers.count * Int(crowd.years) * 365
      notifications += world.notifications.count
      posts += world.posts.count
    }

    func line(of crowd: Crowd) -> String {
      "\(crowd.name), seed \(crowd.seed): \(customers) customers so far, \(notifications) "
        + "notifications (\(carried) of them carried over), \(posts) posts, \(questions) questions, \(differences.count) differences"
    }
  }
}
