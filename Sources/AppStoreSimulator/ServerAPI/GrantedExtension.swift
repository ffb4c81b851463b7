import Synchronization

/// The answer to an extension that was granted.
struct GrantedExtension: Encodable, Sendable {
  let originalTransactionId: String
  let webOrderLineItemId: String?
  let success = true
  /// The new end, milliseconds since 1970.
  let effectiveDate: Int64
}

/// What was granted under which identifier, so that a request sent again extends nothing twice.
final class GrantedExtensions: Sendable {
  private struct Request: Hashable {
    let chain: String
    let identifier: String
  }

  private let answers = Mutex<[Request: GrantedExtension]>([:])

  subscript(chain: String, identifier: String) -> GrantedExtension? {
    get { answers.withLock { $0[Request(chain: chain, identifier: identifier)] } }
    set { answers.withLock { $0[Request(chain: chain, identifier: identifier)] = newValue } }
  }
}
