/// The manual of the control API.
enum ControlManual {
  /// The text that `GET /control` returns.
  static let text = """
    The control API of a simulated App Store

    Bodies are JSON. Times are RFC 3339 in UTC, prices milliunits of a currency. A failed request
    is answered with application/problem+json: `detail` names the remedy, `field` the place. 400
    is an invalid request, 404 an unknown object, 409 a command that the App Store rejects, and 403
    a request that a web page of another site may have sent: one with a foreign Origin, or with a
    Host that is neither 127.0.0.1, [::1], localhost nor the address given to --host. No header is
    needed. The lines below need A=http://127.0.0.1:PORT for the address of this simulation.

    TRUTH
      curl "$A/truth"                                    about every customer, now
      curl "$A/truth?customer=ada&at=2026-01-31T09:00:00Z"
        `account` is the account of the present player in a ledger. `accounts` tells what belongs to each account of a ledger, by its rules

    CLOCK: it never passes the real one
      curl $A/control/clock
      curl $A/control/clock/advance -d '{"by":"P1M"}'    or PT6H, P7D, P1Y
      curl $A/control/clock/advance -d '{"to":"2026-01-01T00:00:00Z"}'
      curl -X PUT $A/control/clock -d '{"speed":525600}' a year in a minute; 0 stops it
        a clock that reaches the present continues at speed 1, as the real one

    CATALOG
      curl $A/control/catalogue
      curl -X PUT $A/control/catalogue --data-binary @Game.storekit
      curl $A/control/prices -d '{"productId":"P","price":4990,"consentRequired":true}'
      curl -X DELETE $A/control/catalogue/P              withdrawn from sale

    CUSTOMERS
      curl $A/control/customers
      curl $A/control/customers -d '{"name":"ada"}'      also appAccountToken, account, storefront,
        asksToBuy; account is the player's account in the game, by default the token or else the name
      curl $A/control/customers/ada
      curl $A/control/customers/ada/card -d '{"works":false}'
      curl $A/control/customers/ada/storefront -d '{"storefront":"JPN"}'
        moves; the next charges are in the currency of that country
      curl $A/control/customers/ada/family -d '{"member":"ben"}'
      curl -X DELETE $A/control/customers/ada/family/ben

    PLAYERS: the game on ada's device, which tells the ledger
      curl $A/control/customers/ada/player -d '{"account":"ada-2"}'
        another player signs in; also appAccountToken, which the game registers
      curl -X POST $A/control/customers/ada/open         posts every transaction
      curl -X POST $A/control/customers/ada/restore      posts what the device may use, as restored
        {"newTransactionIds":true} gives each subscription period a new id and its old line item,
        and each non-consumable a new id and purchase date
      curl -X POST $A/control/customers/ada/device       posts from a further device, where each
        non-consumable has a new id and purchase date
      curl $A/control/customers/ada/merge -d '{"account":"ada-2"}'
        the present player was a guest; also appAccountToken
      curl $A/control/customers/ada/erase -d '{"account":"ada-3"}'
        the present player is forgotten, another one comes; needs --ledger-program

    PURCHASES: the answer holds the signed transaction, as the device would
      curl $A/control/customers/ada/purchases -d '{"productId":"P"}'
        also quantity, appAccountToken, billingPlanType ("MONTHLY" commits to twelve payments) and
        offer: {"kind":"introductory"} or {"id":"OFFER"}
      curl "$A/control/customers/ada/transactions?unfinished=true"
      curl -X POST $A/control/approvals/ID/approve       or decline, where asksToBuy

    RECEIPTS: the app receipt on ada's device, in Base64
      curl "$A/control/customers/ada/receipt?digest=sha1&device=UUID"
        digest is sha256 unless given; device is the identifierForVendor

    SUBSCRIPTIONS: S is the group or the original transaction's id
      curl -X POST $A/control/customers/ada/subscriptions/S/cancel
        also resume, withdraw-change, consent
      curl $A/control/customers/ada/subscriptions/S/extend -d '{"days":7}'

    TRANSACTIONS
      curl $A/control/transactions/ID
      curl -X POST $A/control/transactions/ID/refund     in full
      curl $A/control/transactions/ID/refund -d '{"percentage":25000}'
        thousandths of a percent; {"prorated":true} refunds the remaining time, and with
        "withoutPercentage":true Apple tells a part, not which
      curl -X POST $A/control/transactions/ID/request-refund
        also {"reason":"OTHER"}; Apple decides within two days
      curl -X POST $A/control/transactions/ID/reverse-refund
      curl -X POST $A/control/transactions/ID/finish

    NOTIFICATIONS
      curl "$A/control/notifications?after=0&limit=100"  `next` of the answer is the next `after`
      curl $A/control/notifications -d '{"type":"TEST"}' also subtype, and unknown types
      curl -X POST $A/control/notifications/deliver      every pending message, at once
      curl -X PUT $A/control/notifications/version -d '{"version":"v1"}'
        of events from now on: v2, v1, or v1-flat as of 2017 to 2020

    MISBEHAVIOR: shares in percent, times in milliseconds; absent fields mean no fault
      curl $A/control/misbehaviour
      curl -X PUT $A/control/misbehaviour -d '{"notifications":{"lostPercent":5,
        "doubledPercent":10,"delayedPercent":10,"delayMax":86400000,"shuffledWithin":60000},
        "serverAPI":{"failingPercent":5,"silentPercent":1,"droppedPercent":1,"slowPercent":5,
        "slowness":2000,"rateLimitPercent":100,"throttledPercent":1,"throttledFor":5000},"seed":7}'

    LIVES: customers who act at random while the clock runs
      curl $A/control/lives -d '{"customers":100}'       also ways, until, seed

    REPORTS: Apple's report files, by days in Los Angeles and fiscal months that are over
      curl "$A/control/reports?from=2026-01-01&to=2026-02-01"
        {"files":[{"name","content"}],"alterations":[…]}, content in Base64 of gzip; also vendor;
        discrepancies=missing_row,extra_row,other_rate,other_price,other_subscription,other_units,
        refund_on_another_day and seed put differences into the files
      curl -g "$A/v1/salesReports?filter[frequency]=DAILY&filter[reportType]=SALES&filter[reportSubType]=SUMMARY&filter[vendorNumber]=1&filter[reportDate]=2026-01-31"
      curl -g "$A/v1/financeReports?filter[reportType]=FINANCIAL&filter[regionCode]=ZZ&filter[vendorNumber]=1&filter[reportDate]=2026-04"
        as Apple's App Store Connect API, without authorization

    """
}
