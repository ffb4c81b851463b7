import Glibc
import Postgres

/// A packer of received bytes into small evidence that states its own encoding, and an unpacker.
///
/// Packed evidence is `encoding, dictionary, …`:
/// - encoding 0, dictionary 0: the bytes themselves follow;
/// - encoding 1: varint count of the text; varint count of the JWS cut out of it; the number of
///   each one's header as varints; each one's signature, 64 bytes; the text in raw deflate with the
///   dictionary. Without a JWS the text is the received bytes; otherwise see `EvidenceSplitter`.
///
/// The same bytes give the same packed evidence in one build with the same headers. Another zlib
/// may write different bytes that unpack to the same.
package final class EvidencePacking: Sendable {
  /// The longest bytes to be encoded; longer ones are stored as received. Packed evidence that
  /// claims a greater length is damaged.
  static let byteCountMax = 64 << 20

  private enum Encoding {
    static let asReceived: UInt8 = 0
    static let deflated: UInt8 = 1
  }

  private let packing: CodecPool
  private let pools: [UInt8: CodecPool]

  /// Packs with `dictionary`. Unpacks with the same and with the older ones.
  package init(_ dictionary: EvidenceDictionary = .apple1, older: [EvidenceDictionary] = []) {
    packing = CodecPool(dictionary)
    let pools = older.map { CodecPool($0) } + [packing]
    self.pools = Dictionary(pools.map { ($0.dictionary.number, $0) }) { $1 }
  }

  /// Packs received bytes and never fails. An encoding is used only if it is smaller and restores
  /// every byte.
  ///
  /// If the table lacks a header, the JWS stay whole and the packed evidence becomes many times
  /// larger.
  package func pack(_ splitter: EvidenceSplitter, headers: HeaderTable) -> [UInt8] {
    let received = splitter.received
    guard received.count <= Self.byteCountMax else { return Self.evidenceAsReceived(received) }
    let numbers = splitter.encodedHeaders.compactMap(headers.number)
    if !splitter.headerPlaces.isEmpty, numbers.count == splitter.encodedHeaders.count,
      let body = deflated(
        splitter.text, splitter.headerPlaces.map { numbers[$0] }, splitter.signatures),
      gives(body, received, headers)
    {
      return body
    }
    if let body = deflated(received, [], []), gives(body, received, headers) { return body }
    return Self.evidenceAsReceived(received)
  }

  package func unpack(
    _ body: [UInt8], headers: HeaderTable
  ) throws(EvidenceError) -> [UInt8] {
    var reader = EvidenceReader(body)
    let encoding = try reader.byte()
    let dictionary = try reader.byte()
    switch encoding {
    case Encoding.asReceived: return Array(reader.rest())
    case Encoding.deflated: return try inflated(&reader, dictionary, headers)
    default: throw .unknownEncoding(encoding)
    }
  }

  private func deflated(
    _ text: [UInt8], _ numbers: [Int32], _ signatures: [UInt8]
  ) -> [UInt8]? {
    guard let compressed = packing.withCodec({ $0.compress(text) }) else { return nil }
    var body = [Encoding.deflated, packing.dictionary.number]
    body.reserveCapacity(16 + numbers.count * 3 + signatures.count + compressed.count)
    body.appendVarint(UInt32(text.count))
    body.appendVarint(UInt32(numbers.count))
    for number in numbers { body.appendVarint(UInt32(bitPattern: number)) }
    body += signatures
    body += compressed
    return body
  }

  private func inflated(
    _ reader: inout EvidenceReader, _ dictionary: UInt8, _ headers: HeaderTable
  ) throws(EvidenceError) -> [UInt8] {
    guard let pool = pools[dictionary] else { throw .unknownDictionary(dictionary) }
    let textCount = Int(try reader.varint())
    let count = Int(try reader.varint())
    guard textCount <= Self.byteCountMax,
      count * EvidenceSplitter.signatureCount <= reader.remaining
    else { throw .damaged }
    var numbers: [Int32] = []
    for _ in 0..<count { numbers.append(Int32(bitPattern: try reader.varint())) }
    let signatures = Array(try reader.bytes(count * EvidenceSplitter.signatureCount))
    let compressed = reader.rest()
    guard let text = pool.withCodec({ $0.decompress(compressed, count: textCount) })
    else { throw .damaged }
    var assembly = EvidenceJoiner(
      text: text, headerNumbers: numbers, signatures: signatures, headers: headers)
    return try assembly.received()
  }

  private func gives(_ body: [UInt8], _ received: [UInt8], _ headers: HeaderTable) -> Bool {
    guard body.count < received.count + 2 else { return false }
    // An encoding that cannot be unpacked is not used: the next one is tried.
    guard let unpacked = try? unpack(body, headers: headers) else { return false }
    return unpacked.isSame(as: received)
  }

  private static func evidenceAsReceived(_ received: [UInt8]) -> [UInt8] {
    [Encoding.asReceived, 0] + received
  }
}

