import Access
import HTTPTypes
import Ledger

/// The shapes of purchases, of their history, and of the service that they paid for.
enum PurchaseDescription {
  private static let rate = Shape.text(CommissionRate.fraction(300))

  static let tenure = NamedShape(
    "Tenure", "The paid service of one customer in one subscription group.",
    [
      .required(
        "customer", .text("704000000000000001"),
        "Apple's `appTransactionId`, or else the first purchase."),
      .required("environment", .environment, "The environment."),
      .required("subscriptionGroupId", .text("21400001"), "The subscription group."),
      .required("daysOfPaidService", .number(214, from: 0), "Whole days of paid service."),
      .required(
        "state", Shape.choice(["none", "accruing", "paused", "lapsed"]).such(as: "accruing"),
        "`paused`: no paid time now, and the days are not lost yet. `lapsed`: they are."),
      .required(
        "paidThrough", Shape.moment("2026-06-15T00:00:00.000Z").orNull, "The end of the paid time."),
      .required(
        "restartsAt", Shape.moment("2026-08-14T01:00:00.000Z").orNull,
        "The moment from which a return starts at zero."),
      .required("currentRate", rate.orNull, "The present rate of commission."),
      .required(
        "reducedRateFrom", Shape.moment("2026-11-15T00:00:00.000Z").orNull,
        "The beginning of the first period at the reduced rate."),
      .required(
        "keptUntil", Shape.moment("2026-08-14T01:00:00.000Z").orNull,
        "The last moment to return before the days are lost."),
      .required(
        "transactions",
        .list(
          of: .object([
            .required("transactionId", .transaction, "Apple's id of the transaction."),
            .required("paidDays", .number(31, from: 0), "Its whole days of paid service."),
            .required(
              "rate", rate.orNull,
              "The rate of the charge; null if nothing was charged."),
            .required("rateReason", Shape.text("firstYear").orNull, "The reason of the rate."),
            .optional(
              "uncertain", .truth(), "True if the days may contain an extension; absent otherwise."),
            .optional(
              "rateUncertain", .truth(),
              "True if Apple may have charged the other rate; absent otherwise."),
          ])), "The account's own transactions."),
      .required(
        "incomplete", Shape.list(of: .text("")).such(as: []),
        "Why the days may be too few or too many."),
      .optional(
        "days",
        .list(
          of: .object([
            .required("day", .text("2026-05-15"), "The day, in UTC."),
            .required(
              "transactions",
              .list(
                of: .object([
                  .required("transactionId", .transaction, "Apple's id of the transaction."),
                  .required("seconds", .number(86_400, from: 0), "Its paid seconds of the day."),
                ])), "The transactions with paid time on the day."),
          ])), "Every day with paid time, with `trace=true`."),
    ])

  static let historyItem = NamedShape(
    "HistoryItem", "An event that was recorded.",
    [
      .required("id", .text("3-17"), "The id of the event."),
      .required("type", .text("transaction.observed"), "The type."),
      .required("recordedAt", .moment(), "The moment of recording."),
      .required("assertedAt", .moment(), "The moment at which Apple or a person said it."),
      .required("environment", .environment, "The environment."),
      .nullable("originalTransactionId", .transaction, "The purchase.", isShown: true),
      .nullable("transactionId", .transaction, "The transaction.", isShown: true),
      .nullable("productId", .text("com.example.month"), "The product.", isShown: true),
      .nullable("notificationType", .text("SUBSCRIBED"), "Apple's `notificationType`."),
      .nullable("subtype", .text("INITIAL_BUY"), "Apple's `subtype`."),
      .nullable(
        "data", .map(of: .text("2026-05-15T00:00:00.000Z"), "purchaseDate"), "What else it says.",
        isShown: true),
    ])

  private static let transaction = NamedShape(
    "Transaction", "One transaction of a purchase.",
    [
      .required("transactionId", .transaction, "Apple's id."),
      .required("productId", .text("com.example.month"), "The product."),
      .required("type", .choice(EntitlementDescription.types), "Apple's type of the product."),
      .required("purchaseDate", .moment(), "The moment of the purchase."),
      .required(
        "expiresDate", Shape.moment("2026-06-15T00:00:00.000Z").orNull, "The end of the period."),
      .nullable("price", .number(9_990), "The price in milliunits of the currency.", isShown: true),
      .nullable("currency", .text("USD"), "The currency.", isShown: true),
      .optional("priceMissing", .truth(), "True while a charge has no price; absent otherwise."),
      .required("quantity", .number(1), "The quantity."),
      .required(
        "ownership", EntitlementDescription.ownership, "Bought, or shared by a family member."),
      .nullable("offer", .named(EntitlementDescription.offer), "The offer."),
      .required("isUpgraded", .truth(false), "True if an upgrade replaced it."),
      .required(
        "revocation",
        Shape.object([
          .required("date", .moment("2026-05-20T00:00:00.000Z"), "Apple's `revocationDate`."),
          .nullable("reason", .number(0), "Apple's `revocationReason`."),
          .nullable("type", .text("REFUND_FULL"), "Apple's `revocationType`.", isShown: true),
          .nullable(
            "percentage", .number(100_000),
            "Apple's `revocationPercentage`, in milliunits of a percent."),
        ]).orNull.such(as: .null), "The refund, or the end of family sharing."),
      .nullable("storefront", .text("USA"), "The storefront.", isShown: true),
      .required("confirmedAt", .moment(), "The moment of Apple's last word."),
      .required("because", EntitlementDescription.because, "The events from which it follows."),
    ])

  static let purchase = NamedShape(
    "Purchase", "All transactions that share an `originalTransactionId`, at a moment.",
    [
      .required("originalTransactionId", .transaction, "The purchase."),
      .required("environment", .environment, "The environment."),
      .required("app", .app, "The bundle id of the app."),
      .required("account", Shape.account.orNull, "The owner; null if it has none."),
      .required(
        "subscription", Shape.named(EntitlementDescription.subscription).orNull,
        "The status; null for what is no subscription."),
      .required(
        "transactions", .list(of: .named(transaction)), "The transactions, the oldest first."),
      .required("position", .position, "The position that the answer covers."),
    ])
}
