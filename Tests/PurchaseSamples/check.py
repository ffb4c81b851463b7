

pause = time.sleep
time.sleep = lambda seconds: pause(seconds / 10)

# A game's server, which the test starts behind a proxy that breaks answers.
player, other = os.environ["PLAYER"], os.environ["OTHER"]
item, = deliver(player, [os.environ["TRANSACTION"]])
assert (item["finish"], item["account"]) == (True, player), item
assert [(grant["coin"], grant["amount"]) for grant in item["grants"]] == [("gem", 50)], item
item, = deliver(player, [os.environ["EARLY"]], patience=0.3)
assert (item["finish"], item["state"]) == (False, "pending"), item

entry = spend(player, "gem", 30, "sword-1")
assert entry["balance"] == 20, entry
assert spend(player, "gem", 30, "sword-1")["id"] == entry["id"]
try:
    spend(player, "gem", 30, "sword-2")
except Refused as refused:
    assert refused.args == ("insufficient_coins",), refused
else:
    raise AssertionError("spent more than there is")

item, = restore(other, [os.environ["TRANSACTION"]])
assert (item["finish"], item["account"]) == (True, other), item
