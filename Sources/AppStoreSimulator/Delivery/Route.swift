/// The faults that misbehavior injects into one notification, the same for the same seed.
struct Route {
  let isLost: Bool
  /// The delay before the notification is sent.
  let delay: Int64
  /// The pause between a good answer and a duplicate delivery; nil if there is no duplicate.
  let pauseOfCopy: Int64?

  init(of uuid: String, under misbehavior: Misbehavior) {
    let rules = misbehavior.notifications
    let name = uuid.utf8.reduce(14_695_981_039_346_656_037) { (hash: UInt64, byte) in
      (hash ^ UInt64(byte)) &* 1_099_511_628_211
    }
    var chance = Chance(seed: misbehavior.seed ^ name)
    isLost = chance.happens(percent: rules.lostPercent)
    let isDoubled = chance.happens(percent: rules.doubledPercent)
    let isDelayed = chance.happens(percent: rules.delayedPercent) && rules.delayMax > 0
    delay =
      chance.number(in: 0...rules.shuffledWithin)
      + (isDelayed ? chance.number(in: 1...rules.delayMax) : 0)
    pauseOfCopy =
      isDoubled ? chance.number(in: 0...max(rules.shuffledWithin, Int64(1).hours)) : nil
  }
}
