import AppStoreSimulator

/// A way in which Apple's Server API does not answer as it should.
package enum AppleTrouble: String, CaseIterable, Sendable {
  /// Answers 500.
  case failing
  /// Answers 429.
  case throttling
  /// Closes the connection.
  case dropping
  /// Never answers.
  case silent

  /// Milliseconds for which a throttling Apple wants to be left alone.
  static let throttledFor: Int64 = 5_000

  var misbehaviour: Misbehaviour {
    var misbehaviour = Misbehaviour()
    switch self {
    case .failing: misbehaviour.serverAPI.failingPercent = 100
    case .throttling:
      misbehaviour.serverAPI.throttledPercent = 100
      misbehaviour.serverAPI.throttledFor = Self.throttledFor
    case .silent: misbehaviour.serverAPI.silentPercent = 100
    case .dropping: misbehaviour.serverAPI.droppedPercent = 100
    }
    return misbehaviour
  }
}
