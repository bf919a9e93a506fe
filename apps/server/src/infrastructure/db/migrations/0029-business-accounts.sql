-- Routing entries of WhatsApp Business accounts whose company has no WhatsApp account: left by removed connections, or
-- claimed through a connection of another channel.
delete from directory d
 where d.kind = 'meta-account' and d.row_id = 'shared'
   and not exists (select 1 from connections c
                    where c.company_id = d.company_id and c.channel = 'whatsappapi' and c.provider = 'official');
