package import Ledger

extension EventType {
  /// The name in answers and in commands, which spell a word as all others do. The stored name may be older.
  package var apiName: String {
    switch self {
    case .programEntered: "program.entered"
    case .catalogPublished: "catalog.published"
    default: name
    }
  }
}
