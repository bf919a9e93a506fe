-- Reports ask for what began within some days. Contacts come in the order of time, so a few pages of theirs are found by
-- an index that costs an import next to nothing.
create index ticket_tracking_days on ticket_tracking (company_id, created_at);
create index contacts_days on contacts using brin (created_at) with (pages_per_range = 16);
