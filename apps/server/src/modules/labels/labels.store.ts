import type { Tx } from '../../foundation/db/tx.ts';
import type { TicketRow } from '../../foundation/db/schema/tickets.ts';

export interface Label {
  id: number;
  name: string;
  color: string;
}
export interface ConnectionLabel {
  id: number;
  name: string;
  groupAsTicket: boolean;
  expiresMinutes: number;
  status: string;
  channel: TicketRow['channel'];
  provider: string;
}
export interface LabelRows {
  queues: Label[];
  users: { id: number; name: string }[];
  tags: Label[];
  connections: ConnectionLabel[];
}

export const labelStore = {
  async all(tx: Tx): Promise<LabelRows> {
    const [row] = await tx.run<LabelRows>(all, [tx.companyId]);
    return row!;
  },
};

const all = {
  name: 'labels.all',
  text: `select
    coalesce((select json_agg(json_build_object('id', id, 'name', name, 'color', color))
       from queues where company_id = $1), '[]') as queues,
    coalesce((select json_agg(json_build_object('id', id, 'name', name)) from users where company_id = $1), '[]') as users,
    coalesce((select json_agg(json_build_object('id', id, 'name', name, 'color', color))
       from tags where company_id = $1), '[]') as tags,
    coalesce((select json_agg(json_build_object('id', id, 'name', name, 'groupAsTicket', group_as_ticket,
         'expiresMinutes', expires_minutes, 'status', status, 'channel', channel, 'provider', provider))
       from connections where company_id = $1), '[]') as connections`,
};
