import type { IntegrationRow } from '../../infrastructure/db/schema/integrations.ts';
import { likePattern } from '../../infrastructure/db/search.ts';
import type { PlatformTx, Tx } from '../../infrastructure/db/tx.ts';

const PAGE_SIZE = 20;
/** Links shown of a page of integrations. */
const MAX_USES = 1000;

export type IntegrationFields = Omit<IntegrationRow, 'companyId' | 'id' | 'createdAt' | 'updatedAt'>;
/** An integration with what the list shows of it. */
export interface ListedIntegration extends IntegrationRow {
  flowName: string | null;
  /** The flow can start. */
  isFlowLive: boolean;
}
export interface IntegrationUse {
  integrationId: number;
  kind: 'connection' | 'queue' | 'option' | 'flow';
  id: number;
  name: string;
  /** Queue of an option; null for other uses. */
  queueId: number | null;
  queueName: string | null;
}

const COLUMNS = `i.company_id as "companyId", i.id, i.type, i.name, i.project, i.language,
  i.service_account as "serviceAccount", i.service_account_email as "serviceAccountEmail", i.url,
  i.typebot_slug as "typebotSlug", i.reply_pause_ms as "replyPauseMs", i.expires_minutes as "expiresMinutes",
  i.finish_word as "finishWord", i.restart_word as "restartWord", i.restart_message as "restartMessage",
  i.unknown_message as "unknownMessage", i.flow_id as "flowId", i.header_name as "headerName",
  i.header_value as "headerValue", i.signing_secret as "signingSecret", i.signing_secret_last4 as "signingSecretLast4",
  i.created_at as "createdAt", i.updated_at as "updatedAt", f.name as "flowName",
  coalesce(f.is_active and f.live_version_id is not null, false) as "isFlowLive"`;
const TABLES = 'left join flows f on f.company_id = i.company_id and f.id = i.flow_id';
const MATCHES = "i.company_id = $1 and ($2 = '%%' or folded(i.name) like $2)";
/** Its last call failed, it is paused, or its flow cannot start: what the screen shows as an error. */
const IS_FAILING = `case when i.type = 'flowbuilder' then not coalesce(f.is_active and f.live_version_id is not null, false)
  else exists (select from service_breakers b where b.company_id = i.company_id and b.account = 'integration:' || i.id)
    or (select c.reason from flow_calls c
         where c.company_id = i.company_id and c.integration_id = i.id and c.finished_at is not null
           and c.reason is distinct from 'voided'
         order by c.created_at desc limit 1) is not null end`;
const page = {
  name: 'integrations.page',
  text: `select ${COLUMNS}, count(*) over ()::int as total from integrations i ${TABLES}
          where ${MATCHES} order by i.created_at desc, i.id desc limit $3 offset $4`,
};
const failingPage = {
  name: 'integrations.failing-page',
  text: `select ${COLUMNS}, count(*) over ()::int as total from integrations i ${TABLES}
          where ${MATCHES} and ${IS_FAILING} order by i.created_at desc, i.id desc limit $3 offset $4`,
};
// A company has a bounded number of integrations.
const countFailing = {
  name: 'integrations.count-failing',
  text: `select count(*)::int as n from integrations i ${TABLES} where ${MATCHES} and ${IS_FAILING}`,
};
const byId = {
  name: 'integrations.by-id',
  text: `select ${COLUMNS} from integrations i ${TABLES} where i.company_id = $1 and i.id = $2`,
};
const exists = { name: 'integrations.exists', text: 'select from integrations where company_id = $1 and id = $2' };
const lock = {
  name: 'integrations.lock',
  text: 'select id from integrations where company_id = $1 and id = $2 for update',
};
const lockCompany = { name: 'integrations.lock-company', text: 'select pg_advisory_xact_lock(45, $1)' };
const countAll = {
  name: 'integrations.count',
  text: 'select count(*)::int as n from integrations where company_id = $1',
};
const insert = {
  name: 'integrations.insert',
  text: `insert into integrations (company_id, type, name, project, language, service_account, service_account_email, url,
                typebot_slug, reply_pause_ms, expires_minutes, finish_word, restart_word, restart_message, unknown_message,
                flow_id, header_name, header_value, signing_secret, signing_secret_last4)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20) returning id`,
};
const update = {
  name: 'integrations.update',
  text: `update integrations set type = $3, name = $4, project = $5, language = $6, service_account = $7,
                service_account_email = $8, url = $9, typebot_slug = $10, reply_pause_ms = $11, expires_minutes = $12,
                finish_word = $13, restart_word = $14, restart_message = $15, unknown_message = $16, flow_id = $17,
                header_name = $18, header_value = $19, signing_secret = $20, signing_secret_last4 = $21, updated_at = now()
          where company_id = $1 and id = $2`,
};
const remove = { name: 'integrations.remove', text: 'delete from integrations where company_id = $1 and id = $2' };
// A company draws at most some hundred flows; their documents are searched only here.
const uses = {
  name: 'integrations.uses',
  text: `select * from (
           select c.integration_id as "integrationId", 'connection' as kind, c.id, c.name, null::int as "queueId",
                  null::text as "queueName"
             from connections c where c.company_id = $1 and c.integration_id = any ($2::int[])
           union all
           select q.integration_id, 'queue', q.id, q.name, null, null
             from queues q where q.company_id = $1 and q.integration_id = any ($2)
           union all
           select o.to_integration_id, 'option', o.id, o.name, q.id, q.name
             from bot_options o join queues q on q.company_id = o.company_id and q.id = o.queue_id
            where o.company_id = $1 and o.to_integration_id = any ($2)
           union all
           select distinct used::int, 'flow', f.id, f.name, null::int, null
             from flows f
             join flow_drafts d on d.company_id = f.company_id and d.flow_id = f.id
             left join flow_versions v on v.company_id = f.company_id and v.id = f.live_version_id
            cross join lateral jsonb_path_query(jsonb_build_array(d.doc, v.doc),
                    '$[*].nodes[*].data.integrationId ? (@ != null)') used
            where f.company_id = $1 and used::int = any ($2)) found
          order by kind, name, id limit ${MAX_USES}`,
};
const otherSealing = {
  name: 'integrations.sealed-by-other-keys',
  text: 'select company_id as "companyId" from companies_with_integrations_sealed_by_other_keys($1)',
};
const sealedKeys = {
  name: 'integrations.sealed-keys',
  text: `select id, service_account as "serviceAccount", header_value as "headerValue", signing_secret as "signingSecret"
           from integrations where company_id = $1 order by id for update`,
};
const replaceKeys = {
  name: 'integrations.replace-keys',
  text: `update integrations set service_account = $3, header_value = $4, signing_secret = $5
          where company_id = $1 and id = $2`,
};
const setSecret = {
  name: 'integrations.set-secret',
  text: `update integrations set signing_secret = $3, signing_secret_last4 = $4, updated_at = now()
          where company_id = $1 and id = $2`,
};

