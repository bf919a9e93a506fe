import type { BotOptionDraft } from '@balcao/contract/endpoints/queues';
import { MAX_OPTION_DEPTH, MAX_OPTIONS } from '@balcao/domain/bot/option-types';
import type { Actor } from '@balcao/domain/policy/actor';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import { assertFound, refuse } from '../../infrastructure/app-error.ts';
import { optionRecords, type OptionValues } from './option-records.store.ts';
import { optionStore, type OptionRow } from './options.store.ts';
import { queueStore } from './queues.store.ts';

export interface OptionDeps {
  db: Db;
  userExists(tx: Tx, id: number): Promise<boolean>;
  fileListExists(tx: Tx, id: number): Promise<boolean>;
  flowExists(tx: Tx, id: number): Promise<boolean>;
  integrationExists(tx: Tx, id: number): Promise<boolean>;
}
type Draft = BotOptionDraft;
type Fields = Omit<Draft, 'id' | 'options'>;
export interface OptionTree extends OptionRow {
  options: OptionTree[];
}

/** The options of a queue's menu. A tree replaces the stored one: options with an id are updated, missing ones removed. */
export function createOptions({ db, userExists, fileListExists, flowExists, integrationExists }: OptionDeps) {
  /** Refuses options that lead to queues, users, file lists, flows or integrations of another company. */
  async function check(tx: Tx, tree: Draft[]) {
    const all = flat(tree);
    const queueIds = [...new Set(all.flatMap(({ optQueueId }) => optQueueId ?? []))];
    if ((await queueStore.existingIds(tx, queueIds)).length < queueIds.length)
      refuse('ERR_QUEUE_NOT_FOUND', { field: 'optQueueId', rule: 'unknown' });
    for (const id of new Set(all.flatMap(({ optUserId }) => optUserId ?? [])))
      if (!(await userExists(tx, id))) refuse('ERR_NO_USER_FOUND', { field: 'optUserId', rule: 'unknown' });
    for (const id of new Set(all.flatMap(({ optFileId }) => optFileId ?? [])))
      if (!(await fileListExists(tx, id))) refuse('ERR_VALIDATION', { field: 'optFileId', rule: 'unknown' });
    for (const id of new Set(all.flatMap(({ optFlowId }) => optFlowId ?? [])))
      if (!(await flowExists(tx, id))) refuse('ERR_VALIDATION', { field: 'optFlowId', rule: 'unknown' });
    for (const id of new Set(all.flatMap(({ optIntegrationId }) => optIntegrationId ?? [])))
      if (!(await integrationExists(tx, id))) refuse('ERR_VALIDATION', { field: 'optIntegrationId', rule: 'unknown' });
    const ids = all.flatMap(({ id }) => id ?? []);
    if (new Set(ids).size < ids.length) refuse('ERR_VALIDATION', { field: 'id', rule: 'invalid' });
  }

  /** Saves the options below a parent with all levels; returns the ids of the saved options. */
  async function saveTree(
    tx: Tx,
    location: { queueId: number; parentId: number | null },
    tree: Draft[],
    existingIds: ReadonlySet<number>,
  ): Promise<number[]> {
    const savedIds: number[] = [];
    for (const [index, { id, options, ...fields }] of tree.entries()) {
      const values = { ...valuesOf(fields), ...location, position: index + 1 };
      if (id && !existingIds.has(id)) refuse('ERR_CHATBOT_NOT_FOUND', { field: 'id', rule: 'unknown' });
      const optionId = id ?? (await optionRecords.insert(tx, values));
      if (id) await optionRecords.update(tx, id, values);
      savedIds.push(optionId, ...(await saveTree(tx, { ...location, parentId: optionId }, options, existingIds)));
    }
    return savedIds;
  }

  async function replace(tx: Tx, location: { queueId: number; parentId: number | null }, tree: Draft[]) {
    await check(tx, tree);
    const rows = await optionStore.ofQueues(tx, [location.queueId]);
    const before = new Set(location.parentId === null ? rows.map(({ id }) => id) : idsUnder(rows, location.parentId));
    const savedIds = new Set(await saveTree(tx, location, tree, before));
    await optionRecords.remove(
      tx,
      [...before].filter((id) => !savedIds.has(id)),
    );
    const after = await optionStore.ofQueues(tx, [location.queueId]);
    const top = treeOf(after, location.queueId);
    if (after.length > MAX_OPTIONS || depthOf(top) > MAX_OPTION_DEPTH)
      refuse('ERR_VALIDATION', { field: 'options', rule: 'tooLong' });
  }

  async function getNode(tx: Tx, id: number) {
    const option = assertFound(await optionRecords.byId(tx, id), 'ERR_CHATBOT_NOT_FOUND');
    const rows = await optionStore.ofQueues(tx, [option.queueId]);
    const node = flatTree(treeOf(rows, option.queueId)).find((candidate) => candidate.id === id)!;
    return { option: node, parent: rows.find((row) => row.id === option.parentId) ?? null };
  }
  const emitSaved = (tx: Tx, queueId: number) => tx.emit({ type: 'queue.saved', queueId, isNew: false });

  return {
    /** Validates a tree without saving it; `existingIds` are the ids it may use. */
    async checkTree(tx: Tx, tree: Draft[], existingIds: ReadonlySet<number>) {
      await check(tx, tree);
      if (flat(tree).some(({ id }) => id && !existingIds.has(id)))
        refuse('ERR_CHATBOT_NOT_FOUND', { field: 'id', rule: 'unknown' });
    },
    replace,
    ofQueue: async (tx: Tx, queueId: number) => treeOf(await optionStore.ofQueues(tx, [queueId]), queueId),
    /** The trees of several queues, loaded with one query. */
    async ofQueues(tx: Tx, queueIds: number[]): Promise<(queueId: number) => OptionTree[]> {
      const rows = await optionStore.ofQueues(tx, queueIds);
      return (queueId) => treeOf(rows, queueId);
    },

    get: (actor: Actor, id: number) => db.readCompany(actor.companyId, (tx) => getNode(tx, id)),

    create: (
      actor: Actor,
      location: { queueId: number | null; parentId: number | null },
      fields: Fields,
      options: Draft[],
    ) =>
      db.inCompany(actor.companyId, async (tx) => {
        const parent = location.parentId === null ? undefined : await optionRecords.byId(tx, location.parentId);
        if (location.parentId !== null && !parent)
          refuse('ERR_CHATBOT_NOT_FOUND', { field: 'chatbotId', rule: 'unknown' });
        const queueId = parent?.queueId ?? location.queueId;
        if (queueId === null) return refuse('ERR_VALIDATION', { field: 'queueId', rule: 'required' });
        if ((await queueStore.existingIds(tx, [queueId])).length === 0)
          refuse('ERR_QUEUE_NOT_FOUND', { field: 'queueId', rule: 'unknown' });
        await check(tx, [{ ...fields, options: [] }]);
        const rows = await optionStore.ofQueues(tx, [queueId]);
        const position = 1 + rows.filter(({ parentId }) => parentId === location.parentId).length;
        const id = await optionRecords.insert(tx, {
          ...valuesOf(fields),
          queueId,
          parentId: location.parentId,
          position,
        });
        await replace(tx, { queueId, parentId: id }, options);
        emitSaved(tx, queueId);
        return getNode(tx, id);
      }),

    update: (actor: Actor, id: number, fields: Partial<Fields>, options: Draft[] | undefined) =>
      db.inCompany(actor.companyId, async (tx) => {
        const { option } = await getNode(tx, id);
        const next = { ...draftOf(option), ...definedFields(fields) };
        await check(tx, [next]);
        await optionRecords.update(tx, id, valuesOf(next));
        if (options) await replace(tx, { queueId: option.queueId, parentId: id }, options);
        emitSaved(tx, option.queueId);
        return getNode(tx, id);
      }),

    remove: (actor: Actor, id: number) =>
      db.inCompany(actor.companyId, async (tx) => {
        const option = assertFound(await optionRecords.byId(tx, id), 'ERR_CHATBOT_NOT_FOUND');
        await optionRecords.remove(tx, [id]);
        await audit(tx, {
          userId: actor.userId,
          action: 'bot-option.removed',
          subject: `queue ${option.queueId}`,
          data: { name: option.name },
        });
        emitSaved(tx, option.queueId);
      }),
  };
}
export type Options = ReturnType<typeof createOptions>;

