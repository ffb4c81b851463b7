/// What has been said and not yet arrived, and what became of each attempt.
struct Dispatch: Sendable {
  enum Parcel: Hashable, Sendable {
    /// The index of the notification.
    case notification(Int)
    /// The index of what the game posts.
    case post(Int)
  }

  struct Delivery: Sendable {
    let parcel: Parcel
    let due: Int64
    fileprivate let order: Int
    /// A copy of what was sent already: its answer counts for nothing.
    let isCopy: Bool
    /// Apple believes to send it, and it goes nowhere.
    let isLost: Bool
    fileprivate let attempt: Int
  }

  /// How long a game waits before it posts again.
  private static let postPause = Int64(1).hours

  /// By the index of the notification.
  private(set) var attempts: [Int: [SendAttempt]] = [:]
  private var waiting: [Delivery] = []
  private var orders = 0
  private var takenNotifications = 0
  private var takenPosts = 0

  var isEmpty: Bool { waiting.isEmpty }

  /// Takes charge of what the world has said since the last time.
  mutating func collect(from world: World, behaving misbehaviour: Misbehaviour) {
    for index in takenNotifications..<world.notifications.count {
      let notification = world.notifications[index]
      var route = Route(of: notification.uuid, under: misbehaviour)
      put(
        .notification(index), at: notification.signedDate + route.delay, isLost: route.isLost)
      if route.isDoubled, !route.isLost {
        let late = route.delay + route.delayOfCopy
        put(.notification(index), at: notification.signedDate + late, isCopy: true)
      }
    }
    takenNotifications = world.notifications.count
    for index in takenPosts..<world.posts.count {
      put(.post(index), at: world.posts[index].postedAt)
    }
    takenPosts = world.posts.count
  }

  /// Takes out what is due, the earliest first.
  mutating func take(dueBy moment: Int64) -> [Delivery] {
    let due = waiting.filter { $0.due <= moment }.sorted { ($0.due, $0.order) < ($1.due, $1.order) }
    if !due.isEmpty { waiting.removeAll { $0.due <= moment } }
    return due
  }

  /// Writes down what became of a delivery, and plans the next attempt if there is to be one.
  mutating func record(
    _ result: SendAttempt.Result, of delivery: Delivery, at moment: Int64,
    in environment: SimulatedApp.Environment
  ) {
    guard !delivery.isCopy else { return }
    switch delivery.parcel {
    case .post:
      if result != .success { put(delivery.parcel, at: moment + Self.postPause) }
    case .notification(let index):
      attempts[index, default: []].append(
        SendAttempt(attemptDate: moment, sendAttemptResult: result))
      guard result != .success,
        let pause = RetrySchedule.pause(after: delivery.attempt, in: environment)
      else { return }
      put(
        delivery.parcel, at: moment + pause, isLost: delivery.isLost, attempt: delivery.attempt + 1)
    }
  }

  private mutating func put(
    _ parcel: Parcel, at due: Int64, isCopy: Bool = false, isLost: Bool = false, attempt: Int = 1
  ) {
    orders += 1
    waiting.append(
      Delivery(
        parcel: parcel, due: due, order: orders, isCopy: isCopy, isLost: isLost, attempt: attempt))
  }
}

/// What misbehaviour does to one notification: the same for the same seed.
private struct Route {
  let isLost: Bool
  let isDoubled: Bool
  let delay: Int64
  private var chance: Chance
  private let shuffledWithin: Int64

  init(of uuid: String, under misbehaviour: Misbehaviour) {
    let rules = misbehaviour.notifications
    let name = uuid.utf8.reduce(14_695_981_039_346_656_037) { (hash: UInt64, byte) in
      (hash ^ UInt64(byte)) &* 1_099_511_628_211
    }
    var chance = Chance(seed: misbehaviour.seed ^ name)
    isLost = chance.happens(percent: rules.lostPercent)
    isDoubled = chance.happens(percent: rules.doubledPercent)
    let isDelayed = chance.happens(percent: rules.delayedPercent)
    delay =
      chance.number(in: 0...rules.shuffledWithin)
      + (isDelayed ? chance.number(in: 0...rules.delayMax) : 0)
    shuffledWithin = rules.shuffledWithin
    self.chance = chance
  }

  /// How much later the copy comes.
  var delayOfCopy: Int64 {
    mutating get { chance.number(in: 0...max(shuffledWithin, Int64(1).hours)) }
  }
}
