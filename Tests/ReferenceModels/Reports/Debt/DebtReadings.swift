// Readings
//
// The contract and the page of reports are silent or ambiguous in these points; each reading was chosen here.
//
// Deferred revenue
//  1.  Only subscriptions with an end, and passes whose product has a period, are billed and recognized here. What is
//      sold at once has no row.
//  2.  The time of service is that for which the period was sold: without the days that Apple added for nothing, and
//      of a recovered period from the old end, unless a whole period began with the charge.
//  3.  What was earned is rounded half up, and the debt is the rest.
//  4.  A full or partial refund ends the service of a subscription, as a replacement does, known or not: what is left
//      of its debt is earned at once. A partial refund of a pass takes whole units, or of a single one the share of
//      its time from the end.
//  5.  A second refund of a period takes what was earned. A refund that Apple took back counts against `refunded` on
//      the day of its reversal, and what was earned by then is recognized on that day.
//  6.  Both ends of the time are moments before which things happened: a charge or refund at `to` is not in it.
//  7.  A time that ends within closed months, or with the last of them, ends by what that close counts, so that the
//      next time begins with its closing.
//  8.  The month of a commitment that runs is that of the last moment of the time, extensions included. The months of
//      a purchase without a known price are not counted.
//  9.  With an interval, `committed` is that of the end of each part.
//
// Refunds
//  10. A row belongs to the time that first counts the refund; it shows the refund's own moment.
//  11. The refunded amount is what this refund gave back beyond earlier ones. A refund that gave nothing more has no
//      row; a reversed one keeps its row. Purchases without a price have a row without amounts, and free ones none.
//  12. An account is written as the key of its reference. The owner is that of everything within the cut.
//  13. The number of an account's refunds counts purchases of which a refund stands.
//
// Coins
//  14. What comes back of a lot is refunded coins first: those pay debts, or are earned.
//  15. What comes in pays the debt of its own purchase first, then the oldest. A reversal of a refund gives back what
//      the refund took last first; what it could not take comes back to the purchase's own lot.
//  16. Coins that a merge moved keep their age, and its debts stay beside coins until something comes in. An undo
//      moves back as many of each lot as the merge had moved; what is missing is taken as a refund takes it, and what
//      was paid of a debt meanwhile is earned.
//  17. Coins that are taken back of an erased account's grants end with the account too.
//  18. A movement belongs to the moment at which it was decided.
//  19. What is spent of a product is what came and is not there: coins that pay for another purchase's refund or for a
//      debt count as spent of their own, and no more of the other.
