import Foundation
import JSONBytes

/// The JSON body of a request, without any field but its own. An unknown field may be misspelled,
/// so the request is rejected instead of answered as if the field had been read.
protocol StrictBody: Decodable {
  /// All fields of the body, by the names of the properties.
  static var fields: [BodyField] { get }
}

extension StrictBody {
  /// Reads a body. Throws a problem that names each unknown, missing or mistyped field, or the form of
  /// what is no JSON object.
  init(reading bytes: [UInt8]) throws(Problem) {
    self = try CheckedBody<Self>.read(bytes, with: Self.fields)
  }
}

/// A body that has some fields, and no others.
struct CheckedBody<Body: Decodable>: DecodableWithConfiguration {
  /// The longest part of an unknown name that the answer repeats.
  private static var nameMax: Int { 64 }

  private let body: Body

  /// Reads a body that has these fields, by the names of its properties.
  static func read(_ bytes: [UInt8], with fields: [BodyField]) throws(Problem) -> Body {
    do {
      return try StrictJSON.decode(Self.self, from: bytes, configuration: fields).body
    } catch let problem as Problem {
      throw problem
    } catch {
      let form = fields.map(\.form).joined(separator: ", ")
      throw .badRequest("unreadable_body", "The body must be JSON as {\(form)}.")
    }
  }

  init(from decoder: any Decoder, configuration fields: [BodyField]) throws {
    let container = try decoder.container(keyedBy: NamedField.self)
    let known = fields.map(\.name)
    let unknown = Set(container.allKeys.map(\.stringValue)).subtracting(known).sorted()
    guard unknown.isEmpty else {
      let names = known.map { "`\($0)`" }.joined(separator: ", ")
      throw Problem.invalid(
        unknown.map { name in
          FieldFault(
            String(name.prefix(Self.nameMax)),
            "is not known here; send \(names.isEmpty ? "no field" : names)")
        }, code: "unknown_field")
    }
    let faults = fields.compactMap { $0.fault(in: container) }
    guard faults.isEmpty else { throw Problem.invalid(faults) }
    if let field = fields.first(where: { $0.isOutOfBounds(in: container) }) {
      throw WalletProblems.amountOutOfBounds(field.name)
    }
    body = try Body(from: decoder)
  }
}
