import Foundation

/// The JSON body of a request, without any field but its own. An unknown field may be misspelled,
/// so the request is rejected instead of answered as if the field had been read.
protocol StrictBody: Decodable {
  associatedtype CodingKeys: CodingKey, CaseIterable, RawRepresentable<String>

  /// The form of the body, as shown to a caller whose body cannot be read.
  static var form: String { get }
}

extension StrictBody {
  /// Reads a body. Throws a problem that names the unknown field, or the form of the body.
  init(reading bytes: [UInt8]) throws(Problem) {
    do {
      self = try JSONDecoder().decode(CheckedBody<Self>.self, from: Data(bytes)).body
    } catch let problem as Problem {
      throw problem
    } catch {
      throw .badRequest("unreadable_body", "The body must be JSON as \(Self.form).")
    }
  }
}

private struct CheckedBody<Body: StrictBody>: Decodable {
  /// The longest part of an unknown name that the answer repeats.
  private static var nameMax: Int { 64 }

  let body: Body

  init(from decoder: any Decoder) throws {
    let names = try decoder.container(keyedBy: NamedField.self).allKeys.map(\.stringValue)
    if let unknown = names.sorted().first(where: { Body.CodingKeys(rawValue: $0) == nil }) {
      let known = Body.CodingKeys.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
      throw Problem.badRequest(
        "unknown_field",
        "The body has the field `\(unknown.prefix(Self.nameMax))`, which is not known here; send "
          + "\(known).")
    }
    body = try Body(from: decoder)
  }
}

private struct NamedField: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
