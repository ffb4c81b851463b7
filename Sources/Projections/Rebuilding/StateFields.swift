import EventStore
import Foundation
import Ledger

/// The fields of a stored state, each by the path of its names, such as `state.purchase.price`.
enum StateFields {
  /// The column that holds a state.
  static let column = "state"
  static let tables: Set<String> = ["chain", "chain_transaction"]

  /// The labels of boxes, which say nothing about the field.
  private static let transparent: Set<String> = [
    "boxed", "storage", "value", "some", "all", "present", "_0",
  ]

  /// Returns the fields of a state; nil for another column, and for a state that cannot be read.
  ///
  /// - Parameter text: the bytes as the database writes them, in hexadecimal digits after `\x`.
  static func read(_ text: String, of table: String) -> [String: String]? {
    guard let bytes = bytes(text) else { return nil }
    let state: Any?
    switch table {
    // A state that cannot be read is told as such.
    case "chain": state = try? StoredState.decode(ChainState.self, bytes)
    case "chain_transaction": state = try? StoredState.decode(TransactionState.self, bytes)
    default: return nil
    }
    guard let state else { return nil }
    var fields: [String: String] = [:]
    add(state, at: column, to: &fields)
    return fields
  }

  /// Returns the size of a state in words.
  static func size(_ text: String?) -> String {
    text.map { "\(($0.utf8.count - 2) / 2) bytes" } ?? "none"
  }

  private static func bytes(_ text: String) -> [UInt8]? {
    guard text.hasPrefix("\\x"), text.utf8.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    var digits = text.dropFirst(2)
    while !digits.isEmpty {
      guard let byte = UInt8(digits.prefix(2), radix: 16) else { return nil }
      bytes.append(byte)
      digits = digits.dropFirst(2)
    }
    return bytes
  }

  private static func add(_ value: Any, at path: String, to fields: inout [String: String]) {
    if let text = plain(value) {
      fields[path] = text
      return
    }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .collection, .set:
      for (number, child) in elements(mirror).enumerated() {
        add(child, at: number == 0 ? path : "\(path).\(number + 1)", to: &fields)
      }
    case .dictionary:
      for (number, child) in elements(mirror).enumerated() {
        let pair = Array(Mirror(reflecting: child).children)
        let name = pair.first.flatMap { plain($0.value) } ?? "\(number + 1)"
        if let content = pair.last { add(content.value, at: "\(path).\(name)", to: &fields) }
      }
    case .enum where mirror.children.isEmpty: fields[path] = "\(value)"
    default:
      for child in mirror.children {
        let label = child.label ?? ""
        let isHidden = transparent.contains(label) || label.hasPrefix(".")
        add(child.value, at: isHidden ? path : "\(path).\(label)", to: &fields)
      }
    }
  }

  /// Returns the elements in an order that equal values share.
  private static func elements(_ mirror: Mirror) -> [Any] {
    let elements = mirror.children.map(\.value)
    guard mirror.displayStyle != .collection else { return elements }
    return elements.sorted { "\($0)" < "\($1)" }
  }

  /// Returns the text of a value of one field; nil for a value of several.
  private static func plain(_ value: Any) -> String? {
    switch value {
    case let value as Instant: value.description
    case let value as EventID: value.description
    case let value as UUID: value.uuidString.lowercased()
    case let value as Digest: value.hexadecimal
    case let value as any RawRepresentable: "\(value.rawValue)"
    case let value as any LosslessStringConvertible: value.description
    default: nil
    }
  }
}
