import type { Tx } from '../../infrastructure/db/tx.ts';
import type { TicketRow } from '../../infrastructure/db/schema/tickets.ts';

export interface NameWithColor {
  id: number;
  name: string;
  color: string;
}
export interface ConnectionSummary {
  id: number;
  name: string;
  groupAsTicket: boolean;
  expiresMinutes: number;
  status: string;
  channel: TicketRow['channel'];
  provider: string;
}
export interface NameRows {
  queues: NameWithColor[];
  users: { id: number; name: string }[];
  tags: NameWithColor[];
  connections: ConnectionSummary[];
  integrations: { id: number; name: string }[];
}

export const nameStore = {
  async all(tx: Tx): Promise<NameRows> {
    const [row] = await tx.query<NameRows>(all, [tx.companyId]);
    return row!;
  },
};

const all = {
  name: 'name-cache.all',
  text: `select
    coalesce((select json_agg(json_build_object('id', id, 'name', name, 'color', color))
       from queues where company_id = $1), '[]') as queues,
    coalesce((select json_agg(json_build_object('id', id, 'name', name)) from users where company_id = $1), '[]') as users,
    coalesce((select json_agg(json_build_object('id', id, 'name', name, 'color', color))
       from tags where company_id = $1), '[]') as tags,
    coalesce((select json_agg(json_build_object('id', id, 'name', name, 'groupAsTicket', group_as_ticket,
         'expiresMinutes', expires_minutes, 'status', status, 'channel', channel, 'provider', provider))
       from connections where company_id = $1), '[]') as connections,
    coalesce((select json_agg(json_build_object('id', id, 'name', name))
       from integrations where company_id = $1), '[]') as integrations`,
};
