import EventStore
import Foundation

/// The wrapping of all data keys, as printed.
package struct RewrapBody: Encodable {
  /// A data key that no master key of the file opens.
  struct Unopened: Encodable {
    enum Kind: String, Encodable { case stream, job }

    let kind: Kind
    let id: String
    let lane: Int16
    /// The id of the master key that wraps it.
    let key: String

    init(_ kind: Kind, _ unopened: UnopenedKey) {
      self.kind = kind
      id = unopened.place.id.uuidString.lowercased()
      lane = unopened.place.lane
      key = unopened.masterKeyID
    }
  }

  /// The id of the first master key, which wraps every data key that opens.
  let key: String
  /// The number of data keys that were wrapped now.
  let wrapped: Int
  let notOpened: [Unopened]

  package init(_ done: DataKeyWrapping) {
    key = done.keyID
    wrapped = done.count
    notOpened =
      done.unopenedStreams.map { Unopened(.stream, $0) }
      + done.unopenedJobs.map { Unopened(.job, $0) }
  }
}
