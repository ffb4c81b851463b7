import Foundation

/// A whole answer of a ledger.
struct Reply: Hashable, Sendable {
  let status: UInt
  let body: String

  /// The stable code of a refusal; nil where there is none.
  var problem: String? {
    struct Problem: Decodable { let code: String }
    // What is no problem document has no code.
    return try? JSONDecoder().decode(Problem.self, from: Data(body.utf8)).code
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws(BrokenTrial) -> Value {
    do {
      return try JSONDecoder().decode(type, from: Data(body.utf8))
    } catch {
      throw BrokenTrial("answered \(status), which is no \(type): \(body)")
    }
  }
}
