extension DescribedCode {
  /// The reasons why a line of a backfill could not be read, and why reconciliation is not complete.
  static let reconciling: [DescribedCode] = [
    DescribedCode(
      "notifications_rejected", cause: "Notifications in Apple's history were rejected.",
      remedy: "Correct what `rejected` names, and run `daicho reconcile run`."),
    DescribedCode(
      "prices_missing", cause: "Purchases have no price, and are no charge yet.",
      remedy: "Run `daicho reconcile run`, which asks Apple for them again."),
    DescribedCode(
      "receipt_without_purchases",
      cause: "The receipt in the line of the backfill names no transaction.",
      remedy: "There is nothing to do."),
    DescribedCode(
      "requests_dead_lettered", cause: "Requests to Apple were given up.",
      remedy: "See `daicho outbox list --state parked`, and retry them."),
    DescribedCode(
      "requests_pending", cause: "Requests to Apple are pending.",
      remedy: "Wait, or run `daicho reconcile run`."),
    DescribedCode(
      "store_not_configured",
      cause: "Purchases are recorded of an app and environment that the settings do not name.",
      remedy: "Add them to `DAICHO_APPS`."),
    DescribedCode(
      "time_not_read", cause: "Parts of Apple's history of notifications were not read.",
      remedy: "Run `daicho reconcile run`."),
    DescribedCode(
      "unreadable_line",
      cause: "The line of the backfill is no transaction id, JSON with one, JWS or receipt.",
      remedy: "Correct the line in the form that `daicho backfill --help` shows."),
    DescribedCode(
      "unreadable_receipt",
      cause:
        "The receipt in the line of the backfill cannot be read, or names an id of no known form.",
      remedy: "Take the receipt from the device's own file again."),
  ]
}
