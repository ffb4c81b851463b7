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
    do {
      self = try StrictJSON.decode(CheckedBody<Self>.self, from: bytes).body
    } catch let problem as Problem {
      throw problem
    } catch {
      let form = Self.fields.map(\.form).joined(separator: ", ")
      throw .badRequest("unreadable_body", "The body must be JSON as {\(form)}.")
    }
  }
}

private struct CheckedBody<Body: StrictBody>: Decodable {
  /// The longest part of an unknown name that the answer repeats.
  private static var nameMax: Int { 64 }

  let body: Body

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: NamedField.self)
    let known = Body.fields.map(\.name)
    let unknown = Set(container.allKeys.map(\.stringValue)).subtracting(known).sorted()
    guard unknown.isEmpty else {
      let names = known.map { "`\($0)`" }.joined(separator: ", ")
      throw Problem.invalid(
        unknown.map { name in
          FieldFault(String(name.prefix(Self.nameMax)), "is not known here; send \(names)")
        }, code: "unknown_field")
    }
    let faults = Body.fields.compactMap { $0.fault(in: container) }
    guard faults.isEmpty else { throw Problem.invalid(faults) }
    body = try Body(from: decoder)
  }
}
