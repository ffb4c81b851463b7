"""Tells what Apple's library for the App Store Server API sends and knows, as JSON.

`facts` sends nothing: each request is caught and described. `talk URL` reads a developer's key from standard
input and speaks with the server at URL.
"""

import json
import sys

from appstoreserverlibrary.api_client import APIError, APIException, AppStoreServerAPIClient
from appstoreserverlibrary.api_client import GetTransactionHistoryVersion
from appstoreserverlibrary.models.ConsumptionRequest import ConsumptionRequest
from appstoreserverlibrary.models.ConsumptionRequestV1 import ConsumptionRequestV1
from appstoreserverlibrary.models.AccountTenure import AccountTenure
from appstoreserverlibrary.models.ConsumptionStatus import ConsumptionStatus
from appstoreserverlibrary.models.DeliveryStatus import DeliveryStatus
from appstoreserverlibrary.models.DeliveryStatusV1 import DeliveryStatusV1
from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.models.ExtendReasonCode import ExtendReasonCode
from appstoreserverlibrary.models.ExtendRenewalDateRequest import ExtendRenewalDateRequest
from appstoreserverlibrary.models.InAppOwnershipType import InAppOwnershipType
from appstoreserverlibrary.models.LifetimeDollarsPurchased import LifetimeDollarsPurchased
from appstoreserverlibrary.models.LifetimeDollarsRefunded import LifetimeDollarsRefunded
from appstoreserverlibrary.models.MassExtendRenewalDateRequest import MassExtendRenewalDateRequest
from appstoreserverlibrary.models.NotificationHistoryRequest import NotificationHistoryRequest
from appstoreserverlibrary.models.NotificationTypeV2 import NotificationTypeV2
from appstoreserverlibrary.models.Platform import Platform
from appstoreserverlibrary.models.PlayTime import PlayTime
from appstoreserverlibrary.models.RefundPreference import RefundPreference
from appstoreserverlibrary.models.RefundPreferenceV1 import RefundPreferenceV1
from appstoreserverlibrary.models.Status import Status
from appstoreserverlibrary.models.Subtype import Subtype
from appstoreserverlibrary.models.TransactionHistoryRequest import Order, ProductType
from appstoreserverlibrary.models.TransactionHistoryRequest import TransactionHistoryRequest
from appstoreserverlibrary.models.UpdateAppAccountTokenRequest import UpdateAppAccountTokenRequest
from appstoreserverlibrary.models.UserStatus import UserStatus
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

BUNDLE_ID = "com.example.game"
UUID = "00000000-0000-4000-8000-000000000001"


class Caught(Exception):
    pass


class Catching(AppStoreServerAPIClient):
    """Describes a request in place of sending it."""

    def _execute_request(self, method, url, params, headers, json, data):
        path = url.removeprefix(self._base_url)
        for sample in ("ID", "PRODUCT", UUID, "TOKEN"):
            path = path.replace(sample, "{}")
        self.caught = {
            "method": method, "path": path, "query": sorted(params), "body": sorted(json or {}),
        }
        raise Caught


def history():
    return TransactionHistoryRequest(
        startDate=1, endDate=2, productIds=["a"], productTypes=[ProductType.CONSUMABLE],
        sort=Order.ASCENDING, subscriptionGroupIdentifiers=["b"],
        inAppOwnershipType=InAppOwnershipType.PURCHASED, revoked=False)


