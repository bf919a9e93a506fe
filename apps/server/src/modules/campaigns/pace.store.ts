import type { CampaignConnectionRow } from '../../infrastructure/db/schema/campaigns.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';

export interface Pace extends Omit<CampaignConnectionRow, 'nextAt' | 'shareAt' | 'companyId'> {
  /** Milliseconds until the next message, by the clock of the database. */
  dueInMs: number;
  /** Minutes since the share was changed. */
  shareMinutes: number;
}
/** First key of the advisory locks of send steps; the second one is the connection. */
const LOCK_CLASS = 17;

const lock = { name: 'campaign-pace.lock', text: `select pg_try_advisory_xact_lock(${LOCK_CLASS}, $1) as locked` };
const create = {
  name: 'campaign-pace.create',
  text: `insert into campaign_connections (company_id, connection_id)
         select company_id, id from connections where company_id = $1 and id = $2 on conflict do nothing`,
};
const COLUMNS = `connection_id as "connectionId", sends_since_pause as "sendsSincePause",
  last_campaign_id as "lastCampaignId", share::float8 as share, failed_percent as "failedPercent",
  opted_out_percent as "optedOutPercent", grey_since as "greySince",
  (extract(epoch from next_at - clock_timestamp()) * 1000)::float8 as "dueInMs",
  (extract(epoch from clock_timestamp() - share_at) / 60)::float8 as "shareMinutes"`;
const read = {
  name: 'campaign-pace.read',
  text: `select ${COLUMNS} from campaign_connections where company_id = $1 and connection_id = $2`,
};
const all = { name: 'campaign-pace.all', text: `select ${COLUMNS} from campaign_connections where company_id = $1` };
const advance = {
  name: 'campaign-pace.advance',
  text: `update campaign_connections set next_at = clock_timestamp() + make_interval(secs => $3), sends_since_pause = $4,
                last_campaign_id = $5 where company_id = $1 and connection_id = $2`,
};
const postpone = {
  name: 'campaign-pace.postpone',
  text: `update campaign_connections set next_at = greatest(next_at, clock_timestamp() + make_interval(secs => $3))
          where company_id = $1 and connection_id = $2`,
};
const saveShare = {
  name: 'campaign-pace.save-share',
  text: `insert into campaign_connections (company_id, connection_id, share, share_at) values ($1, $2, $3, clock_timestamp())
         on conflict (company_id, connection_id) do update set share = excluded.share, share_at = excluded.share_at`,
};
const saveGuards = {
  name: 'campaign-pace.save-guards',
  text: `insert into campaign_connections (company_id, connection_id, failed_percent, opted_out_percent)
         values ($1, $2, $3, $4)
         on conflict (company_id, connection_id) do update set failed_percent = $3, opted_out_percent = $4`,
};

/** The pace of each connection, which all its campaigns share. The database's clock counts: those of nodes differ. */
export const paceStore = {
  /** One owner per connection until the transaction ends; undefined while another one works on it, or without it. */
  async begin(tx: Tx, connectionId: number): Promise<Pace | undefined> {
    const [row] = await tx.query<{ locked: boolean }>(lock, [connectionId]);
    if (!row?.locked) return undefined;
    const [pace] = await tx.query<Pace>(read, [tx.companyId, connectionId]);
    if (pace) return pace;
    await tx.query(create, [tx.companyId, connectionId]);
    return (await tx.query<Pace>(read, [tx.companyId, connectionId]))[0];
  },
  async find(tx: Tx, connectionId: number): Promise<Pace | undefined> {
    return (await tx.query<Pace>(read, [tx.companyId, connectionId]))[0];
  },
  all: (tx: Tx) => tx.query<Pace>(all, [tx.companyId]),
  advance: (tx: Tx, connectionId: number, next: { delayMs: number; sendsSincePause: number; lastCampaignId: number }) =>
    tx.query(advance, [tx.companyId, connectionId, next.delayMs / 1000, next.sendsSincePause, next.lastCampaignId]),
  postpone: (tx: Tx, connectionId: number, ms: number) => tx.query(postpone, [tx.companyId, connectionId, ms / 1000]),
  saveShare: (tx: Tx, connectionId: number, share: number) => tx.query(saveShare, [tx.companyId, connectionId, share]),
  saveGuards: (tx: Tx, connectionId: number, guards: { failedPercent: number; optedOutPercent: number }) =>
    tx.query(saveGuards, [tx.companyId, connectionId, guards.failedPercent, guards.optedOutPercent]),
};
