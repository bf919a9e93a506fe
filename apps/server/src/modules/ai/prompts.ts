import { MAX_PROMPTS } from '@balcao/contract/endpoints/prompts';
import type { FieldError } from '@balcao/contract';
import type { Actor } from '@balcao/domain/policy/actor';
import { can } from '@balcao/domain/policy/policy';
import { AppError, assertFound, refuse } from '../../infrastructure/app-error.ts';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { Clock } from '../../infrastructure/clock.ts';
import { brokenConstraint, type Db, type Tx } from '../../infrastructure/db/tx.ts';
import type { Companies } from '../companies/index.ts';
import type { PromptKeys } from './prompt-keys.ts';
import { promptStore, type ListedPrompt, type MonthUsage, type PromptFields, type PromptUse } from './prompts.store.ts';

export interface PromptDeps {
  db: Db;
  clock: Clock;
  companies: Pick<Companies, 'inTx'>;
  keys: PromptKeys;
  /** The provider without keys exists. */
  hasSandbox: boolean;
  existingQueueIds(tx: Tx, ids: number[]): Promise<number[]>;
}
type KeyNames = 'apiKey' | 'apiKeyLast4' | 'voiceKey' | 'voiceKeyLast4';
/** Keys in clear; empty: none is given. */
export type PromptDraft = Omit<PromptFields, KeyNames> & { apiKey: string; voiceKey: string };
export interface FullPrompt extends ListedPrompt {
  uses: PromptUse[];
  usage: Omit<MonthUsage, 'promptId'>;
}
const UNUSED = { calls: 0, costMicros: 0, unpricedCalls: 0 };

