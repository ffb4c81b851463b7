import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// A request to a control route, with its whole body.
struct ControlRequest: Sendable {
  /// The limit of a body in bytes; catalogs are the largest bodies.
  private static let bodyMax = 4 << 20

  let body: Data
  private let parameters: Parameters
  private let query: [String: String]

  /// - Parameter known: the query parameters that the route accepts; any other is an error.
  init(
    _ request: Request, _ context: some RequestContext, allowing known: Set<String>
  ) async throws {
    parameters = context.parameters
    query = try Self.query(of: request, allowing: known)
    do {
      body = Data(try await request.body.collect(upTo: Self.bodyMax).readableBytesView)
    } catch is NIOTooManyBytesError {
      throw ControlProblem(
        .contentTooLarge, code: "body_too_large",
        detail: "The body has more than \(Self.bodyMax) bytes; send less.")
    }
  }

  private static func query(
    of request: Request, allowing known: Set<String>
  ) throws(ControlProblem) -> [String: String] {
    var query: [String: String] = [:]
    for (key, value) in request.uri.queryParameters {
      let name = String(key)
      guard known.contains(name) else {
        let remedy =
          known.isEmpty ? "leave it out" : "use one of \(known.sorted().joined(separator: ", "))"
        throw ControlProblem(
          .badRequest, code: "unknown_parameter",
          detail: "The parameter `\(name.prefix(64))` is not known; \(remedy).",
          field: String(name.prefix(64)))
      }
      guard query.updateValue(String(value), forKey: name) == nil else {
        throw .invalid(name, "is given twice; give it once")
      }
    }
    return query
  }

  /// Returns a part of the path, percent-decoded.
  func part(_ name: String) throws -> String {
    guard let part = try parameters.require(name).removingPercentEncoding else {
      throw ControlProblem.invalid(name, "must be UTF-8 with percent escapes")
    }
    return part
  }

  func parameter(_ name: String) -> String? { query[name] }

  func moment(_ name: String) throws(ControlProblem) -> Int64? {
    guard let text = query[name] else { return nil }
    return try Self.moment(text, name)
  }

  /// - Parameter field: the field that holds the text, for the error.
  static func moment(_ text: String, _ field: String) throws(ControlProblem) -> Int64 {
    guard let moment = CustomerTruth.Moment(rfc3339: text) else {
      throw .invalid(field, "must be a time in UTC such as 2026-01-31T09:00:00Z")
    }
    return moment.milliseconds
  }

  func number(
    _ name: String, in range: ClosedRange<Int>, default fallback: Int
  ) throws(ControlProblem) -> Int {
    guard let text = query[name] else { return fallback }
    guard let number = Int(text), range.contains(number) else {
      throw .invalid(name, range.remedy)
    }
    return number
  }

  func flag(_ name: String) throws(ControlProblem) -> Bool {
    switch query[name] {
    case nil, "false": false
    case "true": true
    default: throw .invalid(name, "must be true or false")
    }
  }
}

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
