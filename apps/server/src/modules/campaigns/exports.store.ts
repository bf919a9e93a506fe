import type { CampaignExportRow } from '../../infrastructure/db/schema/campaigns.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';

const COLUMNS = `company_id as "companyId", id, campaign_id as "campaignId", user_id as "userId", in_clear as "inClear",
  language, status, row_count as "rowCount", storage_key as "storageKey", lease_until as "leaseUntil", tries,
  created_at as "createdAt", finished_at as "finishedAt"`;
const insert = {
  name: 'campaign-exports.insert',
  text: `insert into campaign_exports (company_id, campaign_id, user_id, in_clear, language)
         values ($1, $2, $3, $4, $5) returning ${COLUMNS}`,
};
const byId = {
  name: 'campaign-exports.by-id',
  text: `select ${COLUMNS} from campaign_exports where company_id = $1 and id = $2`,
};
const claim = {
  name: 'campaign-exports.claim',
  text: `update campaign_exports set status = 'running', lease_until = now() + interval '5 minutes', tries = tries + 1
          where company_id = $1 and id = $2 and status in ('waiting', 'running')
            and (lease_until is null or lease_until < now())
          returning ${COLUMNS}`,
};
const finish = {
  name: 'campaign-exports.finish',
  text: `update campaign_exports set status = $3, finished_at = now(), storage_key = $4, row_count = $5
          where company_id = $1 and id = $2`,
};
const clearFile = {
  name: 'campaign-exports.clear-file',
  text: 'update campaign_exports set storage_key = null where company_id = $1 and id = $2',
};
const due = {
  name: 'campaign-exports.due',
  text: 'select company_id as "companyId", id from campaign_exports_due($1)',
};
const over = {
  name: 'campaign-exports.over',
  text: 'select company_id as "companyId", id from campaign_exports_over($1, $2)',
};
type Ref = { companyId: number; id: number };

export const campaignExportStore = {
  async insert(
    tx: Tx,
    {
      campaignId,
      userId,
      inClear,
      language,
    }: Pick<CampaignExportRow, 'campaignId' | 'userId' | 'inClear' | 'language'>,
  ): Promise<CampaignExportRow> {
    const values = [tx.companyId, campaignId, userId, inClear, language];
    return (await tx.query<CampaignExportRow>(insert, values))[0]!;
  },
  async byId(tx: Tx, id: number): Promise<CampaignExportRow | undefined> {
    return (await tx.query<CampaignExportRow>(byId, [tx.companyId, id]))[0];
  },
  /** Claims the export for five minutes; undefined if another worker holds it. */
  async claim(tx: Tx, id: number): Promise<CampaignExportRow | undefined> {
    return (await tx.query<CampaignExportRow>(claim, [tx.companyId, id]))[0];
  },
  finish: (tx: Tx, id: number, end: { status: 'done' | 'failed'; storageKey: string | null; rows: number }) =>
    tx.query(finish, [tx.companyId, id, end.status, end.storageKey, end.rows]),
  clearFile: (tx: Tx, id: number) => tx.query(clearFile, [tx.companyId, id]),
  due: (db: Db, limit: number) => db.query<Ref>(due, [limit]),
  over: (db: Db, before: Date, limit: number) => db.query<Ref>(over, [before, limit]),
};
