import type { PromptRow } from '../../infrastructure/db/schema/ai.ts';
import { likePattern } from '../../infrastructure/db/search.ts';
import type { PlatformTx, Tx } from '../../infrastructure/db/tx.ts';

const PAGE_SIZE = 20;
/** Links shown of a page of prompts. */
const MAX_USES = 1000;

export type PromptFields = Omit<PromptRow, 'companyId' | 'id' | 'keyRefusedAt' | 'createdAt' | 'updatedAt'>;
/** A prompt with what the list shows of it. */
export interface ListedPrompt extends PromptRow {
  queueName: string | null;
  queueColor: string | null;
  knowledgeCount: number;
}
export interface PromptUse {
  promptId: number;
  kind: 'connection' | 'flow';
  id: number;
  name: string;
}
export interface MonthUsage {
  promptId: number;
  calls: number;
  costMicros: number;
  unpricedCalls: number;
}
export interface NamedRow {
  id: number;
  name: string;
}

const COLUMNS = `p.company_id as "companyId", p.id, p.name, p.prompt, p.provider, p.model, p.base_url as "baseUrl", p.voice,
  p.voice_region as "voiceRegion", p.max_tokens as "maxTokens", p.temperature, p.max_messages as "maxMessages",
  p.queue_id as "queueId", p.transfer_queue_ids as "transferQueueIds", p.tag_ids as "tagIds", p.can_close as "canClose",
  p.hides_personal_data as "hidesPersonalData", p.api_key as "apiKey", p.api_key_last4 as "apiKeyLast4",
  p.voice_key as "voiceKey", p.voice_key_last4 as "voiceKeyLast4", p.key_refused_at as "keyRefusedAt",
  p.created_at as "createdAt", p.updated_at as "updatedAt",
  q.name as "queueName", q.color as "queueColor",
  (select count(*)::int from knowledge_entries k where k.company_id = p.company_id and k.prompt_id = p.id) as "knowledgeCount"`;
const TABLES = 'left join queues q on q.company_id = p.company_id and q.id = p.queue_id';
const page = {
  name: 'prompts.page',
  text: `select ${COLUMNS}, count(*) over ()::int as total from prompts p ${TABLES}
          where p.company_id = $1 and ($2 = '%%' or folded(p.name) like $2)
          order by folded(p.name), p.id limit $3 offset $4`,
};
const byId = {
  name: 'prompts.by-id',
  text: `select ${COLUMNS} from prompts p ${TABLES} where p.company_id = $1 and p.id = $2`,
};
const lock = { name: 'prompts.lock', text: 'select id from prompts where company_id = $1 and id = $2 for update' };
const lockCompany = { name: 'prompts.lock-company', text: 'select pg_advisory_xact_lock(43, $1)' };
const countAll = { name: 'prompts.count', text: 'select count(*)::int as n from prompts where company_id = $1' };
const insert = {
  name: 'prompts.insert',
  text: `insert into prompts (company_id, name, prompt, provider, model, base_url, voice, voice_region, max_tokens,
                temperature, max_messages, queue_id, transfer_queue_ids, tag_ids, can_close, hides_personal_data,
                api_key, api_key_last4, voice_key, voice_key_last4)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20) returning id`,
};
const update = {
  name: 'prompts.update',
  text: `update prompts set name = $3, prompt = $4, provider = $5, model = $6, base_url = $7, voice = $8, voice_region = $9,
                max_tokens = $10, temperature = $11, max_messages = $12, queue_id = $13, transfer_queue_ids = $14,
                tag_ids = $15, can_close = $16, hides_personal_data = $17, api_key = $18, api_key_last4 = $19,
                voice_key = $20, voice_key_last4 = $21, updated_at = now(),
                key_refused_at = case when api_key = $18 then key_refused_at end
          where company_id = $1 and id = $2`,
};
const setKeyRefused = {
  name: 'prompts.set-key-refused',
  text: `update prompts set key_refused_at = case when $4 then now() end
          where company_id = $1 and id = $2 and api_key = $3 and (key_refused_at is not null) <> $4 returning id`,
};
const remove = { name: 'prompts.remove', text: 'delete from prompts where company_id = $1 and id = $2' };
// A company draws at most some hundred flows; their documents are searched only here.
const uses = {
  name: 'prompts.uses',
  text: `select * from (
           select c.prompt_id as "promptId", 'connection' as kind, c.id, c.name
             from connections c where c.company_id = $1 and c.prompt_id = any ($2::int[])
           union
           select used::int, 'flow', f.id, f.name
             from flows f
             join flow_drafts d on d.company_id = f.company_id and d.flow_id = f.id
             left join flow_versions v on v.company_id = f.company_id and v.id = f.live_version_id
            cross join lateral jsonb_path_query(jsonb_build_array(d.doc, v.doc),
                    '$[*].nodes[*] ? (@.type == "openai").data.promptId ? (@ != null)') used
            where f.company_id = $1 and used::int = any ($2)) found
          order by kind, name, id limit ${MAX_USES}`,
};
const monthUsage = {
  name: 'prompts.month-usage',
  text: `select prompt_id as "promptId", count(*)::int as calls, coalesce(sum(cost_micros), 0)::float8 as "costMicros",
                count(*) filter (where cost_micros is null)::int as "unpricedCalls"
           from ai_usage
          where company_id = $1 and at >= date_trunc('month', $2::timestamptz, $3) and prompt_id = any ($4::int[])
          group by prompt_id`,
};
const namedQueues = {
  name: 'prompts.queues',
  text: 'select id, name from queues where company_id = $1 and id = any ($2::int[]) order by folded(name), id',
};
const namedTags = {
  name: 'prompts.tags',
  text: 'select id, name from tags where company_id = $1 and not is_lane and id = any ($2::int[]) order by folded(name), id',
};
const otherSealing = {
  name: 'prompts.sealed-by-other-keys',
  text: 'select company_id as "companyId" from companies_with_prompts_sealed_by_other_keys($1)',
};
const sealedKeys = {
  name: 'prompts.sealed-keys',
  text: 'select id, api_key as "apiKey", voice_key as "voiceKey" from prompts where company_id = $1 order by id for update',
};
const replaceKeys = {
  name: 'prompts.replace-keys',
  text: 'update prompts set api_key = $3, voice_key = $4 where company_id = $1 and id = $2',
};

