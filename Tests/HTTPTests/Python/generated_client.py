"""The calls of the tutorial, made by a client that a generator wrote from the ledger's own description.

Reads an object from standard input: the folder of the client, the address of the ledger, a key, an account with its
token, and a signed transaction. Fails at the first answer that the client cannot read or that differs from what is
expected.
"""

import datetime
import json
import sys
import time
import uuid

told = json.load(sys.stdin)
sys.path.insert(0, told["folder"])

from client import AuthenticatedClient, Client  # noqa: E402
from client.api.accounts import read_account, register_token, set_consent  # noqa: E402
from client.api.catalog import publish_catalog, read_catalog  # noqa: E402
from client.api.entitlements import list_entitlements, read_history  # noqa: E402
from client.api.entitlements import list_subscriptions, query_entitlements, read_tenure  # noqa: E402
from client.api.grants import acknowledge_grant, list_grants, read_grant  # noqa: E402
from client.api.operations import list_jobs, list_projections  # noqa: E402
from client.api.posts import post_transactions, read_receipt  # noqa: E402
from client.api.reports import read_report  # noqa: E402
from client.api.server import read_health, read_readiness  # noqa: E402
from client.api.wallet import read_wallet, spend_coins  # noqa: E402
from client.models import (  # noqa: E402
    AcknowledgeGrantBody, PostTransactionsBody, Problem, PublishCatalogBody, QueryEntitlementsBody, ReadReportName,
    RegisterTokenBody, SetConsentBody, SpendCoinsBody)

ACCOUNT = told["account"]
ATTEMPTS_MAX = 50
ledger = AuthenticatedClient(base_url=told["url"], token=told["key"], raise_on_unexpected_status=True)
stranger = Client(base_url=told["url"], raise_on_unexpected_status=True)


def expect(found, expected):
    if found != expected:
        raise AssertionError(f"{found!r} in place of {expected!r}")


def answer(call, *arguments, status=200, **named):
    """Returns what a call answers. A problem that says so is asked again."""
    for _ in range(ATTEMPTS_MAX):
        response = call.sync_detailed(*arguments, **named)
        if isinstance(response.parsed, Problem) and response.parsed.retryable:
            time.sleep(0.1)
            continue
        if response.status_code != status:
            raise AssertionError(f"{call.__name__} answered {response.status_code}: {response.content!r}")
        return response.parsed
    raise AssertionError(f"{call.__name__} is never answered")


expect(answer(read_health, client=stranger).status.value, "ok")
expect(answer(read_readiness, client=ledger).ready, True)
catalog = PublishCatalogBody.from_dict({
    "coins": {"gem": {"wallet": "daicho"}},
    "products": [{
        "productId": "com.example.month", "type": "Auto-Renewable Subscription", "subscriptionGroupId": "group",
        "period": "P1M", "unlocks": ["pro"], "grants": [{"coin": "gem", "amount": 50}]}]})
published = answer(publish_catalog, client=ledger, body=catalog, from_=datetime.datetime.fromisoformat(told["validFrom"]))
expect(published.outcome.value, "published")
expect(answer(read_catalog, client=ledger).in_force.products[0].unlocks, ["pro"])

registered = answer(
    register_token, ACCOUNT, client=ledger, body=RegisterTokenBody(app_account_token=uuid.UUID(told["token"])))
expect(registered.state.value, "registered")
posted = answer(
    post_transactions, client=ledger,
    body=PostTransactionsBody(account=ACCOUNT, signed_transactions=[told["transaction"]]))
item = posted.transactions[0]
expect((item.state.value, item.finish, item.account), ("settled", True, ACCOUNT))
grant = item.grants[0]
expect((grant.coin, grant.amount, grant.state.value), ("gem", 50, "credited"))
expect(answer(read_receipt, posted.id, client=ledger).id, posted.id)

entitled = answer(list_entitlements, ACCOUNT, client=ledger, min_position=posted.position)
expect([entitlement.product_id for entitlement in entitled.entitlements], ["com.example.month"])
expect(entitled.entitlements[0].state.value, "active")
many = answer(query_entitlements, client=ledger, body=QueryEntitlementsBody(accounts=[ACCOUNT, "nobody"]))
expect([len(one.entitlements) for one in many.accounts], [1, 0])
expect(answer(list_subscriptions, ACCOUNT, client=ledger).subscriptions[0].status.value, "active")
expect(answer(read_tenure, ACCOUNT, client=ledger).groups[0].subscription_group_id, "group")
expect(answer(read_history, ACCOUNT, client=ledger, limit=1).history[0].id != "", True)
expect(answer(read_account, ACCOUNT, client=ledger).account, ACCOUNT)

expect(answer(read_wallet, ACCOUNT, client=ledger).balances[0].balance, 50)
sword = SpendCoinsBody(coin="gem", amount=30, reference="sword")
spent = answer(spend_coins, ACCOUNT, client=ledger, body=sword, idempotency_key="order-1")
expect((spent.kind.value, spent.change, spent.balance), ("spent", -30, 20))
again = spend_coins.sync_detailed(ACCOUNT, client=ledger, body=sword, idempotency_key="order-1")
expect((again.parsed, again.headers.get("Idempotency-Hit")), (spent, "true"))
refused = answer(spend_coins, ACCOUNT, client=ledger, body=sword, idempotency_key="order-2", status=409)
expect((refused.code, refused.retryable), ("insufficient_coins", False))
expect(refused.type_, "/docs/problems#insufficient_coins")

expect(answer(list_grants, client=ledger, account=ACCOUNT).grants[0].id, grant.id)
expect(answer(read_grant, grant.id, client=ledger).grant.revoked_amount, 0)
acknowledged = answer(acknowledge_grant, grant.id, client=ledger, body=AcknowledgeGrantBody())
expect(acknowledged.state.value, "credited")
consent = answer(set_consent, ACCOUNT, client=ledger, body=SetConsentBody(consumption=True))
expect(consent.consumption, True)
sales = answer(read_report, ReadReportName.SALES, client=ledger, period="2026-05")
expect(sales.report.value, "sales")
expect(answer(list_jobs, client=ledger).next_, None)
expect({one.dead_letters for one in answer(list_projections, client=ledger).projections}, {0})
expect(answer(read_account, ACCOUNT, client=stranger, status=401).code, "invalid_key")
print("done")
