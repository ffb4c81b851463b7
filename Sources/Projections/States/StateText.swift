import Foundation
import JSONBytes
import Postgres

/// The coding of what a row lists as JSON text.
enum StateText {
  static func encode(_ list: some Collection & Encodable) throws -> JSONText {
    list.isEmpty ? JSONText("[]") : try encode(whole: list)
  }

  static func encode(whole value: some Encodable) throws -> JSONText {
    JSONText(try JSONBytes.text(value, escapesSlashes: true))
  }

  static func decode<Element: Decodable>(_ type: [Element].Type, _ json: JSONText) throws
    -> [Element]
  {
    json.text == "[]" ? [] : try decode(whole: type, json)
  }

  static func decode<Value: Decodable>(whole type: Value.Type, _ json: JSONText) throws -> Value {
    try JSONDecoder().decode(type, from: Data(json.text.utf8))
  }
}
