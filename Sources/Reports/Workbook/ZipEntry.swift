import CZlib

/// A file of an archive while it is written. Only a piece of it is in memory before it is compressed.
struct ZipEntry {
  private static let pieceSize = 262_144

  private let stream: DeflateStream
  private var piece: [UInt8] = []
  private(set) var compressed: [UInt8] = []
  /// The CRC-32 of what was compressed so far.
  private(set) var checksum: UInt32 = 0
  /// The number of bytes that were compressed so far.
  private(set) var size = 0

  init() throws(ZipArchive.Fault) {
    guard let stream = DeflateStream(.raw) else { throw .compression }
    self.stream = stream
  }

  mutating func write(_ text: String) throws(ZipArchive.Fault) {
    piece += text.utf8
    if piece.count >= Self.pieceSize { try compressPiece(isLast: false) }
  }

  /// Compresses what is left. Nothing may be written afterwards.
  mutating func end() throws(ZipArchive.Fault) {
    try compressPiece(isLast: true)
  }

  private mutating func compressPiece(isLast: Bool) throws(ZipArchive.Fault) {
    checksum = UInt32(crc32(uLong(checksum), piece, uInt(piece.count)))
    size += piece.count
    guard let bytes = stream.compress(piece[...], isLast: isLast) else { throw .compression }
    compressed += bytes
    piece.removeAll(keepingCapacity: true)
  }
}
