import CZlib

/// A zip archive, read back by its directory. Each file is decompressed, and compared with its length, its checksum and
/// the header before it.
package struct ReadArchive: Sendable {
  package struct Fault: Error, CustomStringConvertible {
    package let description: String
  }

  /// The names of the files, in their order.
  package private(set) var names: [String] = []
  /// The time and the day of each file, as the archive writes them.
  package private(set) var times: [[Int]] = []
  private var files: [String: [UInt8]] = [:]
  private let bytes: [UInt8]

  /// The bytes of the directory's entry, and of the header of a file, before its name.
  private static let (entryLength, headerLength, endLength) = (46, 30, 22)

  package init(_ bytes: [UInt8]) throws(Fault) {
    self.bytes = bytes
    let end = bytes.count - Self.endLength
    guard end >= 0, number(end, 4) == 0x0605_4B50 else {
      throw Fault(description: "\(bytes.count) bytes do not end as an archive")
    }
    let count = number(end + 10, 2)
    guard number(end + 8, 2) == count, number(end + 16, 4) + number(end + 12, 4) == end else {
      throw Fault(description: "the directory is not what the end says")
    }
    var place = number(end + 16, 4)
    for _ in 0..<count { place = try read(at: place) }
    guard place == end else { throw Fault(description: "the directory has more than \(count)") }
  }

  /// Returns the content of a file; nothing if there is none.
  package subscript(name: String) -> [UInt8] { files[name] ?? [] }

  /// Reads the file of an entry of the directory. Returns the place of the next entry.
  private mutating func read(at entry: Int) throws(Fault) -> Int {
    let header = number(entry + 42, 4)
    let nameLength = number(entry + 28, 2)
    let end = entry + Self.entryLength + nameLength
    let name = String(decoding: bytes[entry + Self.entryLength..<end], as: UTF8.self)
    guard number(entry, 4) == 0x0201_4B50, number(header, 4) == 0x0403_4B50,
      // From the version to the length of the extra field both say the same.
      bytes[entry + 6..<entry + 32] == bytes[header + 4..<header + 30],
      number(entry + 8, 2) == 0, number(entry + 10, 2) == 8, number(entry + 30, 2) == 0
    else { throw Fault(description: "the headers of \(name) differ") }
    let start = header + Self.headerLength + nameLength
    guard Array(bytes[header + Self.headerLength..<start]) == Array(name.utf8),
      let content = Self.inflate(
        bytes[start..<start + number(entry + 20, 4)], count: number(entry + 24, 4)),
      crc32(0, content, UInt32(content.count)) == UInt(number(entry + 16, 4))
    else { throw Fault(description: "the content of \(name) is damaged") }
    names.append(name)
    times.append([number(entry + 12, 2), number(entry + 14, 2)])
    files[name] = content
    return end
  }

  /// Returns a number of some bytes, the lowest first.
  private func number(_ place: Int, _ length: Int) -> Int {
    bytes[place..<place + length].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// Returns nil unless the stream holds exactly `count` bytes and nothing follows.
  private static func inflate(_ compressed: ArraySlice<UInt8>, count: Int) -> [UInt8]? {
    var stream = z_stream()
    let size = Int32(MemoryLayout<z_stream>.size)
    guard inflateInit2_(&stream, -15, ZLIB_VERSION, size) == Z_OK else { return nil }
    defer { inflateEnd(&stream) }
    var isWhole = false
    let content = compressed.withUnsafeBufferPointer { compressed in
      [UInt8](unsafeUninitializedCapacity: max(count, 1)) { target, written in
        stream.next_in = UnsafeMutablePointer(mutating: compressed.baseAddress)
        stream.avail_in = UInt32(compressed.count)
        stream.next_out = target.baseAddress
        stream.avail_out = UInt32(count)
        isWhole =
          CZlib.inflate(&stream, Z_FINISH) == Z_STREAM_END && stream.avail_in == 0
          && stream.avail_out == 0
        written = count - Int(stream.avail_out)
      }
    }
    return isWhole ? content : nil
  }
}