const valuesOf = (fields: PromptFields) => [
  fields.name,
  fields.prompt,
  fields.provider,
  fields.model,
  fields.baseUrl,
  fields.voice,
  fields.voiceRegion,
  fields.maxTokens,
  fields.temperature,
  fields.maxMessages,
  fields.queueId,
  fields.transferQueueIds,
  fields.tagIds,
  fields.canClose,
  fields.hidesPersonalData,
  fields.apiKey,
  fields.apiKeyLast4,
  fields.voiceKey,
  fields.voiceKeyLast4,
];
type SealedKeys = Pick<PromptRow, 'id' | 'apiKey' | 'voiceKey'>;

export const promptStore = {
  async page(tx: Tx, { search, page: number }: { search: string; page: number }) {
    const offset = (number - 1) * PAGE_SIZE;
    const values = [tx.companyId, likePattern(search), PAGE_SIZE, offset];
    const rows = await tx.query<ListedPrompt & { total: number }>(page, values);
    const count = rows[0]?.total ?? 0;
    return { rows, count, hasMore: count > offset + rows.length };
  },
  async byId(tx: Tx, id: number): Promise<ListedPrompt | undefined> {
    return (await tx.query<ListedPrompt>(byId, [tx.companyId, id]))[0];
  },
  /** Until the commit nothing can begin to use the prompt. */
  lock: async (tx: Tx, id: number): Promise<boolean> => (await tx.query(lock, [tx.companyId, id])).length > 0,
  /** With a company lock, so that two concurrent requests cannot exceed the limit. */
  async countLocked(tx: Tx): Promise<number> {
    await tx.query(lockCompany, [tx.companyId]);
    return (await tx.query<{ n: number }>(countAll, [tx.companyId]))[0]!.n;
  },
  async insert(tx: Tx, fields: PromptFields): Promise<number> {
    return (await tx.query<{ id: number }>(insert, [tx.companyId, ...valuesOf(fields)]))[0]!.id;
  },
  update: (tx: Tx, id: number, fields: PromptFields) => tx.query(update, [tx.companyId, id, ...valuesOf(fields)]),
  /** False if it is known, or the key was replaced meanwhile. */
  setKeyRefused: async (tx: Tx, id: number, sealedKey: string, isRefused: boolean): Promise<boolean> =>
    (await tx.query(setKeyRefused, [tx.companyId, id, sealedKey, isRefused])).length > 0,
  remove: (tx: Tx, id: number) => tx.query(remove, [tx.companyId, id]),
  uses: (tx: Tx, promptIds: number[]) => tx.query<PromptUse & object>(uses, [tx.companyId, promptIds]),
  /** Usage in the calendar month of the company's time zone. */
  monthUsage: (tx: Tx, now: Date, timeZone: string, promptIds: number[]) =>
    tx.query<MonthUsage & object>(monthUsage, [tx.companyId, now, timeZone, promptIds]),
  queues: (tx: Tx, ids: number[]) => tx.query<NamedRow & object>(namedQueues, [tx.companyId, ids]),
  tags: (tx: Tx, ids: number[]) => tx.query<NamedRow & object>(namedTags, [tx.companyId, ids]),

  async companiesToReseal(tx: PlatformTx, newestKeyId: string): Promise<number[]> {
    const rows = await tx.query<{ companyId: number }>(otherSealing, [newestKeyId]);
    return rows.map(({ companyId }) => companyId);
  },
  sealedKeys: (tx: Tx) => tx.query<SealedKeys>(sealedKeys, [tx.companyId]),
  replaceKeys: (tx: Tx, { id, apiKey, voiceKey }: SealedKeys) =>
    tx.query(replaceKeys, [tx.companyId, id, apiKey, voiceKey]),
};
