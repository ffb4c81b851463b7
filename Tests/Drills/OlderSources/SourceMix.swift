import AppStoreSimulator

/// A way in which a ledger is told of the same lives: by Apple's signed transactions, by older sources,
/// or by a mixture.
enum SourceMix: String, CaseIterable, Sendable {
  /// Notifications of version 2, and signed transactions posted by the game.
  case signed
  /// App receipts posted by the game, and nothing from Apple.
  case receipts
  /// App receipts posted by the game. The ledger asks verifyReceipt about each.
  case verified
  /// Notifications of version 1, and app receipts posted by the game.
  case versionOne
  /// The same with the single transactions of 2017 to 2020, and receipts with SHA-1.
  case flat
  /// Notifications of version 1, and answers of verifyReceipt from a file, to a ledger that trusts no
  /// root of receipts: nothing but the shared secret authenticates them.
  case secretOnly
  /// The same to a ledger that may ask Apple's Server API.
  case confirmed
  /// Notifications of version 1 until the middle and of version 2 after it, half of the posts receipts,
  /// and answers of verifyReceipt from a file.
  case mixture

  /// The parts of an account's answer that must equal those of signed transactions.
  ///
  /// - Parameter hasNews: true if the last receipt told a new transaction. Then verifyReceipt was asked
  ///   at once, and told of the renewals; nothing tells of what changed since.
  private func equal(withNews hasNews: Bool) -> Set<AccountAnswer.Part> {
    switch self {
    case .signed, .versionOne, .flat, .mixture, .confirmed: Set(AccountAnswer.Part.allCases)
    case .receipts: [.access, .status, .service, .coins]
    case .verified:
      Set([.access, .status, .service, .coins]).union(hasNews ? [.renewal] : [])
    case .secretOnly: [.access, .status, .renewal]
    }
  }

  /// The parts that must equal those of signed transactions, in these lives.
  func equal(in lives: ToldLives, withNews hasNews: Bool) -> Set<AccountAnswer.Part> {
    switch lives {
    case .simple: equal(withNews: hasNews)
    case .full: equalInFullLives
    }
  }

  /// A grace that was over before Apple was asked is told by version 1 alone, so that its days do not
  /// count. Version 1 tells no member of a family of the renewal, and of no end that a customer chose.
  private var equalInFullLives: Set<AccountAnswer.Part> {
    switch self {
    case .signed: Set(AccountAnswer.Part.allCases)
    case .confirmed: [.access, .status, .coins]
    case .mixture: [.access, .status]
    case .versionOne: [.access]
    case .receipts, .verified, .flat, .secretOnly: []
    }
  }

  /// Returns a sentence as the sources of the mixture can tell it: version 1 tells no member of a share of
  /// a product without renewals, and a receipt tells a share like a purchase.
  func tellable(_ sentence: String) -> String {
    [.versionOne, .mixture].contains(self)
      ? sentence.replacing("FAMILY_SHARED", with: "PURCHASED") : sentence
  }

  /// The parts that must be empty: a receipt tells no renewals, and facts of trust 0 count no days and
  /// grant nothing.
  var empty: Set<AccountAnswer.Part> {
    switch self {
    case .signed, .mixture, .versionOne, .flat, .confirmed: []
    case .verified: []
    case .receipts: [.renewal]
    case .secretOnly: [.service, .coins]
    }
  }

  /// True if the ledger must know every charge, false if it knows none, because only what Apple signed
  /// tells a price; nil if it knows some.
  func tellsPrices(in lives: ToldLives) -> Bool? {
    switch self {
    case .signed, .confirmed: true
    case .mixture: lives == .simple ? true : nil
    case .receipts, .verified, .versionOne, .flat, .secretOnly: false
    }
  }

  /// True if the ledger trusts the root of app receipts.
  var trustsReceipts: Bool { self != .secretOnly && self != .confirmed }

  /// True if the ledger has the app's shared secret.
  var sharesSecret: Bool { self != .signed && self != .receipts }

  /// True if Apple's notifications arrive.
  var hearsApple: Bool { self != .receipts && self != .verified }

  /// The form of the notifications, of a mixture until its middle.
  var firstVersion: NotificationVersion {
    switch self {
    case .signed, .receipts, .verified: .version2
    case .versionOne, .secretOnly, .confirmed, .mixture: .version1
    case .flat: .flatVersion1
    }
  }
}
