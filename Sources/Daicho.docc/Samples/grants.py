def pull(connection):
    """Books the pending grants of coins that the game keeps, each one once."""
    after = None
    while True:
        page = get("/v1/grants", state="pending", after=after)
        for grant in page["grants"]:
            if grant["account"] is None:
                continue                      # no owner yet: it comes again
            with connection:                  # one transaction
                amount = grant["amount"] - grant["revokedAmount"]
                booked = connection.execute(
                    "insert into granted (id, booked, held) values (%s, %s, %s)"
                    " on conflict (id) do nothing returning id",
                    [grant["id"], amount, amount]).fetchone()
                if booked:
                    add_coins(connection, grant["account"], grant["coin"], amount)
            row = connection.execute(
                "select booked from granted where id = %s", [grant["id"]]).fetchone()
            post(f"/v1/grants/{grant['id']}/acknowledge", {"bookedAmount": row[0]})
        after = page["next"]
        if after is None:
            return


def follow(connection, position):
    """Takes back and gives back what refunds and reversals changed since a position."""
    after = None
    while True:
        page = get("/v1/grants", changedAfter=position, after=after)
        for grant in page["grants"]:
            with connection:
                if grant.get("deliveredElsewhere"):     # your old system gave these coins
                    connection.execute(
                        "insert into granted (id, booked, held) values (%s, %s, %s)"
                        " on conflict (id) do nothing",
                        [grant["id"], grant["amount"], grant["amount"]])
                row = connection.execute(
                    "select held from granted where id = %s for update", [grant["id"]]).fetchone()
                if row is None:
                    continue                  # not booked yet: `pull` books what is left
                left = grant["amount"] - grant["revokedAmount"]
                add_coins(connection, grant["account"], grant["coin"], left - row[0])
                connection.execute(
                    "update granted set held = %s where id = %s", [left, grant["id"]])
        after = page["next"]
        if after is None:
            return page["position"]           # the next changedAfter
