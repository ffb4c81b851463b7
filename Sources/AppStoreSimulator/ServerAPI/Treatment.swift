/// How a request is treated.
enum Treatment: Equatable, Sendable {
  case answer
  /// Answered after so many milliseconds.
  case slowAnswer(Int64)
  /// Failures are counted from 1, and look different in turn.
  case failure(number: Int)
  /// Refused for so many milliseconds, however few were asked.
  case throttling(Int64)
  case silence
  case drop

  /// The same for the same seed and the same place among the requests, of which the first is 1.
  init(ofRequest ordinal: UInt64, under misbehaviour: Misbehaviour) {
    let rules = misbehaviour.serverAPI
    var chance = Chance(seed: misbehaviour.seed ^ (ordinal &* 0x2545_F491_4F6C_DD1D))
    if chance.happens(percent: rules.failingPercent) {
      self = .failure(number: 1)
    } else if chance.happens(percent: rules.silentPercent) {
      self = .silence
    } else if chance.happens(percent: rules.droppedPercent) {
      self = .drop
    } else if chance.happens(percent: rules.slowPercent) {
      self = .slowAnswer(rules.slowness)
    } else if chance.happens(percent: rules.throttledPercent) {
      self = .throttling(rules.throttledFor)
    } else {
      self = .answer
    }
  }
}
