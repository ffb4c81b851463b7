extension InterruptedDrill {
  /// The result of the drill.
  package struct Report: Sendable {
    /// The kind and step of an interruption.
    private struct Cause: Hashable {
      let kind: Interruption.Kind
      let step: DeviceStep
    }

    package internal(set) var purchases = 0
    private var interruptions: [Cause: Int] = [:]
    /// The kills and outages, each of which met several purchases.
    package internal(set) var blows: [BlowVictim: Int] = [:]
    package internal(set) var returns: [Interruption.Return: Int] = [:]
    /// The purchases all of whose coins were booked once.
    package internal(set) var once = 0
    /// The purchases with a coin that was booked more than once.
    package internal(set) var twice = 0
    /// The purchases with a coin that was never booked.
    package internal(set) var never = 0
    /// The coins of everything booked.
    package internal(set) var coins: Int64 = 0
    /// The number of things left to be done, anywhere.
    package internal(set) var pending = 0
    /// The requests sent, answered or not, apart from those that were cut on purpose.
    package internal(set) var questions = 0
    /// The requests that had to be sent again.
    package internal(set) var unanswered = 0

    /// True if each purchase was granted once, and nothing is left to be done.
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
