import Foundation
import Ledger

/// An event as the columns of table `event`, with strings instead of ids.
struct EventRow: Equatable {
  var type: EventType
  var schemaVersion: Int16 = 1
  var stream: UUID
  var assertedAt: Instant
  var trust: Trust = .signed
  var assertedGroups: Int16 = 0
  var flags: Int16 = 0

  var environment: String
  var app: String?
  var product: String?
  var productType: String?
  var subscriptionGroup: String?
  var ownership: String?
  var reason: String?
  var storefront: String?
  var storefrontID: String?
  var currency: String?
  var billingPlan: String?
  var offerIdentifier: String?
  var offerDiscount: String?
  var offerPeriod: String?
  var revocationType: String?
  var autoRenewProduct: String?
  var notificationType: String?
  var notificationSubtype: String?

  var quantity: Int32?
  var offerType: Int32?
  var revocationReason: Int32?
  var revocationPercentage: Int32?
  var expirationIntent: Int32?
  var priceIncreaseStatus: Int32?
  var status: Int32?
  var price: Int64?

  var purchaseAt: Instant?
  var originalPurchaseAt: Instant?
  var expiresAt: Instant?
  var revokedAt: Instant?
  var renewalAt: Instant?
  var graceExpiresAt: Instant?

  var accountToken: UUID?
  var notification: UUID?
  var digest: Digest
  /// The position of the event that carries this event's evidence.
  var evidence: Int64?
  /// The position of the event with the same content.
  var reasserts: Int64?
  var account: UUID?

  var originalTransactionID: String?
  var transactionID: String?
  var appTransactionID: String?
  var webOrderLineItemID: String?
  var extra: Extra?

  /// The fields that few events have.
  struct Extra: Codable, Equatable {
    var previousOriginalTransactionID: OriginalTransactionID?
    var recentSubscriptionStartDate: Instant?
    var eligibleWinBackOfferIDs: [String]?
    var details: [String: String]?
    var erasedChains: [OriginalTransactionID]?
    var program: Program?
    var terms: Terms?
    var catalog: CatalogPublished?
    var grant: GrantMade?
    var movement: CoinsMoved?
    var aliased: AccountAliased?
    var aliasClaim: AliasClaimed?
    var ownership: OwnershipChanged?
    var acknowledgement: GrantAcknowledged?
    var consent: ConsentChanged?
    var cutOver: CutOverDeclared?
    var epoch: EpochOpened?

    /// The keys as stored.
    private enum CodingKeys: String, CodingKey {
      case previousOriginalTransactionID, recentSubscriptionStartDate, eligibleWinBackOfferIDs
      case details, erasedChains, terms, grant, movement, aliased, aliasClaim, ownership
      case acknowledgement, consent, epoch
      case program = "programme"
      case catalog = "catalogue"
      case cutOver = "opening"
    }

    struct Program: Codable, Equatable {
      let name: String
      let from: Instant
      let until: Instant?
    }

    struct Terms: Codable, Equatable {
      let rows: CommissionTerms
      let settings: TenureSettings
    }
  }
}
