/// The rules of the text that a twin may be told wrong.
struct TwinCoinRules {
  /// A share of a grant is rounded to the nearest coin below.
  var roundsDown = true
  /// What was spent can be taken back.
  var keepsDebt = true
  /// The same key is the same request.
  var keepsKeys = true
  /// What nobody had priced when it was bought is priced by the first who does.
  var pricesLater = true
  /// Of two owners the first stays.
  var firstOwnerStays = true
  /// Whoever takes a subscription over gets what it gives from then on.
  var renewalsFollowOwner = true
  /// What was bought before the opening is not granted here.
  var openingsHold = true
  /// Of several openings the one declared last.
  var lastOpeningStands = true
}
