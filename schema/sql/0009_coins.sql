-- Catalogues, grants and wallets: what the kinds of their events are called.
insert into event_type (type, word) values
  (10, 'catalogue.published'), (11, 'grant.made'), (12, 'coins.moved');
