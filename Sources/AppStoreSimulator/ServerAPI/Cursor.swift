import Crypto
import Foundation

/// A codec for the position at which a listing continues. Its text is valid for that listing only.
struct Cursor: Sendable {
  /// The identity of the listing: name, owner and filter.
  private let listing: String

  /// - Parameter filter: the parameters of the request except the position.
  init(_ name: String, of owner: String = "", _ filter: some Encodable) throws {
    let json = try PayloadSigner.json(filter)
    listing = "\(name)\n\(owner)\n\(String(decoding: json, as: UTF8.self))"
  }

  func text(_ numbers: Int64...) -> String {
    let place = numbers.map(String.init).joined(separator: "_")
    return "\(place)_\(mark(place))"
  }

  /// Returns the numbers that the text encodes; nil if the text belongs to another listing.
  func numbers(in text: String) -> [Int64]? {
    guard let end = text.lastIndex(of: "_") else { return nil }
    let place = String(text[..<end])
    guard text == "\(place)_\(mark(place))" else { return nil }
    return place.split(separator: "_").compactMap { Int64($0) }
  }

  /// Returns a checksum without an underscore, so that the last underscore ends the numbers.
  private func mark(_ place: String) -> String {
    let digest = SHA256.hash(data: Data("\(listing)\n\(place)".utf8))
    return digest.prefix(8).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}
