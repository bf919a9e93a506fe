-- Messages that an agent sent and that did not arrive: index messages_own_failed (new), for the badge in the menu.

create index messages_own_failed on messages (company_id, user_id, created_at)
  where delivery = 'failed' and not is_deleted and user_id is not null;
