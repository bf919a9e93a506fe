-- expand, oldest-code: 0056, outside
-- The text index of contacts without the first letter of each name: contacts_search_next, which 0068 renames.
--
-- A text is found at the beginning of a name along contacts_beginning, and further on by this index. In it the trigrams of
-- a first name are only those of the few people who have it as a second name, so that «maria conceicao» no longer reads
-- everyone called Maria and everyone called Conceição. Names that contacts_beginning does not contain are in it completely.
create index concurrently if not exists contacts_search_next on contacts
  using gin (company_id, (case when length(sought) <= 600 then substr(sought, 2) else sought end) gin_trgm_ops, number gin_trgm_ops)
  where merged_into_id is null;
