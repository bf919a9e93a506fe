-- An enabled message without a text was never sent; the switch now shows that it is off.
-- The owner of the tables may not be a superuser, so its own rows are readable only without FORCE.
alter table company_settings no force row level security;
update company_settings s set value = '"disabled"', updated_at = now()
  from (values ('sendGreetingAccepted', 'greetingAcceptedMessage'), ('sendMsgTransfTicket', 'transferMessage'),
               ('sendQueuePosition', 'sendQueuePositionMessage')) as message (switch, wording)
 where s.key = message.switch and s.value = '"enabled"'
   and not exists (select from company_settings t
                    where t.company_id = s.company_id and t.key = message.wording and btrim(t.value #>> '{}') <> '');
alter table company_settings force row level security;
