extension RestoreTrial {
  /// What came of it.
  package struct Report: Sendable {
    package internal(set) var purchases = 0
    package internal(set) var players = 0
    /// Periods that were paid for without a purchase, after the backup.
    package internal(set) var renewals = 0
    /// Transactions of which money was given back, and stays so.
    package internal(set) var refunded = 0
    /// Everything Apple said.
    package internal(set) var notices = 0
    /// Notifications that the backup held.
    package internal(set) var keptNotices = 0
    package internal(set) var repairedNotices = 0
    /// Transactions that no notification had brought back.
    package internal(set) var repairedByHistory = 0
    /// All that were due in the end.
    package internal(set) var grants = 0
    /// Grants that the restored database lacked before it was recovered.
    package internal(set) var lostGrants = 0
    /// Grants that were pending though the game had booked them.
    package internal(set) var acknowledgedAgain = 0
    /// Grants that the game had not booked before.
    package internal(set) var bookedNew = 0
    /// In the game's book, less what was taken back of it.
    package internal(set) var coins: Int64 = 0
  }
}