/** Prompts: the texts and limits with which a language model answers customers. */
export function createPrompts({ db, clock, companies, keys, hasSandbox, existingQueueIds }: PromptDeps) {
  async function complete(tx: Tx, rows: ListedPrompt[]): Promise<FullPrompt[]> {
    if (rows.length === 0) return [];
    const ids = rows.map(({ id }) => id);
    const { timeZone } = await companies.inTx.getHours(tx);
    const queues = await promptStore.queues(tx, unique(rows.flatMap((row) => row.transferQueueIds)));
    const tags = await promptStore.tags(tx, unique(rows.flatMap((row) => row.tagIds)));
    const uses = Map.groupBy(await promptStore.uses(tx, ids), ({ promptId }) => promptId);
    const usage = await promptStore.monthUsage(tx, clock.now(), timeZone, ids);
    const idsIn = (existing: { id: number }[], wanted: number[]) =>
      existing.map(({ id }) => id).filter((id) => wanted.includes(id));
    return rows.map((row) => ({
      ...row,
      transferQueueIds: idsIn(queues, row.transferQueueIds),
      tagIds: idsIn(tags, row.tagIds),
      uses: uses.get(row.id) ?? [],
      usage: usage.find(({ promptId }) => promptId === row.id) ?? UNUSED,
    }));
  }
  async function getFull(tx: Tx, id: number): Promise<FullPrompt> {
    const row = assertFound(await promptStore.byId(tx, id), 'ERR_NO_PROMPT_FOUND');
    return (await complete(tx, [row]))[0]!;
  }

  /** `given` are the fields of the request, `after` is what will be stored. */
  async function check(tx: Tx, given: Partial<PromptDraft>, after: PromptFields, hasApiKey: boolean) {
    const errors: FieldError[] = [];
    if (after.provider === 'sandbox' && !hasSandbox) errors.push({ field: 'provider', rule: 'choice' });
    if (after.provider !== 'sandbox' && !hasApiKey) errors.push({ field: 'apiKey', rule: 'required' });
    if (after.voice !== 'texto') {
      if (after.voiceKey === null) errors.push({ field: 'voiceKey', rule: 'required' });
      if (after.voiceRegion === '') errors.push({ field: 'voiceRegion', rule: 'required' });
    }
    const { queueId, transferQueueIds = [], tagIds = [] } = given;
    const queueIds = unique([...(queueId ? [queueId] : []), ...transferQueueIds]);
    const queues = new Set(await existingQueueIds(tx, queueIds));
    if (queueId && !queues.has(queueId)) refuse('ERR_QUEUE_NOT_FOUND', { field: 'queueId', rule: 'unknown' });
    if (transferQueueIds.some((id) => !queues.has(id)))
      errors.push({ field: 'actions.transferQueueIds', rule: 'unknown' });
    const tags = await promptStore.tags(tx, unique(tagIds));
    if (tags.length < unique(tagIds).length) errors.push({ field: 'actions.tagIds', rule: 'unknown' });
    if (errors.length > 0) throw new AppError('ERR_VALIDATION', { fields: errors });
  }
  const auditKeys = async (tx: Tx, actor: Actor, id: number, { apiKey = '', voiceKey = '' }: Partial<PromptDraft>) => {
    const given = [...(apiKey === '' ? [] : ['apiKey']), ...(voiceKey === '' ? [] : ['voiceKey'])];
    if (given.length === 0) return;
    const subject = `prompt ${id}`;
    await audit(tx, { userId: actor.userId, action: 'prompt.key-set', subject, data: { keys: given } });
  };

  return {
    /** The whole rows for users who manage prompts; for others what a picker needs. */
    list: (actor: Actor, filter: { search: string; page: number }) =>
      db.readCompany(actor.companyId, async (tx) => {
        const { rows, ...page } = await promptStore.page(tx, filter);
        return { full: can(actor, 'prompt.manage') ? await complete(tx, rows) : null, rows, ...page };
      }),
    get: (actor: Actor, id: number) => db.readCompany(actor.companyId, (tx) => getFull(tx, id)),
    /** For realtime events. */
    find: (companyId: number, id: number) =>
      db.readCompany(companyId, async (tx) => {
        const row = await promptStore.byId(tx, id);
        return row && (await complete(tx, [row]))[0];
      }),
    /** For modules that refer to prompts by id. */
    exists: async (tx: Tx, id: number): Promise<boolean> => (await promptStore.byId(tx, id)) !== undefined,

    create: (actor: Actor, draft: PromptDraft) =>
      db
        .inCompany(actor.companyId, async (tx) => {
          if ((await promptStore.countLocked(tx)) >= MAX_PROMPTS) refuse('ERR_PROMPT_LIMIT_REACHED');
          const fields = { ...draft, ...NO_KEYS, ...keys.columnsOf(actor.companyId, draft) };
          await check(tx, draft, fields, fields.apiKey !== null);
          const id = await promptStore.insert(tx, fields);
          await auditKeys(tx, actor, id, draft);
          tx.emit({ type: 'prompt.saved', promptId: id, isNew: true });
          return getFull(tx, id);
        })
        .catch(refuseTakenName),

    update: (actor: Actor, id: number, change: Partial<PromptDraft>) =>
      db
        .inCompany(actor.companyId, async (tx) => {
          await promptStore.lock(tx, id);
          const before = assertFound(await promptStore.byId(tx, id), 'ERR_NO_PROMPT_FOUND');
          const { apiKey = '', voiceKey = '', ...fields } = change;
          const after = { ...before, ...fields, ...keys.columnsOf(actor.companyId, { apiKey, voiceKey }) };
          // Otherwise a stored key could be sent to an address that its owner never chose.
          const isElsewhere = after.provider !== before.provider || after.baseUrl !== before.baseUrl;
          await check(tx, change, after, apiKey !== '' || (before.apiKey !== null && !isElsewhere));
          await promptStore.update(
            tx,
            id,
            isElsewhere && apiKey === '' ? { ...after, apiKey: null, apiKeyLast4: '' } : after,
          );
          await auditKeys(tx, actor, id, change);
          tx.emit({ type: 'prompt.saved', promptId: id, isNew: false });
          return getFull(tx, id);
        })
        .catch(refuseTakenName),

    /** A prompt in use stays: a connection or flow would fall silent. */
    remove: (actor: Actor, id: number) =>
      db.inCompany(actor.companyId, async (tx) => {
        if (!(await promptStore.lock(tx, id))) refuse('ERR_NO_PROMPT_FOUND');
        const { name, uses } = await getFull(tx, id);
        if (uses.length > 0) throw new AppError('ERR_PROMPT_IN_USE', { conflict: usesByKind(uses) });
        await promptStore.remove(tx, id);
        await audit(tx, { userId: actor.userId, action: 'prompt.removed', subject: `prompt ${id}`, data: { name } });
        tx.emit({ type: 'prompt.removed', promptId: id });
      }),
  };
}
export type Prompts = ReturnType<typeof createPrompts>;

const NO_KEYS = { apiKey: null, apiKeyLast4: '', voiceKey: null, voiceKeyLast4: '' };
const unique = (ids: number[]): number[] => [...new Set(ids)];

export function usesByKind(uses: PromptUse[]) {
  const of = (wanted: PromptUse['kind']) =>
    uses.filter(({ kind }) => kind === wanted).map(({ id, name }) => ({ id, name }));
  return { connections: of('connection'), flows: of('flow') };
}

function refuseTakenName(error: unknown): never {
  if (brokenConstraint(error) === 'prompts_name') refuse('ERR_PROMPT_NAME_TAKEN', { field: 'name', rule: 'taken' });
  throw error;
}
