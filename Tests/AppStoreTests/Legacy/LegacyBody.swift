import AppStore
import Foundation

/// Older documents of Apple, written as text so that a test chooses the form of every value.
enum LegacyBody {
  static let secret = "0f1e2d3c4b5a69788796a5b4c3d2e1f0"
  static let receipt = "cmVjZWlwdA=="

  /// One renewal as Apple has written entries since 2017: every figure is a string.
  static let entry = """
    {
      "quantity": "1", "product_id": "com.example.game.pro.monthly",
      "transaction_id": "320000700000002", "original_transaction_id": "320000700000001",
      "purchase_date": "2021-07-01 10:00:00 Etc/GMT", "purchase_date_ms": "1625133600000",
      "purchase_date_pst": "2021-07-01 03:00:00 America/Los_Angeles",
      "original_purchase_date": "2021-06-01 10:00:01 Etc/GMT",
      "original_purchase_date_ms": "1622541601000",
      "expires_date": "2021-08-01 10:00:00 Etc/GMT", "expires_date_ms": "1627812000000",
      "web_order_line_item_id": "320000300000009", "is_trial_period": "false",
      "is_in_intro_offer_period": "true", "in_app_ownership_type": "PURCHASED",
      "subscription_group_identifier": "20900001"
    }
    """

  /// The same renewal in the older form: `expires_date` holds milliseconds, and the entry names the
  /// app.
  static let olderEntry = """
    {
      "quantity": 1, "product_id": "com.example.game.pro.monthly",
      "transaction_id": 320000700000002, "original_transaction_id": 320000700000001,
      "purchase_date": "2021-07-01 10:00:00 Etc/GMT",
      "original_purchase_date": "2021-06-01T10:00:01Z", "expires_date": "1627812000000",
      "expires_date_formatted": "2021-08-01 10:00:00 Etc/GMT",
      "web_order_line_item_id": 320000300000009, "is_trial_period": false,
      "is_in_intro_offer_period": 1, "subscription_group_identifier": "20900001",
      "bid": "com.example.game", "bvrs": "12", "item_id": "1000000001"
    }
    """

  /// A notification with further members; the text of a member may be any JSON.
  static func notification(
    type: String = "DID_RENEW", environment: String = #""PROD""#, _ members: String...
  ) -> [UInt8] {
    let all = [#""notification_type":"\#(type)""#, #""environment":\#(environment)"#] + members
    return Array("{\(all.joined(separator: ","))}".utf8)
  }

  /// A notification of the modern form with one entry.
  static func unified(_ entry: String = entry, _ members: String...) -> [UInt8] {
    let all =
      [
        #""notification_type":"DID_RENEW","environment":"PROD","bid":"com.example.game""#,
        #""unified_receipt":{"latest_receipt_info":[\#(entry)]}"#,
      ] + members
    return Array("{\(all.joined(separator: ","))}".utf8)
  }

  /// Returns the single entry of a notification whose entry has these members beside the mandatory
  /// ones.
  static func entry(with members: String) throws -> ReceiptEntry? {
    let mandatory = #""product_id":"p","transaction_id":"7","purchase_date_ms":"1000""#
    return try NotificationV1(unified("{\(mandatory),\(members)}")).entries.first
  }

  /// Returns the error with which a notification is rejected.
  static func error(of body: [UInt8]) -> LegacyDocumentError? {
    do throws(LegacyDocumentError) {
      _ = try NotificationV1(body)
      return nil
    } catch {
      return error
    }
  }
}
