package import AppStoreSimulator

extension Misbehaviour {
  /// A bad year: late, twice, in any order, one in twenty never, and a Server API that fails. The ledger
  /// does not ask the Server API: its failing torments the trial's own ``Sweep`` only.
  package static var trying: Misbehaviour {
    var misbehaviour = Misbehaviour()
    misbehaviour.notifications.lostPercent = 5
    misbehaviour.notifications.doubledPercent = 10
    misbehaviour.notifications.delayedPercent = 10
    misbehaviour.notifications.delayMax = Int64(20).days
    misbehaviour.notifications.shuffledWithin = Int64(3).days
    misbehaviour.serverAPI.failingPercent = 10
    misbehaviour.serverAPI.droppedPercent = 5
    misbehaviour.serverAPI.slowPercent = 5
    misbehaviour.serverAPI.slowness = 50
    return misbehaviour
  }
}
