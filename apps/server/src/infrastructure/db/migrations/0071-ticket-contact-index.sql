-- expand, oldest-code: 0056, outside
-- The tickets of each contact with what a search by name reads of them: tickets_contact_next, which 0072 renames.
--
-- A search chooses the listed ticket of each conversation among all tickets of its contacts, so it read the row of every one.
-- All of these columns are in other indexes already: no update is more work than before.
create index concurrently if not exists tickets_contact_next on tickets (company_id, contact_id, connection_id, id desc)
  include (status, updated_at, is_unlisted, removing_at, user_id, queue_id, is_group, unread);
