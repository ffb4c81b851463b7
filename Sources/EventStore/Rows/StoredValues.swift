import Foundation
package import Ledger
package import Postgres

// Values of the ledger as columns and parameters.

extension Instant: PostgresScalar {
  package static var typeOID: UInt32 { PostgresTimestamp.typeOID }
  package static var arrayOID: UInt32 { PostgresTimestamp.arrayOID }

  package func encode(into bytes: inout [UInt8]) {
    PostgresTimestamp(millisecondsSince1970: milliseconds).encode(into: &bytes)
  }

  package init?(binary: UnsafeRawBufferPointer) {
    guard let timestamp = PostgresTimestamp(binary: binary) else { return nil }
    self.init(milliseconds: timestamp.millisecondsSince1970)
  }
}

extension AccountReference: PostgresDecodable {
  package static var typeOID: UInt32 { UUID.typeOID }

  package init?(binary: UnsafeRawBufferPointer) {
    guard let key = UUID(binary: binary) else { return nil }
    self.init(key: key)
  }
}

extension GrantID: PostgresDecodable {
  package static var typeOID: UInt32 { UUID.typeOID }

  package init?(binary: UnsafeRawBufferPointer) {
    guard let key = UUID(binary: binary) else { return nil }
    self.init(key: key)
  }
}

extension EventID: RowDecodable {
  package init(_ columns: inout ColumnReader) throws {
    self.init(lane: try columns.next(), position: try columns.next())
  }
}

extension StoreEnvironment: PostgresDecodable {}
extension BundleID: PostgresDecodable {}
extension ProductID: PostgresDecodable {}
extension ProductType: PostgresDecodable {}
extension SubscriptionGroupID: PostgresDecodable {}
extension TransactionID: PostgresDecodable {}
extension OriginalTransactionID: PostgresDecodable {}
extension AppTransactionID: PostgresDecodable {}
extension Coin: PostgresDecodable {}
extension GrantState: PostgresDecodable {}
