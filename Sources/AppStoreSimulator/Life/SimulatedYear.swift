/// A year of an app's customers, the same for the same seed and end.
///
/// Messages come as they do in earnest: some twice, most a little late, none in order.
package struct SimulatedYear: Sendable {
  package let messages: [Message]
  /// Indices into `messages` in the order of arrival; an index that comes again is a repetition.
  package let arrivals: [Int]
  package let expected: [ExpectedAnswer]

  /// - Parameter end: milliseconds since 1970; the year is the 365 days before it.
  package init(of app: SimulatedApp, customers: Int, seed: UInt32, end: Int64) {
    var chance = Chance(seed: seed)
    let start = end - Int64(365).days
    let lives = (0..<customers).map { _ in
      CustomerLife(of: app, from: start, to: end, chance: &chance)
    }
    let notices = Self.appNotices(of: app, at: start, &chance)
    messages = notices + lives.flatMap(\.messages)
    arrivals = Self.shuffle(messages, &chance)
    expected = lives.map(\.expected)
  }

  /// What Apple says that concerns no purchase, and a type that nobody has heard of yet.
  private static func appNotices(
    of app: SimulatedApp, at moment: Int64, _ chance: inout Chance
  ) -> [Message] {
    ["TEST", "SOMETHING_NEW"].map { type in
      let notification = SignableNotification(
        type, notificationUUID: chance.uuid(), signedDate: moment, data: app.notificationData)
      return Message(content: .notification(notification, nil, nil), sentAt: moment)
    }
  }

  /// Up to three days late; one in ten comes again within ten days.
  private static func shuffle(_ messages: [Message], _ chance: inout Chance) -> [Int] {
    var arrivals: [(at: Int64, index: Int)] = []
    for (index, message) in messages.enumerated() {
      let first = message.sentAt + chance.number(in: 0...Int64(3).days)
      arrivals.append((first, index))
      if chance.happens(percent: 10) {
        arrivals.append((first + chance.number(in: 0...Int64(10).days), index))
      }
    }
    return arrivals.sorted { ($0.at, $0.index) < ($1.at, $1.index) }.map(\.index)
  }
}
