import type { Tx } from '../../infrastructure/db/tx.ts';
import { reportedSql } from '../tickets/index.ts';

export interface PanelUserRow {
  id: number;
  name: string;
  profile: 'user' | 'admin';
  online: boolean;
  paused: boolean;
  pictureKey: string | null;
  queueIds: number[];
}
export interface PanelQueue {
  id: number;
  name: string;
  color: string;
  targetMinutes: number | null;
}
/** The tickets that a viewer sees, and what was asked for. */
export interface PanelFilter {
  /** Null: every queue, and tickets without one. */
  queueIds: readonly number[] | null;
  groups: boolean;
  since: Date;
  until: Date | null;
  statuses: readonly ('open' | 'pending')[];
  userId: number | null;
  limit: number;
}

export const livePanelStore = {
  /** The longest wait first. */
  async ticketIds(tx: Tx, { queueIds, groups, since, until, statuses, userId, limit }: PanelFilter): Promise<number[]> {
    const values = [tx.companyId, queueIds, groups, since, until, statuses, userId, limit];
    return (await tx.query<{ id: number }>(ticketIds, values)).map(({ id }) => id);
  },
  async ticketIdsOf(tx: Tx, contactId: number): Promise<number[]> {
    return (await tx.query<{ id: number }>(ticketIdsOf, [tx.companyId, contactId])).map(({ id }) => id);
  },
  /** By name; without ids all users. */
  users: (tx: Tx, ids: number[] | null) => tx.query<PanelUserRow & Record<string, unknown>>(users, [tx.companyId, ids]),
  queues: (tx: Tx) => tx.query<PanelQueue & Record<string, unknown>>(queues, [tx.companyId]),
  /** First responses of the cycles that began today, in these queues: all with a target, and those within it. */
  async today(tx: Tx, timeZone: string, queueIds: readonly number[] | null): Promise<{ all: number; inTime: number }> {
    return (await tx.query<{ all: number; inTime: number }>(today, [tx.companyId, timeZone, queueIds]))[0]!;
  },
};

const ticketIds = {
  name: 'live-panel.ticket-ids',
  text: `select id from tickets where company_id = $1 and status <> 'closed' and status = any($6::text[])
            and ${reportedSql('tickets')}
            and ($2::int[] is null or queue_id = any($2::int[])) and ($3 or not is_group)
            and updated_at >= $4 and ($5::timestamptz is null or updated_at < $5) and ($7::int is null or user_id = $7)
          order by waiting_since nulls last, updated_at, id limit $8`,
};
const ticketIdsOf = {
  name: 'live-panel.ticket-ids-of-contact',
  text: `select id from tickets where company_id = $1 and contact_id = $2 and status in ('open', 'pending')`,
};
const users = {
  name: 'live-panel.users',
  text: `select u.id, u.name, u.profile, u.is_online as online, u.paused_at is not null as paused, u.picture_key as "pictureKey",
                array(select q.queue_id from user_queues q where q.company_id = u.company_id and q.user_id = u.id order by q.queue_id)
                  as "queueIds"
           from users u where u.company_id = $1 and ($2::int[] is null or u.id = any($2::int[])) order by u.name, u.id`,
};
const queues = {
  name: 'live-panel.queues',
  text: `select id, name, color, target_minutes as "targetMinutes" from queues where company_id = $1
          order by position nulls last, name, id`,
};
const today = {
  name: 'live-panel.today',
  text: `select count(*)::int as all, count(*) filter (where k.is_in_time)::int as "inTime" from ticket_tracking k
           join tickets t on t.company_id = k.company_id and t.id = k.ticket_id and ${reportedSql('t')}
          where k.company_id = $1 and k.is_in_time is not null and ($3::int[] is null or k.queue_id = any($3::int[]))
            and k.created_at >= ((now() at time zone $2)::date)::timestamp at time zone $2`,
};
