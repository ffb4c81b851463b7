import AppStore
import Foundation

/// The fields of a body. A field that is null counts as missing.
struct BodyFields: Sendable {
  private let values: [String: AnyJSON]

  init(json: Data) throws(APIError) {
    do {
      values = try JSONDecoder().decode([String: AnyJSON].self, from: json)
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

  private func value(_ name: String) -> AnyJSON? {
    guard let value = values[name], value != .null else { return nil }
    return value
  }
}

/// A JSON value of unknown type.
private enum AnyJSON: Decodable, Equatable, Sendable {
  case null
  case flag(Bool)
  case number(Int64)
  case text(String)
  case list([AnyJSON])
  /// An object or a number outside `Int64`, which no field accepts.
  case foreign

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    // Each attempt that fails leaves the value to the next one.
    if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? container.decode(Int64.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let list = try? container.decode([AnyJSON].self) {
      self = .list(list)
    } else {
      self = .foreign
    }
  }
}
