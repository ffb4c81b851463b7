package import AppStore

/// An error of the simulated Server API, with Apple's number.
package typealias APIError = APIErrorName

extension APIErrorName: Error {
  /// The HTTP status: the number's first three digits.
  package var status: Int { rawValue / 10_000 }
}

extension APIError {
  /// A sentence that explains the error to the reader of the answer.
  package var message: String {
    switch self {
    case .generalBadRequest: "The request is not well formed."
    case .invalidAppIdentifier: "The app is not named correctly."
    case .invalidRequestRevision: "The revision was not issued for this request."
    case .invalidTransactionID: "The transaction identifier is invalid."
    case .invalidOriginalTransactionID: "The original transaction identifier is invalid."
    case .invalidExtendByDays: "extendByDays must be 1 to 90."
    case .invalidExtendReasonCode: "extendReasonCode must be 0 to 3."
    case .invalidRequestIdentifier: "The requestIdentifier is missing, too long or not a UUID."
    case .startDateTooFarInPast: "The start date is further back than notifications are kept."
    case .startDateAfterEndDate: "The start date must be before the end date."
    case .invalidPaginationToken: "The paginationToken was not issued for this request."
    case .invalidStartDate: "The start date must be milliseconds since 1970."
    case .invalidEndDate: "The end date must be milliseconds since 1970."
    case .paginationTokenExpired: "The paginationToken has expired; start again without it."
    case .invalidNotificationType: "There is no such notification type with that subtype."
    case .multipleFiltersSupplied: "Ask for a transaction or for a notification type, not for both."
    case .invalidTestNotificationToken: "No test notification has that token."
    case .invalidSort: "sort must be ASCENDING or DESCENDING."
    case .invalidProductType: "There is no such product type."
    case .invalidProductID: "There is no such product, or it is of another kind."
    case .invalidSubscriptionGroupIdentifier: "The subscription group identifier is invalid."
    case .invalidExcludeRevoked: "excludeRevoked must be true or false."
    case .invalidInAppOwnershipType: "inAppOwnershipType must be PURCHASED or FAMILY_SHARED."
    case .invalidEmptyStorefrontCountryCodeList:
      "The list of storefronts is empty; leave it out to select all."
    case .invalidStorefrontCountryCode: "A storefront must be three capital letters."
    case .invalidRevoked: "revoked must be true or false."
    case .invalidStatus: "status must be 1 to 5."
    case .invalidAccountTenure: "accountTenure must be 0 to 7."
    case .invalidAppAccountToken: "appAccountToken must be a UUID or empty."
    case .invalidConsumptionStatus: "consumptionStatus must be 0 to 3."
    case .invalidCustomerConsented: "customerConsented must be true."
    case .invalidDeliveryStatus: "There is no such deliveryStatus."
    case .invalidLifetimeDollarsPurchased: "lifetimeDollarsPurchased must be 0 to 7."
    case .invalidLifetimeDollarsRefunded: "lifetimeDollarsRefunded must be 0 to 7."
    case .invalidPlatform: "platform must be 0 to 2."
    case .invalidPlayTime: "playTime must be 0 to 7."
    case .invalidSampleContentProvided: "sampleContentProvided must be true or false."
    case .invalidUserStatus: "userStatus must be 0 to 4."
    case .invalidTransactionNotConsumable: "The transaction is not for a consumable."
    case .invalidRefundPreference:
      "The refundPreference does not exist, or conflicts with the reported consumption."
    case .invalidTransactionTypeNotSupported: "Transactions of this type are not supported."
    case .appTransactionIDNotSupported: "An app transaction identifier is not accepted here."
    case .invalidImage: "The image is not a PNG of the right size."
    case .headerTooLong: "The header is too long."
    case .bodyTooLong: "The body is too long."
    case .invalidLocale: "There is no such locale."
    case .altTextTooLong: "The alternative text is too long."
    case .invalidAppAccountTokenUUID: "appAccountToken must be a UUID."
    case .familyTransactionNotSupported: "Family-shared transactions are not supported."
    case .transactionIDIsNotOriginalTransactionID: "The transaction is not the first of its chain."
    case .invalidPerformanceTestRequest: "The performance test is not described correctly."
    case .invalidRequestID: "The request identifier is invalid."
    case .existingPerformanceTestRun: "A performance test is running already."
    case .badRequestRealtimeURL: "The realtime URL cannot be used."
    case .badRequestImageSize: "There is no such imageSize."
    case .badRequestTooManyBulletPoints: "There are too many bullet points."
    case .badRequestBulletPointTextTooLong: "The text of a bullet point is too long."
    case .badRequestAboveImageRequiresAnImage: "A header above an image needs an image."
    case .subscriptionExtensionIneligible: "The subscription cannot be extended in its state."
    case .subscriptionMaxExtension: "The subscription was extended as often as a year allows."
    case .familySharedSubscriptionExtensionIneligible:
      "Extend the purchaser's subscription instead."
    case .maximumNumberOfImagesReached: "The maximum number of images is reached."
    case .maximumNumberOfMessagesReached: "The maximum number of messages is reached."
    case .messageNotApproved: "The message is not approved."
    case .imageNotApproved: "The image is not approved."
    case .imageInUse: "A message uses the image."
    case .forbiddenNoPassingTest: "No performance test has been passed."
    case .accountNotFound: "There is no such account."
    case .accountNotFoundRetryable: "The account cannot be found now; try again."
    case .appNotFound: "There is no such app."
    case .appNotFoundRetryable: "The app cannot be found now; try again."
    case .originalTransactionIDNotFound: "There is no such original transaction."
    case .originalTransactionIDNotFoundRetryable:
      "The original transaction cannot be found now; try again."
    case .serverNotificationURLNotFound: "There is no URL to send notifications to."
    case .testNotificationNotFound: "The test notification has expired or was not sent yet."
    case .statusRequestNotFound: "There is no extension of that product with that identifier."
    case .transactionIDNotFound: "There is no such transaction."
    case .imageNotFound: "There is no such image."
    case .messageNotFound: "There is no such message."
    case .performanceTestRunNotFound: "There is no such performance test."
    case .appTransactionDoesNotExist: "The customer has no app transaction."
    case .defaultMessageNotFound: "There is no default message of that product and locale."
    case .realtimeURLNotFound: "No realtime URL is set."
    case .imageAlreadyExists: "An image has that identifier already."
    case .messageAlreadyExists: "A message has that identifier already."
    case .rateLimitExceeded: "Too many requests within the hour."
    case .generalInternal: "An internal error occurred."
    case .generalInternalRetryable: "An internal error occurred; try again."
    }
  }
}