const valuesOf = (fields: IntegrationFields) => [
  fields.type,
  fields.name,
  fields.project,
  fields.language,
  fields.serviceAccount,
  fields.serviceAccountEmail,
  fields.url,
  fields.typebotSlug,
  fields.replyPauseMs,
  fields.expiresMinutes,
  fields.finishWord,
  fields.restartWord,
  fields.restartMessage,
  fields.unknownMessage,
  fields.flowId,
  fields.headerName,
  fields.headerValue,
  fields.signingSecret,
  fields.signingSecretLast4,
];
export type SealedIntegrationKeys = Pick<IntegrationRow, 'id' | 'serviceAccount' | 'headerValue' | 'signingSecret'>;

export const integrationStore = {
  async page(tx: Tx, { search, page: number, onlyFailing }: { search: string; page: number; onlyFailing: boolean }) {
    const offset = (number - 1) * PAGE_SIZE;
    const values = [tx.companyId, likePattern(search), PAGE_SIZE, offset];
    const rows = await tx.query<ListedIntegration & { total: number }>(onlyFailing ? failingPage : page, values);
    const count = rows[0]?.total ?? 0;
    return { rows, count, hasMore: count > offset + rows.length };
  },
  countFailing: async (tx: Tx, search: string): Promise<number> =>
    (await tx.query<{ n: number }>(countFailing, [tx.companyId, likePattern(search)]))[0]!.n,
  async byId(tx: Tx, id: number): Promise<ListedIntegration | undefined> {
    return (await tx.query<ListedIntegration>(byId, [tx.companyId, id]))[0];
  },
  exists: async (tx: Tx, id: number): Promise<boolean> => (await tx.query(exists, [tx.companyId, id])).length > 0,
  /** Until the commit nothing can begin to use the integration. */
  lock: async (tx: Tx, id: number): Promise<boolean> => (await tx.query(lock, [tx.companyId, id])).length > 0,
  /** With a company lock, so that two concurrent requests cannot exceed the limit. */
  async countLocked(tx: Tx): Promise<number> {
    await tx.query(lockCompany, [tx.companyId]);
    return (await tx.query<{ n: number }>(countAll, [tx.companyId]))[0]!.n;
  },
  async insert(tx: Tx, fields: IntegrationFields): Promise<number> {
    return (await tx.query<{ id: number }>(insert, [tx.companyId, ...valuesOf(fields)]))[0]!.id;
  },
  update: (tx: Tx, id: number, fields: IntegrationFields) => tx.query(update, [tx.companyId, id, ...valuesOf(fields)]),
  setSecret: (tx: Tx, id: number, { signingSecret, signingSecretLast4 }: SigningSecret) =>
    tx.query(setSecret, [tx.companyId, id, signingSecret, signingSecretLast4]),
  remove: (tx: Tx, id: number) => tx.query(remove, [tx.companyId, id]),
  uses: (tx: Tx, ids: number[]) => tx.query<IntegrationUse & object>(uses, [tx.companyId, ids]),

  async companiesToReseal(tx: PlatformTx, newestKeyId: string): Promise<number[]> {
    const rows = await tx.query<{ companyId: number }>(otherSealing, [newestKeyId]);
    return rows.map(({ companyId }) => companyId);
  },
  sealedKeys: (tx: Tx) => tx.query<SealedIntegrationKeys>(sealedKeys, [tx.companyId]),
  replaceKeys: (tx: Tx, { id, serviceAccount, headerValue, signingSecret }: SealedIntegrationKeys) =>
    tx.query(replaceKeys, [tx.companyId, id, serviceAccount, headerValue, signingSecret]),
};
type SigningSecret = Pick<IntegrationRow, 'signingSecret' | 'signingSecretLast4'>;
