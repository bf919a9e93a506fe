-- expand, oldest-code: 0056
-- Searches by name read the tickets of contacts from an index: tickets_contact (replaced by the index of 0071).

-- Tickets cannot be read from here until the commit.
drop index tickets_contact;
alter index tickets_contact_next rename to tickets_contact;
