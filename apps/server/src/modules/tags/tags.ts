import { DEFAULT_TAG_COLOR } from '@balcao/contract/endpoints/tags';
import type { Actor } from '@balcao/domain/policy/actor';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { NewTag } from '../../infrastructure/db/schema/tags.ts';
import { brokenConstraint, type Db, type Tx } from '../../infrastructure/db/tx.ts';
import { assertFound, authorize, refuse } from '../../infrastructure/app-error.ts';
import { tagRecords } from './tag-records.store.ts';
import { tagStore, type TagFilter } from './tags.store.ts';

export interface TagDeps {
  db: Db;
  /** Implemented by removals, a module of the same layer. */
  removals: {
    inTx: {
      start(tx: Tx, actor: Actor, subject: { kind: 'tag' | 'lane'; ids: number[]; name: string }): Promise<number>;
    };
    workInline(companyId: number, removalId: number): Promise<void>;
  };
}

/** Tags of contacts, and lanes: tags that are columns of the kanban board. The module kanban moves tickets between lanes. */
export const createTags = ({ db, removals }: TagDeps) => ({
  list: (actor: Actor, filter: TagFilter) => db.readCompany(actor.companyId, (tx) => tagStore.page(tx, filter)),

  pick: (actor: Actor, filter: { search: string; isLane?: boolean | undefined }) =>
    db.readCompany(actor.companyId, (tx) => tagStore.pick(tx, filter)),

  /** Ids that are tags of contacts, so no lanes. */
  existingIds: (tx: Tx, ids: number[]) => tagStore.existingIds(tx, ids),
  findLane: async (tx: Tx, id: number) => {
    const tag = await tagStore.byId(tx, id);
    return tag?.isLane ? tag : undefined;
  },
  isLane: async (tx: Tx, id: number) => (await tagStore.byId(tx, id))?.isLane ?? false,

  /** Ids of tags by lower-case name. Creates missing tags, up to `maxNewTags`. */
  async resolveByNames(tx: Tx, names: string[], { userId, maxNewTags }: { userId: number | null; maxNewTags: number }) {
    const ids = await tagStore.byNames(tx, names);
    const missing = names.filter((name) => !ids.has(name.toLowerCase()));
    for (const name of missing.slice(0, maxNewTags)) {
      const { tag, isNew } = await tagRecords.findOrInsert(tx, { name, color: DEFAULT_TAG_COLOR, createdBy: userId });
      if (isNew) tx.emit({ type: 'tag.saved', tagId: tag.id, isNew });
      ids.set(name.toLowerCase(), tag.id);
    }
    return ids;
  },
  count: (tx: Tx) => tagStore.count(tx),

  lanes: (actor: Actor) => db.readCompany(actor.companyId, (tx) => tagStore.lanes(tx)),

  find: (companyId: number, id: number) => db.readCompany(companyId, (tx) => tagStore.withCounts(tx, id)),

  create: (actor: Actor, draft: NewTag) =>
    db.inCompany(actor.companyId, async (tx) => {
      if (draft.isLane) authorize(actor, 'lane.manage');
      await checkLanes(tx, draft);
      const lanePosition = draft.isLane ? await tagStore.lastLanePosition(tx) : 0;
      const { tag, isNew } = await tagRecords.findOrInsert(tx, { ...draft, lanePosition, createdBy: actor.userId });
      if (isNew) tx.emit({ type: 'tag.saved', tagId: tag.id, isNew });
      return tag;
    }),

  update: (actor: Actor, id: number, change: Partial<NewTag>) =>
    db
      .inCompany(actor.companyId, async (tx) => {
        await checkLanes(tx, change);
        assertFound(await tagRecords.update(tx, id, change), 'ERR_NO_TAG_FOUND');
        tx.emit({ type: 'tag.saved', tagId: id, isNew: false });
        return assertFound(await tagStore.withCounts(tx, id), 'ERR_NO_TAG_FOUND');
      })
      .catch((error: unknown) => {
        if (brokenConstraint(error) === 'tags_same') refuse('ERR_TAG_ALREADY_EXISTS', { field: 'name', rule: 'taken' });
        throw error;
      }),

  /** Puts the lanes into this order and returns them. */
  orderLanes: (actor: Actor, ids: number[]) =>
    db.inCompany(actor.companyId, async (tx) => {
      const before = await tagStore.lanes(tx);
      if (!ids.every((id) => before.some((lane) => lane.id === id))) refuse('ERR_NO_LANE_FOUND');
      await tagRecords.orderLanes(tx, ids);
      const after = await tagStore.lanes(tx);
      // One event is enough: screens fetch all lanes again.
      const moved = after.find(({ id }, at) => before[at]?.id !== id);
      if (moved) tx.emit({ type: 'tag.saved', tagId: moved.id, isNew: false });
      return after;
    }),

  /** Hides the tag at once; it leaves contacts and tickets in portions. */
  async remove(actor: Actor, id: number): Promise<void> {
    const removalId = await db.inCompany(actor.companyId, async (tx) => {
      const { name, isLane } = assertFound(await tagRecords.lock(tx, id), 'ERR_NO_TAG_FOUND');
      await audit(tx, { userId: actor.userId, action: 'tag.removed', subject: `tag ${id}`, data: { name } });
      tx.emit({ type: 'tag.removed', tagId: id });
      return removals.inTx.start(tx, actor, { kind: isLane ? 'lane' : 'tag', ids: [id], name });
    });
    await removals.workInline(actor.companyId, removalId);
  },
});
export type Tags = ReturnType<typeof createTags>;

/** The next lane and the rollback lane must be lanes of the same company. */
async function checkLanes(tx: Tx, { nextLaneId, rollbackLaneId }: Partial<NewTag>) {
  for (const laneId of [nextLaneId, rollbackLaneId]) {
    if (laneId === undefined || laneId === null) continue;
    const lane = await tagStore.byId(tx, laneId);
    if (!lane?.isLane) refuse('ERR_NO_LANE_FOUND');
  }
}
