/// The queue of notifications and posts that have not arrived yet, with the result of each attempt.
struct Dispatch: Sendable {
  enum Parcel: Hashable, Sendable {
    /// The index of the notification.
    case notification(Int)
    /// The index of the game's post.
    case post(Int)
  }

  struct Delivery: Sendable {
    let parcel: Parcel
    fileprivate(set) var due: Int64
    fileprivate var order = 0
    /// True for a copy of a notification that has arrived already; the answer to a copy is ignored.
    fileprivate var isCopy = false
    /// True if the delivery is recorded as an attempt but never reaches the ledger.
    fileprivate(set) var isLost = false
    /// The pause between a good answer and a second, duplicate delivery; nil if there is none.
    fileprivate var pauseOfCopy: Int64?
    fileprivate var attempt = 1
  }

  /// Attempts by the index of the notification.
  private(set) var attempts: [Int: [SendAttempt]] = [:]
  /// The number of the games' posts that were answered with success.
  private(set) var acceptedPosts = 0
  private var waiting: [Delivery] = []
  private var orders = 0
  private var takenNotifications = 0
  private var takenPosts = 0

  var isEmpty: Bool { waiting.isEmpty }

  /// Queues the notifications and posts that the world has added since the last call.
  mutating func collect(from world: World, behaving misbehavior: Misbehavior) {
    for index in takenNotifications..<world.notifications.count {
      let notification = world.notifications[index]
      let route = Route(of: notification.uuid, under: misbehavior)
      put(
        Delivery(
          parcel: .notification(index), due: notification.signedDate + route.delay,
          isLost: route.isLost, pauseOfCopy: route.pauseOfCopy))
    }
    takenNotifications = world.notifications.count
    for index in takenPosts..<world.posts.count {
      put(Delivery(parcel: .post(index), due: world.posts[index].postedAt))
    }
    takenPosts = world.posts.count
  }

  /// Removes and returns the deliveries that are due, the earliest first.
  mutating func take(dueBy moment: Int64) -> [Delivery] {
    let due = waiting.filter { $0.due <= moment }.sorted { ($0.due, $0.order) < ($1.due, $1.order) }
    if !due.isEmpty { waiting.removeAll { $0.due <= moment } }
    return due
  }

  /// Records the result of a delivery and queues the next attempt if there is one.
  mutating func record(
    _ reply: LedgerReply, of delivery: Delivery, at moment: Int64,
    in environment: SimulatedApp.Environment
  ) {
    guard !delivery.isCopy else { return }
    switch delivery.parcel {
    case .post:
      if reply.isSuccess {
        acceptedPosts += 1
      } else if !reply.isFinal {
        putAgain(delivery, at: moment + RetrySchedule.pauseOfPost(after: delivery.attempt))
      }
    case .notification(let index):
      attempts[index, default: []].append(
        SendAttempt(attemptDate: moment, sendAttemptResult: reply.result))
      if reply.isSuccess {
        putCopy(of: delivery, at: moment)
      } else if let pause = RetrySchedule.pause(after: delivery.attempt, in: environment) {
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
    put(Delivery(parcel: delivery.parcel, due: moment + pause, isCopy: true))
  }

  private mutating func put(_ delivery: Delivery) {
    orders += 1
    var numbered = delivery
    numbered.order = orders
    waiting.append(numbered)
  }
}
