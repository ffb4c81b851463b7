/// The rules that a mutation may change.
struct ModelCoinRules {
  /// True if a share of a grant is rounded to the nearest whole coins, half up; otherwise down.
  var roundsToNearest = true
  /// True if the coins of the time that an upgrade left unused are taken back.
  var proratesUpgrades = true
  /// True if a period that was refunded by then cannot be replaced.
  var refundsPreventReplacement = true
  /// True if coins that stay on an upgrade stay whatever Apple gives back for it.
  var keepsOnUpgrade = true
  /// True if transactions with one line item are one purchase.
  var joinsCopies = true
  /// True if a non-consumable can be bought again after a full refund.
  var refundsDivide = true
  /// True if a grant under any id of a purchase is its grant.
  var higherGrantsStand = true
  /// True if the greatest of several refunded shares counts; otherwise the one that was told last.
  var greatestShareCounts = true
  /// True if spent coins can be taken back.
  var keepsDebt = true
  /// True if the same key is the same request.
  var keepsKeys = true
  /// True if a purchase without a price is priced by the first catalog that names one.
  var pricesLater = true
  /// True if the first of two owners stays.
  var firstOwnerStays = true
  /// True if the new owner of a subscription gets the coins of later periods.
  var renewalsFollowOwner = true
  /// True if purchases before the cut-over date are not granted here.
  var cutOversHold = true
  /// True if the cut-over date declared last holds.
  var lastCutOverStands = true
}