const valuesOf = (fields: Fields): Omit<OptionValues, 'queueId' | 'parentId' | 'position'> => ({
  name: fields.name,
  greetingMessage: fields.greetingMessage,
  kind: fields.queueType,
  closesTicket: fields.closeTicket,
  toQueueId: fields.optQueueId ?? null,
  toUserId: fields.optUserId ?? null,
  toFileListId: fields.optFileId ?? null,
  toFlowId: fields.optFlowId ?? null,
  toIntegrationId: fields.optIntegrationId ?? null,
});
const draftOf = (option: OptionRow): Draft => ({
  name: option.name,
  greetingMessage: option.greetingMessage,
  queueType: option.kind,
  closeTicket: option.closesTicket,
  optQueueId: option.toQueueId,
  optUserId: option.toUserId,
  optFileId: option.toFileListId,
  optFlowId: option.toFlowId,
  optIntegrationId: option.toIntegrationId,
  options: [],
});
const definedFields = (fields: Partial<Fields>): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
const flat = (tree: Draft[]): Draft[] => tree.flatMap((node) => [node, ...flat(node.options)]);
const flatTree = (tree: OptionTree[]): OptionTree[] => tree.flatMap((node) => [node, ...flatTree(node.options)]);
const depthOf = (tree: OptionTree[]): number =>
  tree.length === 0 ? 0 : 1 + Math.max(...tree.map((node) => depthOf(node.options)));

function treeOf(rows: OptionRow[], queueId: number, parentId: number | null = null): OptionTree[] {
  const byParent = Map.groupBy(
    rows.filter((row) => row.queueId === queueId),
    (row) => row.parentId,
  );
  const under = (id: number | null): OptionTree[] =>
    (byParent.get(id) ?? []).map((row) => ({ ...row, options: under(row.id) }));
  return under(parentId);
}
const idsUnder = (rows: OptionRow[], id: number): number[] =>
  flatTree(treeOf(rows, rows.find((row) => row.id === id)?.queueId ?? 0, id)).map((node) => node.id);
