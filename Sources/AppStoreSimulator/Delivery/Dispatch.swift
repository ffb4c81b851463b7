/// The queue of notifications and of games' requests that have not arrived yet, with the result of each attempt.
struct Dispatch: Sendable {
  enum Parcel: Hashable, Sendable {
    /// The index of the notification.
    case notification(Int)
    /// The index of the game's request.
    case request(Int)
  }

  struct Delivery: Sendable {
    let parcel: Parcel
    /// The customer whose requests are sent one after the other; nil if there is none.
    fileprivate let customer: Int?
    fileprivate(set) var due: Int64
    fileprivate var order = 0
    /// True for a copy of a notification that has arrived already; the answer to a copy is ignored.
    fileprivate var isCopy = false
    /// True if the delivery is recorded as an attempt but never reaches the ledger.
    fileprivate(set) var isLost = false
    /// The pause between a good answer and a second, duplicate delivery; nil if there is none.
    fileprivate var pauseOfCopy: Int64?
    fileprivate var attempt = 1
    /// The version of a notification.
    fileprivate var version = NotificationVersion.version2

    fileprivate var isNews: Bool {
      if case .notification = parcel { true } else { false }
    }

    /// The number of the request; 0 for a notification.
    fileprivate var request: Int {
      if case .request(let index) = parcel { index } else { 0 }
    }
  }

  /// Attempts by the index of the notification.
  private(set) var attempts: [Int: [SendAttempt]] = [:]
  /// The number of the games' requests that were answered with success.
  private(set) var acceptedRequests = 0
  /// The customers of whom a request has been taken and has no result yet.
  private var busy: Set<Int> = []
  private var waiting: [Delivery] = []
  private var orders = 0
  private var takenNotifications = 0
  private var takenRequests = 0

  var isEmpty: Bool { waiting.isEmpty }

  /// Queues the notifications and requests that the world has added since the last call.
  mutating func collect(from world: World, behaving misbehavior: Misbehavior) {
    for index in takenNotifications..<world.notifications.count {
      let notification = world.notifications[index]
      guard notification.isSent else { continue }
      let route = Route(of: notification.uuid, under: misbehavior)
      put(
        Delivery(
          parcel: .notification(index), customer: notification.customer,
          due: notification.signedDate + route.delay,
          isLost: route.isLost, pauseOfCopy: route.pauseOfCopy, version: notification.version))
    }
    takenNotifications = world.notifications.count
    for index in takenRequests..<world.requests.count {
      let request = world.requests[index]
      put(Delivery(parcel: .request(index), customer: request.customer, due: request.at))
    }
    takenRequests = world.requests.count
  }

  /// Removes and returns the deliveries that are due and were not tried before, the earliest first.
  ///
  /// Only the earliest request of each customer is taken, and no notification that Apple sends after
  /// an untried request: whoever acted before was heard before.
  mutating func take(dueBy moment: Int64, except tried: Set<Parcel>) -> [Delivery] {
    let first = firstRequests()
    let ready = first.values.filter {
      $0.due <= moment && !tried.contains($0.parcel) && !busy.contains($0.customer ?? 0)
    }
    let news = waiting.filter { delivery in
      guard delivery.isNews, delivery.due <= moment, !tried.contains(delivery.parcel) else {
        return false
      }
      guard let before = delivery.customer.flatMap({ first[$0] }) else { return true }
      return tried.contains(before.parcel) || delivery.due <= before.due
    }
    busy.formUnion(ready.compactMap(\.customer))
    let taken = (news + ready).sorted { ($0.due, $0.order) < ($1.due, $1.order) }
    let orders = Set(taken.map(\.order))
    if !taken.isEmpty { waiting.removeAll { orders.contains($0.order) } }
    return taken
  }

  /// Returns the earliest request of each customer.
  private func firstRequests() -> [Int: Delivery] {
    waiting.filter { !$0.isNews }.reduce(into: [:]) { first, delivery in
      guard let customer = delivery.customer else { return }
      if first[customer].map({ delivery.request < $0.request }) ?? true {
        first[customer] = delivery
      }
    }
  }

  /// Records the result of a delivery and queues the next attempt if there is one.
  mutating func record(
    _ reply: LedgerReply, of delivery: Delivery, at moment: Int64,
    in environment: SimulatedApp.Environment
  ) {
    if !delivery.isNews, let customer = delivery.customer { busy.remove(customer) }
    guard !delivery.isCopy else { return }
    switch delivery.parcel {
    case .request:
      if reply.isSuccess {
        acceptedRequests += 1
      } else if !reply.isFinal {
        putAgain(delivery, at: moment + RetrySchedule.pauseOfPost(after: delivery.attempt))
      }
    case .notification(let index):
      attempts[index, default: []].append(
        SendAttempt(attemptDate: moment, sendAttemptResult: reply.result))
      if reply.isSuccess {
        putCopy(of: delivery, at: moment)
      } else if let pause = RetrySchedule.pause(
        after: delivery.attempt, of: delivery.version, in: environment)
      {
        putAgain(delivery, at: moment + pause)
      }
    }
  }

  private mutating func putAgain(_ delivery: Delivery, at due: Int64) {
    var next = delivery
    next.due = due
    next.attempt += 1
    put(next)
  }

  private mutating func putCopy(of delivery: Delivery, at moment: Int64) {
    guard let pause = delivery.pauseOfCopy else { return }
    put(
      Delivery(
        parcel: delivery.parcel, customer: delivery.customer, due: moment + pause, isCopy: true))
  }

  private mutating func put(_ delivery: Delivery) {
    orders += 1
    var numbered = delivery
    numbered.order = orders
    waiting.append(numbered)
  }
}