def requests(client):
    """Each request about what the ledger or a game may ask, with every parameter."""
    return {
        "history": lambda: client.get_transaction_history(
            "ID", "R", history(), GetTransactionHistoryVersion.V2),
        "historyV1": lambda: client.get_transaction_history(
            "ID", "R", history(), GetTransactionHistoryVersion.V1),
        "transaction": lambda: client.get_transaction_info("ID"),
        "appTransaction": lambda: client.get_app_transaction_info("ID"),
        "subscriptions": lambda: client.get_all_subscription_statuses("ID", [Status.ACTIVE]),
        "order": lambda: client.look_up_order_id("ID"),
        "refunds": lambda: client.get_refund_history("ID", "R"),
        "extend": lambda: client.extend_subscription_renewal_date(
            "ID", ExtendRenewalDateRequest(1, ExtendReasonCode.OTHER, UUID)),
        "extendAll": lambda: client.extend_renewal_date_for_all_active_subscribers(
            MassExtendRenewalDateRequest(1, ExtendReasonCode.OTHER, UUID, ["USA"], "PRODUCT")),
        "extendAllStatus": lambda: client.get_status_of_subscription_renewal_date_extensions(
            UUID, "PRODUCT"),
        "notifications": lambda: client.get_notification_history(
            "R", NotificationHistoryRequest(
                1, 2, NotificationTypeV2.DID_RENEW, Subtype.BILLING_RECOVERY, "ID", True)),
        "testNotification": lambda: client.request_test_notification(),
        "testNotificationStatus": lambda: client.get_test_notification_status("TOKEN"),
        "consumption": lambda: client.send_consumption_information(
            "ID", ConsumptionRequest(
                customerConsented=True, sampleContentProvided=True,
                deliveryStatus=DeliveryStatus.DELIVERED, consumptionPercentage=1,
                refundPreference=RefundPreference.DECLINE)),
        "consumptionV1": lambda: client.send_consumption_data(
            "ID", ConsumptionRequestV1(
                True, ConsumptionStatus.FULLY_CONSUMED, platform=Platform.APPLE,
                sampleContentProvided=True,
                deliveryStatus=DeliveryStatusV1.DELIVERED_AND_WORKING_PROPERLY,
                appAccountToken=UUID, accountTenure=AccountTenure.UNDECLARED,
                playTime=PlayTime.UNDECLARED,
                lifetimeDollarsRefunded=LifetimeDollarsRefunded.UNDECLARED,
                lifetimeDollarsPurchased=LifetimeDollarsPurchased.UNDECLARED,
                userStatus=UserStatus.ACTIVE, refundPreference=RefundPreferenceV1.NO_PREFERENCE)),
        "appAccountToken": lambda: client.set_app_account_token(
            "ID", UpdateAppAccountTokenRequest(UUID)),
        "finish": lambda: client.finish_transaction("ID"),
    }


def client(kind, pem, key_id, issuer_id):
    return kind(pem, key_id, issuer_id, BUNDLE_ID, Environment.PRODUCTION)


def facts():
    key = ec.generate_private_key(ec.SECP256R1()).private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption())
    catching = client(Catching, key, "KEY", "ISSUER")
    told = {}
    for name, request in requests(catching).items():
        try:
            request()
        except Caught:
            told[name] = catching.caught
    hosts = {
        environment.value: AppStoreServerAPIClient(
            key, "KEY", "ISSUER", BUNDLE_ID, environment)._base_url
        for environment in (Environment.PRODUCTION, Environment.SANDBOX)
    }
    return {"requests": told, "codes": sorted(error.value for error in APIError), "hosts": hosts}


def talk(url):
    """Reads a customer's purchases and the store's notifications as any developer's server does."""
    given = json.load(sys.stdin)
    apple = client(
        AppStoreServerAPIClient, given["key"].encode(), given["keyId"], given["issuerId"])
    apple._base_url = url
    answers = {}

    transactions, revision, pages = 0, None, 0
    while True:
        page = apple.get_transaction_history(
            given["id"], revision, TransactionHistoryRequest(sort=Order.ASCENDING, revoked=False),
            GetTransactionHistoryVersion.V2)
        pages, transactions = pages + 1, transactions + len(page.signedTransactions)
        revision = page.revision
        if not page.hasMore:
            break
    answers["history"] = [pages, transactions]
    answers["refunds"] = len(apple.get_refund_history(given["id"], None).signedTransactions)
    answers["statuses"] = len(apple.get_all_subscription_statuses(given["id"]).data)
    answers["transaction"] = bool(apple.get_transaction_info(given["id"]).signedTransactionInfo)
    answers["appTransaction"] = bool(
        apple.get_app_transaction_info(given["id"]).signedAppTransactionInfo)
    answers["order"] = int(apple.look_up_order_id("NONE").status)
    token = apple.request_test_notification().testNotificationToken
    answers["token"] = bool(token)
    window = NotificationHistoryRequest(given["now"] - 86_400_000, given["now"])
    answers["notifications"] = len(
        apple.get_notification_history(None, window).notificationHistory)
    apple.finish_transaction(given["id"])
    apple.set_app_account_token(given["id"], UpdateAppAccountTokenRequest(UUID))
    apple.send_consumption_information(
        given["id"], ConsumptionRequest(
            customerConsented=True, sampleContentProvided=False,
            deliveryStatus=DeliveryStatus.DELIVERED, consumptionPercentage=25_000,
            refundPreference=RefundPreference.GRANT_PRORATED))

    def code(request):
        try:
            request()
        except APIException as error:
            return error.raw_api_error
        return None

    old = NotificationHistoryRequest(given["now"] - 181 * 86_400_000, given["now"])
    answers["codes"] = [
        code(lambda: apple.get_transaction_info("2000000999999999")),
        code(lambda: apple.get_transaction_info("abc")),
        code(lambda: apple.get_refund_history(given["id"], "x")),
        code(lambda: apple.get_notification_history("x", window)),
        code(lambda: apple.get_notification_history(None, old)),
    ]
    return answers


if __name__ == "__main__":
    answer = facts() if sys.argv[1] == "facts" else talk(sys.argv[2])
    print(json.dumps(answer, indent=2, sort_keys=True))
