/// An error of the log, by what its caller does about it.
package enum EventLogError: Error, Hashable, Sendable, CustomStringConvertible {
  case notCreated
  /// A moment is beyond the year 9999, or a text holds a NUL or is longer than any text from Apple.
  case unstorable
  /// The ledger is paused, and the append is one that a paused ledger refuses.
  case paused
  /// Too many appends wait in memory.
  case overloaded
  /// The database stores a different dictionary under this program's number.
  case dictionaryDiffers
  /// The memory by which the request was prepared is forgotten, because another database took the place of the
  /// log's. Nothing of the request is stored.
  case forgotten
  /// A part of a decision that counts as a whole is stored already. Nothing of the request is stored.
  case decidedBefore
  /// The log was closed by its owner, and takes no more appends and cuts.
  case closed
  /// The requested moment has not passed, so further events may still be recorded before it.
  case momentAhead

  package var description: String {
    switch self {
    case .notCreated:
      "the ledger is not created yet: run `daicho migrate`. If it has events, the row of table installation was deleted: "
        + "take it from a backup"
    case .unstorable:
      "a moment is beyond the year 9999, or a text holds a NUL character or more than 1024 bytes"
    case .paused: "the ledger is paused: run `daicho recover`"
    case .momentAhead: "that moment has not passed yet by the database's clock"
    case .overloaded: "too many requests wait to be written: send it again"
    case .forgotten: "the database was replaced meanwhile: send it again"
    case .decidedBefore: "a part of it was decided before: send it again"
    case .closed: "the server is shutting down: send it again"
    case .dictionaryDiffers:
      "table evidence_dictionary, column bytes: it is not the dictionary that this program writes with, so that no "
        + "evidence opens: take the row from a backup, as the owner of the database"
    }
  }
}
