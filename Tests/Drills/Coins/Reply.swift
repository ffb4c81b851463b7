import Foundation

/// A complete answer of a ledger.
struct Reply: Hashable, Sendable {
  let status: UInt
  let body: String

  /// The stable code of a problem document, or nil without one.
  var problem: String? {
    struct Problem: Decodable { let code: String }
    // Anything but a problem document has no code.
    return try? JSONDecoder().decode(Problem.self, from: Data(body.utf8)).code
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws(BrokenDrill) -> Value {
    do {
      return try JSONDecoder().decode(type, from: Data(body.utf8))
    } catch {
      throw BrokenDrill("answered \(status), which is no \(type): \(body)")
    }
  }
}
