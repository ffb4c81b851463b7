/// What misbehaviour does to one notification: the same for the same seed.
struct Route {
  let isLost: Bool
  /// How late it is sent.
  let delay: Int64
  /// How long after a good answer a copy is sent; nil where none is.
  let pauseOfCopy: Int64?

  init(of uuid: String, under misbehaviour: Misbehaviour) {
    let rules = misbehaviour.notifications
    let name = uuid.utf8.reduce(14_695_981_039_346_656_037) { (hash: UInt64, byte) in
      (hash ^ UInt64(byte)) &* 1_099_511_628_211
    }
    var chance = Chance(seed: misbehaviour.seed ^ name)
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
