/// Damages of the log and of what is kept with it, which only a backup mends.
extension NightFault {
  private static func damaged(
    _ name: String, _ story: String, quick: Bool = false, _ damage: String, _ sentence: String
  ) -> NightFault {
    NightFault(
      name, story, quick: quick, damage: damage,
      Sign("verify", says: sentence, remedy: "restore the last backup"), mendedBy: .restore)
  }

  static let log: [NightFault] = [
    damaged(
      "event-deleted", "An event is gone from the middle of a lane.", quick: true,
      "delete from event where (lane, position) = $POISON", "is missing"),
    damaged(
      "price-changed", "The price of an event was changed.",
      "update event set price = coalesce(price, 0) + 1 where (lane, position) = $POISON",
      "its columns"),
    damaged(
      "key-deleted", "The key by which an event is recognized is gone.",
      "delete from event_key where (lane, position) = $POISON", "key"),
    damaged(
      "data-key-lost", "The key that seals the evidence of a purchase is gone.",
      "delete from data_key where stream = '$STREAM'", "data_key"),
    damaged(
      "books-altered", "The bytes of a closed report were changed.", quick: true,
      """
      update period_report set body = convert_to('forged', 'UTF8')
      where (report, format) = (select report, format from period_report order by 1, 2 limit 1)
      """, "the bytes of report"),
    damaged(
      "close-deleted", "A closed month is open again.",
      "delete from period_report; delete from period_total; delete from period_deferred; "
        + "delete from period_close", "it is not kept"),
  ]
}
