import { DEFAULT_TAG_COLOUR } from '@balcao/contract/endpoints/tags';
import type { Actor } from '@balcao/domain/policy/actor';
import { audit } from '../../foundation/audit/audit.store.ts';
import type { NewTag } from '../../foundation/db/schema/tags.ts';
import { brokenConstraint, type Db, type Tx } from '../../foundation/db/tx.ts';
import { found, permit, refuse } from '../../foundation/refusal.ts';
import { tagStore, type TagFilter } from './tags.store.ts';

/** Labels for contacts and tickets. A kanban tag is a lane; `tickets` moves tickets between lanes. */
export const createTags = ({ db }: { db: Db }) => ({
  list: (actor: Actor, filter: TagFilter) => db.readCompany(actor.companyId, (tx) => tagStore.page(tx, filter)),

  pick: (actor: Actor, filter: { search: string; isLane?: boolean | undefined }) =>
    db.readCompany(actor.companyId, (tx) => tagStore.pick(tx, filter)),

  /** For the rooms above, inside their unit of work: which of these a contact can carry, and which a ticket stands in. */
  known: (tx: Tx, ids: number[]) => tagStore.known(tx, ids),
  lane: async (tx: Tx, id: number) => {
    const tag = await tagStore.byId(tx, id);
    return tag?.isLane ? tag : undefined;
  },
  isLane: async (tx: Tx, id: number) => (await tagStore.byId(tx, id))?.isLane ?? false,

  /** The ids of tags by their names in small letters; those that are not there are made, up to `mayMake` of them. */
  async named(tx: Tx, names: string[], { userId, mayMake }: { userId: number | null; mayMake: number }) {
    const ids = await tagStore.byNames(tx, names);
    const missing = names.filter((name) => !ids.has(name.toLowerCase()));
    for (const name of missing.slice(0, mayMake)) {
      const { tag, isNew } = await tagStore.findOrInsert(tx, { name, color: DEFAULT_TAG_COLOUR, createdBy: userId });
      if (isNew) tx.emit({ is: 'tag.saved', tagId: tag.id, isNew });
      ids.set(name.toLowerCase(), tag.id);
    }
    return ids;
  },
  howMany: (tx: Tx) => tagStore.count(tx),

  lanes: (actor: Actor) => db.readCompany(actor.companyId, (tx) => tagStore.lanes(tx)),

  show: (companyId: number, id: number) => db.readCompany(companyId, (tx) => tagStore.whole(tx, id)),

  create: (actor: Actor, draft: NewTag) =>
    db.inCompany(actor.companyId, async (tx) => {
      if (draft.isLane) permit(actor, 'lane.manage');
      await checkLanes(tx, draft);
      const { tag, isNew } = await tagStore.findOrInsert(tx, { ...draft, createdBy: actor.userId });
      if (isNew) tx.emit({ is: 'tag.saved', tagId: tag.id, isNew });
      return tag;
    }),

  update: (actor: Actor, id: number, change: Partial<NewTag>) =>
    db
      .inCompany(actor.companyId, async (tx) => {
        await checkLanes(tx, change);
        found(await tagStore.update(tx, id, change), 'ERR_NO_TAG_FOUND');
        tx.emit({ is: 'tag.saved', tagId: id, isNew: false });
        return found(await tagStore.whole(tx, id), 'ERR_NO_TAG_FOUND');
      })
      .catch((fault: unknown) => {
        if (brokenConstraint(fault) === 'tags_same') refuse('ERR_TAG_ALREADY_EXISTS', { field: 'name', rule: 'taken' });
        throw fault;
      }),

  remove: (actor: Actor, id: number) =>
    db.inCompany(actor.companyId, async (tx) => {
      const tag = found(await tagStore.remove(tx, id), 'ERR_NO_TAG_FOUND');
      await audit(tx, { userId: actor.userId, act: 'tag.removed', subject: `tag ${id}`, data: { name: tag.name } });
      tx.emit({ is: 'tag.removed', tagId: id });
    }),
});
export type Tags = ReturnType<typeof createTags>;

/** A lane leads only to lanes of the same company; a stranger's id is as unknown as a wrong one. */
async function checkLanes(tx: Tx, { nextLaneId, rollbackLaneId }: Partial<NewTag>) {
  for (const laneId of [nextLaneId, rollbackLaneId]) {
    if (laneId === undefined || laneId === null) continue;
    const lane = await tagStore.byId(tx, laneId);
    if (!lane?.isLane) refuse('ERR_NO_LANE_FOUND');
  }
}