extension [UInt8] {
  /// Returns true if both arrays have the same bytes. Compares with `memcmp`.
  func isSame(as other: [UInt8]) -> Bool {
    count == other.count
      && withUnsafeBytes { mine in
        other.withUnsafeBytes { others in
          guard let left = mine.baseAddress, let right = others.baseAddress else { return true }
          return memcmp(left, right, mine.count) == 0
        }
      }
  }
}

extension EvidencePacking {
  /// Packs with this program's dictionary and unpacks with all stored dictionaries. Stores this
  /// program's dictionary beside the evidence.
  convenience init(stored pool: Pool) async throws {
    let own = EvidenceDictionary.apple1
    var stored = try await Self.dictionaries(pool)
    if !stored.contains(own) {
      try await pool.withConnection { connection in
        _ = try await connection.query(.evidenceDictionaryAppend, Int16(own.number), own.bytes)
      }
      stored = try await Self.dictionaries(pool)
    }
    guard stored.contains(own) else { throw EventLogError.dictionaryDiffers }
    self.init(own, older: stored)
  }

  private static func dictionaries(_ pool: Pool) async throws -> [EvidenceDictionary] {
    let rows = try await pool.withConnection { connection in
      try await connection.query(.evidenceDictionariesRead)
    }
    return try rows.decode((Int16, [UInt8]).self).map { number, bytes in
      EvidenceDictionary(number: UInt8(truncatingIfNeeded: number), bytes: bytes)
    }
  }
}

/// A reason for failing to read stored evidence or its key.
package enum EvidenceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A newer program wrote the evidence.
  case unknownEncoding(UInt8)
  /// The given table of headers lacks this number.
  case unknownHeader(Int32)
  case unknownDictionary(UInt8)
  /// The keyring lacks the master key with this id.
  case unknownMasterKey(String)
  /// The evidence was sealed under another key or for another place, or was changed since.
  case notAuthentic
  /// The key is not there, and no erasure destroyed it.
  case lostKey
  /// The key does not open with the master key that it names.
  case unopenedKey
  case damaged

  package var description: String {
    switch self {
    case .unknownEncoding(let number): "evidence is in encoding \(number), which is newer than this"
    case .unknownHeader(let number):
      "evidence names header \(number), which is not stored or was altered"
    case .unknownDictionary(let number): "evidence names dictionary \(number), which is not stored"
    case .unknownMasterKey(let id): "the keyring has no master key \(id): put its line back"
    case .notAuthentic: "evidence or its key does not open: another key, another place, or changed"
    case .lostKey:
      "its key in table data_key is missing, and no row of destroyed_data_key tells of an erasure"
    case .unopenedKey: "its key in table data_key does not open with the master key that it names"
    case .damaged: "evidence is damaged"
    }
  }
}
