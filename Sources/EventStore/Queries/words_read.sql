-- The whole dictionary.
select id, text from word
