-- expand, oldest-code: 0056, outside
-- The listed ticket of each conversation, for searches by name over all tickets of a company.
--
-- tickets_contact has every ticket of a contact; of a customer of years a search reads two of them here.
create index concurrently if not exists tickets_listed on tickets (company_id, contact_id, connection_id, id desc)
  include (status, updated_at, is_unlisted, removing_at, user_id, queue_id, is_group, unread, is_newest_closed)
  where status <> 'closed' or is_newest_closed;
