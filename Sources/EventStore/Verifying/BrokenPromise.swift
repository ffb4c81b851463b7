package import Ledger

/// A promise of the ledger that does not hold, with its place.
package struct BrokenPromise: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Place: Hashable, Sendable, CustomStringConvertible {
    case ledger
    case lane(Int16)
    case batch(Int16, ClosedRange<Int64>)
    case event(EventID)
    /// The evidence stored with this event.
    case evidence(EventID)
    /// A JWS header, by its number.
    case header(Int32)
    case chain(ChainID)
    /// A closed period, by its name, app and environment.
    case close(String, BundleID, StoreEnvironment)
    /// A kept report file of Apple's, by its name.
    case appleFile(String)
    /// A row of a projection, by table and stream.
    case row(table: String, stream: String)
    /// A row of any other table, by the columns of its key.
    case record(table: String, key: String)
    /// A table or a function of the schema.
    case object(String)

    package var description: String {
      switch self {
      case .ledger: "the ledger"
      case .lane(let lane): "lane \(lane)"
      case .batch(let lane, let positions): "lane \(lane), batch \(Self.text(positions))"
      case .event(let id): "event \(id)"
      case .evidence(let id): "evidence \(id)"
      case .header(let number): "header \(number)"
      case .chain(let chain):
        "chain \(chain.originalTransactionID) in \(chain.environment.rawValue)"
      case .close(let name, let app, let environment):
        "the close of \(name) of \(app) in \(environment.rawValue)"
      case .appleFile(let name): "Apple's file \(name)"
      case .row(let table, let stream): "table \(table), stream \(stream)"
      case .record(let table, let key): "table \(table), row \(key)"
      case .object(let name): name
      }
    }

    fileprivate static func text(_ positions: ClosedRange<Int64>) -> String {
      positions.count == 1
        ? "\(positions.lowerBound)" : "\(positions.lowerBound)–\(positions.upperBound)"
    }
  }

  package let place: Place
  /// The finding, as the rest of a sentence that begins with the place.
  package let finding: String

  package init(_ place: Place, _ finding: String) {
    self.place = place
    self.finding = finding
  }

  package var description: String { "\(place): \(finding)" }

  /// A master key that seals something and that the file of master keys has not.
  package static func lacking(masterKey id: String) -> BrokenPromise {
    BrokenPromise(
      .record(table: "master_key", key: id),
      "the file of DAICHO_ENCRYPTION_KEY_FILE lacks it, and rows of table data_key or job name it")
  }

  static func missing(_ lane: Int16, _ positions: ClosedRange<Int64>) -> BrokenPromise {
    let text = Place.text(positions)
    return BrokenPromise(
      .lane(lane),
      positions.count == 1 ? "position \(text) is missing" : "positions \(text) are missing")
  }
}
