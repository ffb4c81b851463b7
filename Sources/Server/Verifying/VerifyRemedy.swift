import EventStore

/// The remedy for a broken promise, by its place. Commands that meet the same damage name the same remedy.
enum VerifyRemedy: Hashable, Sendable {
  /// The log itself, or what is kept beside it and follows from nothing.
  case log
  /// Rows that follow from the log.
  case projections
  /// Progress that lies beyond the log.
  case checkpoints
  /// A rebuild with an end beyond the log.
  case rebuild
  /// Jobs, cursors, receipts and waits.
  case work
  /// Dead letters of no event or no consumer.
  case deadLetters
  /// Closed periods and Apple's files.
  case books
  /// Names of accounts.
  case names
  /// The file of master keys.
  case keyFile
  /// Data keys that are gone, were altered, or do not open with a master key of the file.
  case dataKey
  case keys
  /// Tables, functions and rights.
  case schema

  init(_ place: BrokenPromise.Place) {
    switch place {
    case .object: self = .schema
    case .row: self = .projections
    case .record("consumer_checkpoint", _), .record("granting_backfill", _): self = .checkpoints
    case .record("projection_rebuild", _): self = .rebuild
    case .record("api_key", _): self = .keys
    case .record("dead_letter", _): self = .deadLetters
    case .record("account_name", _): self = .names
    case .record("period_report", _), .close, .appleFile: self = .books
    case .record("master_key", _): self = .keyFile
    case .record("data_key", _), .record("lost_data_key", _): self = .dataKey
    case .record("job", _), .record("receipt", _), .record("granting_wait", _),
      .record("reconciliation_cursor", _), .record("known_store", _):
      self = .work
    case .record: self = .log
    case .ledger, .lane, .batch, .event, .evidence, .header, .chain: self = .log
    }
  }

  var sentence: String {
    switch self {
    case .log:
      "The log or what is kept with it was changed or lost, and nothing here can make it again. Keep a copy of "
        + "the database as it is, restore the last backup, and run `daicho recover --restored`."
    case .projections:
      "Rows of projections follow from the log. If nothing else is broken, run `daicho projections repair "
        + "STREAM`, or `daicho projections rebuild --all --expect-differences NAME --reason WHY`."
    case .checkpoints:
      "A checkpoint lies beyond the log: `daicho recover --checkpoints --reason WHY` sets it back, unless the finding "
        + "names another remedy, and says what is left to do. After a restore run `daicho recover --restored` too."
    case .rebuild:
      "A rebuild of projections was to end beyond the log: discard it by `daicho projections drop`, and begin it "
        + "again."
    case .work:
      "Work that the log owes is missing or altered: `daicho reconcile repair` makes again what follows from the "
        + "log, unless the finding names another remedy, and `daicho outbox list` shows what is left."
    case .deadLetters:
      "A dead letter has no event or no consumer: `daicho dead-letters retry` deletes one that lies beyond the log, "
        + "unless the finding names another remedy."
    case .books:
      "Closed books or a file of Apple's are not what the log tells: run the command that the finding names. Where it "
        + "names none, restore the last backup, or take the rows of the period or the file from it."
    case .names:
      "The name of an account is gone, and nothing else with it. Take its row of `account_name` from a backup. Without "
        + "one, delete a row that does not open as the owner of the database: the next purchase or token that names "
        + "the account stores its name again."
    case .keyFile:
      "Put the line of the key back, from the copy of the file: nothing in the database is lost. If no copy is left, "
        + "run `daicho evidence lost KEY --reason WHY`, which gives up no data key that another line opens. Jobs that the "
        + "key sealed stay: run `delete from job where master_key = 'KEY'` as the owner of the database, then `daicho "
        + "reconcile repair`, so that their clients post again. A key "
        + "that no file ever had was written into an altered row: a finding of table data_key names the statement "
        + "that mends it."
    case .dataKey:
      "A data key is gone, or does not open with the master key that it names: its row was altered. Run the statement "
        + "that the finding names, as the owner of the database. Where it names none, keep a copy of the database as it "
        + "is, restore the last backup, and run `daicho recover --restored`. Without a backup, `daicho evidence lost KEY "
        + "--reason WHY` puts the data keys under KEY aside that do not open: what they sealed is lost, and their streams "
        + "go on."
    case .keys:
      "API keys differ from what the log tells: run `daicho keys revoke ID` for each, also for one whose row is gone, "
        + "create others, and find out who changed the table."
    case .schema:
      "The schema is not that of this program: find out who changed it, undo the change, and run `daicho doctor`."
    }
  }
}
