import Access
import Hummingbird
import Ledger

/// The body of an act of the person on call: who acts and why. Both may be left out, and so may the body.
struct ActBody: StrictBody {
  private static let sizeMax = 4_096

  let by: String?
  let reason: String?

  static let fields: [BodyField] = [.optional("by", .string), .optional("reason", .string)]

  /// Reads the signature of a request whose body tells nothing else.
  static func signature(
    of request: Request, _ context: APIContext
  ) async throws -> ActSignature {
    let bytes = try await WholeBody.read(request, upTo: sizeMax)
    let body = try bytes.isEmpty ? nil : ActBody(reading: bytes)
    return try context.signature(by: body?.by, because: body?.reason)
  }
}

extension APIContext {
  /// Returns the author of an act: the named person, or the name of the key, with the key's id.
  func author(_ name: String?) throws(Problem) -> ActAuthor {
    guard let key = caller.key else { throw .unauthorized }
    return ActAuthor(
      name: try name.map { name throws(Problem) in try PlainName.checked(name, "by") } ?? key.name,
      key: key.id)
  }

  /// Throws a problem unless the request's key has a scope.
  func require(_ scope: Scope) throws(Problem) {
    guard let key = caller.key else { throw .unauthorized }
    guard key.scopes.allows(scope) else { throw .insufficientScope([scope.rawValue]) }
  }

  func signature(by name: String?, because reason: String?) throws(Problem) -> ActSignature {
    try PlainName.check(["by": name, "reason": reason])
    return ActSignature(try author(name), because: reason)
  }
}
