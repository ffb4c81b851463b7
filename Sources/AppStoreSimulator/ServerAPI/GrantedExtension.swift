import Synchronization

/// The answer to an extension that was granted.
struct GrantedExtension: Encodable, Sendable {
  let originalTransactionId: String
  let webOrderLineItemId: String?
  let success = true
  /// The new end in milliseconds since 1970.
  let effectiveDate: Int64
}

/// The granted extensions by chain and request identifier, so that a repeated request extends
/// nothing twice.
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
