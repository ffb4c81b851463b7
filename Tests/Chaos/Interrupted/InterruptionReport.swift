extension InterruptedTrial {
  /// What came of it.
  package struct Report: Sendable {
    /// What came between, and where.
    private struct Cause: Hashable {
      let kind: Interruption.Kind
      let step: DeviceStep
    }

    package internal(set) var purchases = 0
    private var interruptions: [Cause: Int] = [:]
    /// Kills and outages, each of which met several purchases.
    package internal(set) var blows: [BlowVictim: Int] = [:]
    package internal(set) var returns: [Interruption.Return: Int] = [:]
    /// Purchases all of whose coins were booked once.
    package internal(set) var once = 0
    /// Purchases of which a coin was booked more than once.
    package internal(set) var twice = 0
    /// Purchases of which a coin was never booked.
    package internal(set) var never = 0
    /// Of all that was booked.
    package internal(set) var coins: Int64 = 0
    /// Whatever is left to be done, wherever.
    package internal(set) var pending = 0
    /// Requests sent, answered or not, but those that were cut on purpose.
    package internal(set) var questions = 0
    /// Requests that had to be sent again.
    package internal(set) var unanswered = 0

    /// Whether each purchase was granted once, and nothing is left to be done.
    package var isComplete: Bool {
      once == purchases && twice == 0 && never == 0 && pending == 0
    }

    package func count(of kind: Interruption.Kind, at step: DeviceStep) -> Int {
      interruptions[Cause(kind: kind, step: step), default: 0]
    }

    mutating func add(_ plan: InterruptionPlan, blows: [BlowVictim: Int], of client: FleetClient) {
      purchases = plan.purchases.count
      for interruption in plan.purchases.map(\.interruption) {
        let cause = Cause(kind: interruption.kind, step: interruption.step)
        interruptions[cause, default: 0] += 1
        returns[interruption.comesBack, default: 0] += 1
      }
      self.blows = blows
      (questions, unanswered) = (client.questions, client.unanswered)
    }
  }
}
