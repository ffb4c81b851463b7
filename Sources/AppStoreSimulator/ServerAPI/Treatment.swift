/// The treatment of a request under misbehavior.
enum Treatment: Equatable, Sendable {
  case answer
  /// The request is answered after this many milliseconds.
  case slowAnswer(Int64)
  /// The request fails. Failures are numbered from 1, and the number decides the form of the
  /// answer.
  case failure(number: Int)
  /// The request is answered 429 for this many milliseconds, whatever the request rate.
  case throttling(Int64)
  case silence
  case drop

  /// Draws the treatment, the same for the same seed and ordinal. The first request has ordinal 1.
  init(ofRequest ordinal: UInt64, under misbehavior: Misbehavior) {
    let rules = misbehavior.serverAPI
    var chance = Chance(seed: misbehavior.seed ^ (ordinal &* 0x2545_F491_4F6C_DD1D))
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
