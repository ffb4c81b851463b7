import AppStore
import Foundation

/// The fields of a body; one that is null is as good as missing.
struct BodyFields: Sendable {
  private let values: [String: JSONValue]

  init(json: Data) throws(APIError) {
    do {
      values = try JSONDecoder().decode([String: JSONValue].self, from: json)
    } catch {
      throw .generalBadRequest
    }
  }

  func has(_ name: String) -> Bool { value(name) != nil }

  func flag(_ name: String, or error: APIError) throws(APIError) -> Bool {
    guard case .flag(let flag) = value(name) else { throw error }
    return flag
  }

  func number(
    _ name: String, in range: ClosedRange<Int64>, or error: APIError
  ) throws(APIError) -> Int64 {
    guard case .number(let number) = value(name), range.contains(number) else { throw error }
    return number
  }

  func text(_ name: String, or error: APIError) throws(APIError) -> String {
    guard case .text(let text) = value(name) else { throw error }
    return text
  }

  func texts(_ name: String, or error: APIError) throws(APIError) -> [String] {
    guard case .list(let list) = value(name) else { throw error }
    var texts: [String] = []
    for value in list {
      guard case .text(let text) = value else { throw error }
      texts.append(text)
    }
    return texts
  }

  private func value(_ name: String) -> JSONValue? {
    guard let value = values[name], value != .null else { return nil }
    return value
  }
}

/// JSON of which nothing is known yet.
private enum JSONValue: Decodable, Equatable, Sendable {
  case null
  case flag(Bool)
  case number(Int64)
  case text(String)
  case list([JSONValue])
  /// An object, or a number that is none of ours: nothing any field has.
  case foreign

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    // Each attempt that fails leaves the value to the next.
    if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? container.decode(Int64.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let list = try? container.decode([JSONValue].self) {
      self = .list(list)
    } else {
      self = .foreign
    }
  }
}
