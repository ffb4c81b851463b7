extension RestoreDrill {
  /// The result of the drill.
  package struct Report: Sendable {
    package internal(set) var purchases = 0
    package internal(set) var players = 0
    /// The periods that were paid for without a purchase, after the backup.
    package internal(set) var renewals = 0
    /// The transactions that were refunded, and stay so.
    package internal(set) var refunded = 0
    /// The number of Apple's notifications.
    package internal(set) var notifications = 0
    /// The notifications that the backup has.
    package internal(set) var keptNotifications = 0
    package internal(set) var repairedNotifications = 0
    /// The transactions that no notification had brought back.
    package internal(set) var repairedByHistory = 0
    /// The grants due in the end.
    package internal(set) var grants = 0
    /// The grants that the restored database lacked before the recovery.
    package internal(set) var lostGrants = 0
    /// The grants that were pending though the game had booked them.
    package internal(set) var acknowledgedAgain = 0
    /// The grants that the game had not booked before.
    package internal(set) var bookedNew = 0
    /// The coins in the game's book, without those taken back.
    package internal(set) var coins: Int64 = 0
  }
}
