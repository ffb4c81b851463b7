package import AppStoreSimulator

extension Misbehavior {
  /// The misbehavior of a bad year: notifications late, twice, in any order, one in twenty never,
  /// and a Server API that fails. The ledger does not ask the Server API: its failures affect only
  /// the drill's own ``Sweep``.
  package static var trying: Misbehavior {
    var misbehavior = Misbehavior()
    misbehavior.notifications.lostPercent = 5
    misbehavior.notifications.doubledPercent = 10
    misbehavior.notifications.delayedPercent = 10
    misbehavior.notifications.delayMax = Int64(20).days
    misbehavior.notifications.shuffledWithin = Int64(3).days
    misbehavior.serverAPI.failingPercent = 10
    misbehavior.serverAPI.droppedPercent = 5
    misbehavior.serverAPI.slowPercent = 5
    misbehavior.serverAPI.slowness = 50
    return misbehavior
  }
}
