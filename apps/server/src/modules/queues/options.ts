import type { BotOptionDraft } from '@balcao/contract/endpoints/queues';
import { DEEPEST_OPTION, MOST_OPTIONS } from '@balcao/domain/bot/words';
import type { Actor } from '@balcao/domain/policy/actor';
import { audit } from '../../foundation/audit/audit.store.ts';
import type { Db, Tx } from '../../foundation/db/tx.ts';
import { found, refuse } from '../../foundation/refusal.ts';
import { optionStore, type OptionRow, type OptionValues } from './options.store.ts';
import { queueStore } from './queues.store.ts';

export interface OptionNeeds {
  db: Db;
  knownUser(tx: Tx, id: number): Promise<boolean>;
  knownFileList(tx: Tx, id: number): Promise<boolean>;
}
type Draft = BotOptionDraft;
type Fields = Omit<Draft, 'id' | 'options'>;
export interface OptionTree extends OptionRow {
  options: OptionTree[];
}

/** The choices of a queue's menu. A tree is given whole: what is known by its id is changed, what is missing goes. */
export function createOptions({ db, knownUser, knownFileList }: OptionNeeds) {
  /** No option leads to a stranger's queue, person or files. */
  async function check(tx: Tx, tree: Draft[]) {
    const all = flat(tree);
    const queueIds = [...new Set(all.flatMap(({ optQueueId }) => optQueueId ?? []))];
    if ((await queueStore.known(tx, queueIds)).length < queueIds.length)
      refuse('ERR_QUEUE_NOT_FOUND', { field: 'optQueueId', rule: 'unknown' });
    for (const id of new Set(all.flatMap(({ optUserId }) => optUserId ?? [])))
      if (!(await knownUser(tx, id))) refuse('ERR_NO_USER_FOUND', { field: 'optUserId', rule: 'unknown' });
    for (const id of new Set(all.flatMap(({ optFileId }) => optFileId ?? [])))
      if (!(await knownFileList(tx, id))) refuse('ERR_VALIDATION', { field: 'optFileId', rule: 'unknown' });
    // Integrations do not exist yet, so no id of one can be right.
    if (all.some(({ optIntegrationId }) => optIntegrationId))
      refuse('ERR_VALIDATION', { field: 'optIntegrationId', rule: 'unknown' });
    const ids = all.flatMap(({ id }) => id ?? []);
    if (new Set(ids).size < ids.length) refuse('ERR_VALIDATION', { field: 'id', rule: 'invalid' });
  }

  /** Under one parent, all the way down. Answers which of the known ones are still there. */
  async function keep(
    tx: Tx,
    place: { queueId: number; parentId: number | null },
    tree: Draft[],
    known: ReadonlySet<number>,
  ): Promise<number[]> {
    const kept: number[] = [];
    for (const [index, { id, options, ...fields }] of tree.entries()) {
      const values = { ...valuesOf(fields), ...place, position: index + 1 };
      if (id && !known.has(id)) refuse('ERR_CHATBOT_NOT_FOUND', { field: 'id', rule: 'unknown' });
      const own = id ?? (await optionStore.insert(tx, values));
      if (id) await optionStore.update(tx, id, values);
      kept.push(own, ...(await keep(tx, { ...place, parentId: own }, options, known)));
    }
    return kept;
  }

  async function replace(tx: Tx, place: { queueId: number; parentId: number | null }, tree: Draft[]) {
    await check(tx, tree);
    const rows = await optionStore.ofQueues(tx, [place.queueId]);
    const before = new Set(place.parentId === null ? rows.map(({ id }) => id) : idsUnder(rows, place.parentId));
    const kept = new Set(await keep(tx, place, tree, before));
    await optionStore.remove(
      tx,
      [...before].filter((id) => !kept.has(id)),
    );
    const after = await optionStore.ofQueues(tx, [place.queueId]);
    const top = treeOf(after, place.queueId);
    if (after.length > MOST_OPTIONS || depthOf(top) > DEEPEST_OPTION)
      refuse('ERR_VALIDATION', { field: 'options', rule: 'tooLong' });
  }

  async function show(tx: Tx, id: number) {
    const option = found(await optionStore.byId(tx, id), 'ERR_CHATBOT_NOT_FOUND');
    const rows = await optionStore.ofQueues(tx, [option.queueId]);
    const own = flatTree(treeOf(rows, option.queueId)).find((one) => one.id === id)!;
    return { option: own, parent: rows.find((one) => one.id === option.parentId) ?? null };
  }
  const changed = (tx: Tx, queueId: number) => tx.emit({ is: 'queue.saved', queueId, isNew: false });

  return {
    /** Without keeping anything: would this tree be taken, where these options are known? */
    async checkTree(tx: Tx, tree: Draft[], known: ReadonlySet<number>) {
      await check(tx, tree);
      if (flat(tree).some(({ id }) => id && !known.has(id)))
        refuse('ERR_CHATBOT_NOT_FOUND', { field: 'id', rule: 'unknown' });
    },
    replace,
    ofQueue: async (tx: Tx, queueId: number) => treeOf(await optionStore.ofQueues(tx, [queueId]), queueId),
    /** By queue, for whoever speaks in several. */
    async ofQueues(tx: Tx, queueIds: number[]): Promise<(queueId: number) => OptionTree[]> {
      const rows = await optionStore.ofQueues(tx, queueIds);
      return (queueId) => treeOf(rows, queueId);
    },

    show: (actor: Actor, id: number) => db.readCompany(actor.companyId, (tx) => show(tx, id)),

    create: (
      actor: Actor,
      place: { queueId: number | null; parentId: number | null },
      fields: Fields,
      options: Draft[],
    ) =>
      db.inCompany(actor.companyId, async (tx) => {
        const parent = place.parentId === null ? undefined : await optionStore.byId(tx, place.parentId);
        if (place.parentId !== null && !parent)
          refuse('ERR_CHATBOT_NOT_FOUND', { field: 'chatbotId', rule: 'unknown' });
        const queueId = parent?.queueId ?? place.queueId;
        if (queueId === null) return refuse('ERR_VALIDATION', { field: 'queueId', rule: 'required' });
        if ((await queueStore.known(tx, [queueId])).length === 0)
          refuse('ERR_QUEUE_NOT_FOUND', { field: 'queueId', rule: 'unknown' });
        await check(tx, [{ ...fields, options: [] }]);
        const rows = await optionStore.ofQueues(tx, [queueId]);
        const position = 1 + rows.filter(({ parentId }) => parentId === place.parentId).length;
        const id = await optionStore.insert(tx, {
          ...valuesOf(fields),
          queueId,
          parentId: place.parentId,
          position,
        });
        await replace(tx, { queueId, parentId: id }, options);
        changed(tx, queueId);
        return show(tx, id);
      }),

    update: (actor: Actor, id: number, fields: Partial<Fields>, options: Draft[] | undefined) =>
      db.inCompany(actor.companyId, async (tx) => {
        const { option } = await show(tx, id);
        const next = { ...draftOf(option), ...given(fields) };
        await check(tx, [next]);
        await optionStore.update(tx, id, valuesOf(next));
        if (options) await replace(tx, { queueId: option.queueId, parentId: id }, options);
        changed(tx, option.queueId);
        return show(tx, id);
      }),

    remove: (actor: Actor, id: number) =>
      db.inCompany(actor.companyId, async (tx) => {
        const option = found(await optionStore.byId(tx, id), 'ERR_CHATBOT_NOT_FOUND');
        await optionStore.remove(tx, [id]);
        await audit(tx, {
          userId: actor.userId,
          act: 'bot-option.removed',
          subject: `queue ${option.queueId}`,
          data: { name: option.name },
        });
        changed(tx, option.queueId);
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
});
const draftOf = (option: OptionRow): Draft => ({
  name: option.name,
  greetingMessage: option.greetingMessage,
  queueType: option.kind,
  closeTicket: option.closesTicket,
  optQueueId: option.toQueueId,
  optUserId: option.toUserId,
  optFileId: option.toFileListId,
  options: [],
});
const given = (fields: Partial<Fields>): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
const flat = (tree: Draft[]): Draft[] => tree.flatMap((one) => [one, ...flat(one.options)]);
const flatTree = (tree: OptionTree[]): OptionTree[] => tree.flatMap((one) => [one, ...flatTree(one.options)]);
const depthOf = (tree: OptionTree[]): number =>
  tree.length === 0 ? 0 : 1 + Math.max(...tree.map((one) => depthOf(one.options)));

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
  flatTree(treeOf(rows, rows.find((row) => row.id === id)?.queueId ?? 0, id)).map((one) => one.id);
