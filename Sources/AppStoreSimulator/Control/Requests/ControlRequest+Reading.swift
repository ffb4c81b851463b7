import Foundation
import HTTPTypes

extension ControlRequest {
  /// Decodes the body as JSON; an absent body counts as an empty object. Ignores fields that the
  /// type does not have.
  func read<Body: Decodable>(_ type: Body.Type) throws(ControlProblem) -> Body {
    do {
      return try JSONDecoder().decode(type, from: body.isEmpty ? Data("{}".utf8) : body)
    } catch let error as ControlProblem {
      throw error
    } catch let error as DecodingError {
      throw ControlProblem(error)
    } catch {
      throw .unreadableBody
    }
  }
}

extension ControlProblem {
  fileprivate static let unreadableBody = ControlProblem(
    .badRequest, code: "unreadable_body", detail: "The body must be a JSON object in UTF-8.")

  /// Creates a problem that names the place in the body where decoding stopped.
  fileprivate init(_ error: DecodingError) {
    switch error {
    case .keyNotFound(let key, let context):
      self = .missing((context.codingPath + [key]).place)
    case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
      self.init(at: context.codingPath, "must be \(Self.name(of: type))")
    case .dataCorrupted(let context):
      self.init(at: context.codingPath, "cannot be read; its value is out of range")
    @unknown default: self = .unreadableBody
    }
  }

  private init(at path: [any CodingKey], _ remedy: String) {
    self = path.isEmpty ? .unreadableBody : .invalid(path.place, remedy)
  }

  private static func name(of type: any Any.Type) -> String {
    switch type {
    case is String.Type: "text"
    case is Bool.Type: "true or false"
    case is Int.Type, is Int64.Type, is UInt64.Type: "a whole number"
    case is Double.Type: "a number"
    case is [Any].Type: "a list"
    default: "an object"
    }
  }
}
