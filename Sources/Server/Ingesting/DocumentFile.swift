package import Foundation
import Intake

/// The documents of a file: one notification body, one receipt, or one document a line.
///
/// A line is a notification body, a JWS, a receipt in Base64, which may be wrapped, or a transaction
/// receipt of iOS 6, each also as a JSON string. Empty lines are skipped.
package struct DocumentFile: Sequence {
  package struct Document: Sendable {
    let file: String
    let line: Int
    let bytes: [UInt8]
  }

  /// The most bytes that are looked at to recognize a property list.
  private static let propertyListMax = 65_536

  let name: String
  private let contents: Data

  /// Reads a file, or standard input for `-`.
  package init(_ name: String) throws(Failure) {
    self.name = name
    contents = try Self.contents(of: name)
  }

  /// Returns the contents of a file, or of standard input for `-`.
  package static func contents(of name: String) throws(Failure) -> Data {
    do {
      let file =
        name == "-"
        ? FileHandle.standardInput : try FileHandle(forReadingFrom: URL(filePath: name))
      return try file.readToEnd() ?? Data()
    } catch {
      throw Failure("\(name) cannot be read")
    }
  }

  init(name: String, contents: [UInt8]) {
    self.name = name
    self.contents = Data(contents)
  }

  package func makeIterator() -> AnyIterator<Document> {
    if isOneObject || isOnePropertyList
      || DocumentKind.detect([UInt8](contents.prefix(2))) == .receipt
    {
      let whole = Document(file: name, line: 1, bytes: [UInt8](contents))
      return AnyIterator([whole].makeIterator())
    }
    return AnyIterator(
      DocumentLines(contents).lazy
        .map { Document(file: name, line: $0.number, bytes: Self.unquoted($0.text)) }
        .makeIterator())
  }

  /// True if the contents are one JSON object written over several lines.
  private var isOneObject: Bool {
    guard contents.first(where: { $0 > UInt8(ascii: " ") }) == UInt8(ascii: "{"),
      let end = contents.firstIndex(of: UInt8(ascii: "\n"))
    else { return false }
    return !Self.isJSON(contents[..<end]) && Self.isJSON(contents)
  }

  /// True if the contents are one property list written over several lines.
  private var isOnePropertyList: Bool {
    let text = contents.drop { $0 <= UInt8(ascii: " ") }
    guard DocumentKind.detect([UInt8](text.prefix(Self.propertyListMax))) == .transactionReceipt,
      let end = text.firstIndex(of: UInt8(ascii: "\n"))
    else { return false }
    return !text[..<end].contains(UInt8(ascii: "}"))
  }

  private static func isJSON(_ text: Data) -> Bool {
    // Text that does not parse is not JSON.
    (try? JSONSerialization.jsonObject(with: text)) != nil
  }

  private static func unquoted(_ line: Data) -> [UInt8] {
    guard line.first == UInt8(ascii: "\""),
      // A line that is not a string is passed on unchanged, and rejected later.
      let text = try? JSONDecoder().decode(String.self, from: Data(line))
    else { return [UInt8](line) }
    return [UInt8](text.utf8)
  }
}
