import Foundation
import Ledger

@testable import HTTP

/// A checker of values against the part of JSON Schema that the description uses. A field that is not described is a
/// fault, and so is a keyword that is not known here.
struct SchemaChecker {
  private static let annotations: Set<String> = ["description", "examples", "format"]

  let components: [String: JSONTree]

  /// The schemas of the served document.
  static let served: SchemaChecker = {
    let named = APIDescription.components + [ProblemDescription.problem]
    return SchemaChecker(
      components: Dictionary(uniqueKeysWithValues: named.map { ($0.name, $0.schema) }))
  }()

  /// Returns a sentence for each place where a value differs from a schema.
  func faults(_ value: ParsedJSON, _ schema: JSONTree, at place: String = "$") -> [String] {
    guard case .object(let keywords) = schema else { return ["\(place): the schema is no object"] }
    return keywords.sorted { $0.key < $1.key }.flatMap { keyword, rule in
      faults(value, keyword, rule, beside: keywords, at: place)
    }
  }

  private func faults(
    _ value: ParsedJSON, _ keyword: String, _ rule: JSONTree, beside keywords: [String: JSONTree],
    at place: String
  ) -> [String] {
    switch (keyword, rule) {
    case ("$ref", .text(let reference)):
      let name = reference.split(separator: "/").last.map(String.init) ?? ""
      guard let schema = components[name] else { return ["\(place): there is no \(reference)"] }
      return faults(value, schema, at: place)
    case ("anyOf", .list(let choices)):
      let all = choices.map { faults(value, $0, at: place) }
      return all.contains([]) ? [] : all.min { $0.count < $1.count } ?? []
    case ("type", .text(let type)): return Self.typeFaults(value, [type], at: place)
    case ("type", .list(let types)):
      return Self.typeFaults(
        value, types.compactMap { if case .text(let type) = $0 { type } else { nil } }, at: place)
    case ("enum", .list(let words)):
      return words.contains { Self.equals($0, value) }
        ? [] : ["\(place): \(value) is none of the words"]
    case ("minimum", .number(let least)):
      if case .integer(let number) = value, number < least {
        return ["\(place): \(number) < \(least)"]
      }
      return []
    case ("maximum", .number(let most)):
      if case .integer(let number) = value, number > most {
        return ["\(place): \(number) > \(most)"]
      }
      return []
    case ("maxItems", .number(let most)):
      return value.items.count > most ? ["\(place) has \(value.items.count) items"] : []
    case ("format", .text(let format)): return Self.formatFaults(value, format, at: place)
    case ("items", let schema):
      return value.items.enumerated().flatMap { faults($1, schema, at: "\(place)[\($0)]") }
    case ("required", .list(let names)):
      guard case .object(let members) = value else { return [] }
      return names.compactMap { name in
        guard case .text(let name) = name, members[name] == nil else { return nil }
        return "\(place).\(name) is missing"
      }
    case ("properties", .object(let properties)):
      guard case .object(let members) = value else { return [] }
      return members.sorted { $0.key < $1.key }.flatMap { name, member in
        guard let schema = properties[name] else { return ["\(place).\(name) is not described"] }
        return faults(member, schema, at: "\(place).\(name)")
      }
    case ("additionalProperties", let schema):
      guard case .object(let members) = value, case .object = schema else { return [] }
      return members.flatMap { faults($1, schema, at: "\(place).\($0)") }
    case _ where Self.annotations.contains(keyword): return []
    default: return ["\(place): the keyword \(keyword) is not known"]
    }
  }

  private static func typeFaults(
    _ value: ParsedJSON, _ types: [String], at place: String
  ) -> [String] {
    let own =
      switch value {
      case .null: ["null"]
      case .bool: ["boolean"]
      case .integer: ["integer", "number"]
      case .decimal: ["number"]
      case .text: ["string"]
      case .list: ["array"]
      case .object: ["object"]
      }
    return own.contains(where: types.contains) ? [] : ["\(place) is \(own[0]), not \(types)"]
  }

  private static func formatFaults(
    _ value: ParsedJSON, _ format: String, at place: String
  ) -> [String] {
    guard case .text(let text) = value else { return [] }
    let isValid =
      switch format {
      case "date-time": Instant(text)?.description == text
      case "uuid": UUID(uuidString: text) != nil
      default: false
      }
    return isValid ? [] : ["\(place): \(text) is no \(format)"]
  }

  private static func equals(_ word: JSONTree, _ value: ParsedJSON) -> Bool {
    switch (word, value) {
    case (.null, .null): true
    case (.text(let word), .text(let text)): word == text
    default: false
    }
  }
}
