import EventStore

/// The remedy for a broken promise, by its place.
enum VerifyRemedy: Hashable, Sendable {
  /// The log itself, or what is kept beside it and follows from nothing.
  case log
  /// Rows that follow from the log.
  case projections
  /// Progress that lies beyond the log.
  case checkpoints
  /// Jobs, cursors and receipts.
  case work
  case keys
  /// Tables, functions and rights.
  case schema

  init(_ place: BrokenPromise.Place) {
    switch place {
    case .object: self = .schema
    case .row: self = .projections
    case .record("consumer_checkpoint", _), .record("projection_rebuild", _),
      .record("granting_backfill", _):
      self = .checkpoints
    case .record("api_key", _): self = .keys
    case .record(let table, _):
      self =
        ["job", "receipt", "reconciliation_cursor", "known_store"].contains(table) ? .work : .log
    case .ledger, .lane, .batch, .event, .evidence, .header, .chain, .close, .appleFile:
      self = .log
    }
  }

  var sentence: String {
    switch self {
    case .log:
      "The log or what is kept with it was changed or lost, and nothing here can make it again. Keep a copy of "
        + "the database as it is, restore the last backup, and run `daicho recover --restored`."
    case .projections:
      "Rows of projections follow from the log. If nothing else is broken, run `daicho projections repair "
        + "STREAM`, or `daicho projections rebuild --all`."
    case .checkpoints:
      "A checkpoint lies beyond the log: set it back as the page Proof says; then build projections again by "
        + "`daicho projections rebuild --all --expect-differences NAME --reason WHY`. After a restore run "
        + "`daicho recover --restored` too."
    case .work:
      "Work that the log owes is missing or altered: `daicho reconcile repair` makes again what follows from the "
        + "log, and `daicho outbox list` shows what is left."
    case .keys:
      "API keys differ from what the log tells: revoke those that are there with `daicho keys revoke`, create "
        + "others, and find out who changed the table."
    case .schema:
      "The schema is not that of this program: find out who changed it, undo the change, and run `daicho doctor`."
    }
  }
}
