import Foundation

/// The lines of a file without surrounding white space, where a receipt in Base64 counts as one line
/// however it is wrapped.
///
/// OpenSSL and Apple's devices wrap Base64 after 64 columns, mail after 76. A transaction receipt of
/// iOS 6 is text, whose Base64 may be wrapped as well.
struct DocumentLines: Sequence, IteratorProtocol {
  struct Line: Equatable {
    /// The number of the first line in the file, from 1.
    let number: Int
    let text: Data
  }

  /// The columns of a wrapped receipt. An unwrapped one is longer.
  private static let columns = 64...76
  /// The Base64 of the first byte of a receipt, a sequence, and a length that is not in one byte; and
  /// that of a brace before a line break, or before a space and a quotation mark. A JWS may begin so too,
  /// and has dots.
  private static let starts = [Data("MI".utf8), Data("ew".utf8), Data("eyAi".utf8)]
  private static let padding = UInt8(ascii: "=")
  private static let alphabet: Set<UInt8> = Set(
    Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=".utf8))

  private let lines: [Data]
  private var index = 0

  init(_ contents: Data) {
    lines = contents.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  }

  mutating func next() -> Line? {
    while index < lines.count {
      let number = index + 1
      let first = trimmed(index)
      index += 1
      guard !first.isEmpty else { continue }
      return Line(number: number, text: Self.isWrapped(first) ? joined(first) : first)
    }
    return nil
  }

  /// Returns a wrapped receipt without line breaks. All its lines have the length of the first, but
  /// the last may be shorter.
  private mutating func joined(_ first: Data) -> Data {
    var (receipt, last) = (first, first)
    while index < lines.count, last.count == first.count, last.last != Self.padding {
      let line = trimmed(index)
      guard !line.isEmpty, line.count <= first.count, Self.isBase64(line),
        !(Self.isStart(line) && Self.isComplete(receipt))
      else { break }
      receipt.append(line)
      last = line
      index += 1
    }
    return receipt
  }

  private func trimmed(_ index: Int) -> Data {
    let isSpace: (UInt8) -> Bool = { $0 <= UInt8(ascii: " ") }
    let line = lines[index].drop(while: isSpace)
    guard let end = line.lastIndex(where: { !isSpace($0) }) else { return Data() }
    return line[...end]
  }

  private static func isWrapped(_ line: Data) -> Bool {
    columns.contains(line.count) && isStart(line) && isBase64(line)
  }

  private static func isStart(_ line: Data) -> Bool { starts.contains { line.starts(with: $0) } }

  private static func isBase64(_ line: Data) -> Bool { line.allSatisfy(alphabet.contains) }

  /// True if the text has as many bytes as the length of its sequence tells, or ends as a sequence of
  /// indefinite length or a property list does.
  private static func isComplete(_ text: Data) -> Bool {
    let last = text.suffix(4)
    guard let head = Data(base64Encoded: text.prefix(8)), head.count == 6,
      let tail = Data(base64Encoded: last)
    else { return false }
    if head.first == UInt8(ascii: "{") { return tail.contains(UInt8(ascii: "}")) }
    let lengthSize = Int(head[1] & 0x7F)
    guard lengthSize > 0 else { return tail.suffix(2) == Data([0, 0]) }
    guard lengthSize <= 4 else { return false }
    let length = head.dropFirst(2).prefix(lengthSize).reduce(0) { $0 << 8 | Int($1) }
    return text.count / 4 * 3 - (3 - tail.count) >= 2 + lengthSize + length
  }
}
