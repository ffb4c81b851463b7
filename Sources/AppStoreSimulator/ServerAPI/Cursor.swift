import Crypto
import Foundation

/// Where a listing goes on, as a text that is good for that one listing only.
struct Cursor: Sendable {
  /// What makes two listings the same.
  private let listing: String

  /// - Parameter filter: what was asked for besides the place.
  init(_ name: String, of owner: String = "", _ filter: some Encodable) throws {
    let json = try PayloadSigner.json(filter)
    listing = "\(name)\n\(owner)\n\(String(decoding: json, as: UTF8.self))"
  }

  func text(_ numbers: Int64...) -> String {
    let place = numbers.map(String.init).joined(separator: "_")
    return "\(place)_\(mark(place))"
  }

  /// The numbers the text was made of; nil if it was not made for this listing.
  func numbers(in text: String) -> [Int64]? {
    guard let end = text.lastIndex(of: "_") else { return nil }
    let place = String(text[..<end])
    guard text == "\(place)_\(mark(place))" else { return nil }
    return place.split(separator: "_").compactMap { Int64($0) }
  }

  /// Without an underscore, so that the last one ends the numbers.
  private func mark(_ place: String) -> String {
    let digest = SHA256.hash(data: Data("\(listing)\n\(place)".utf8))
    return digest.prefix(8).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}
