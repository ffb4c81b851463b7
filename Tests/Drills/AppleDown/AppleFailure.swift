import AppStoreSimulator

/// A way in which Apple's Server API does not answer as it should.
package enum AppleFailure: String, CaseIterable, Sendable {
  /// Answers 500.
  case failing
  /// Answers 429.
  case throttling
  /// Closes the connection.
  case dropping
  /// Never answers.
  case silent

  /// The milliseconds for which a throttling Apple wants no requests.
  static let throttledFor: Int64 = 5_000

  var misbehavior: Misbehavior {
    var misbehavior = Misbehavior()
    switch self {
    case .failing: misbehavior.serverAPI.failingPercent = 100
    case .throttling:
      misbehavior.serverAPI.throttledPercent = 100
      misbehavior.serverAPI.throttledFor = Self.throttledFor
    case .silent: misbehavior.serverAPI.silentPercent = 100
    case .dropping: misbehavior.serverAPI.droppedPercent = 100
    }
    return misbehavior
  }
}
