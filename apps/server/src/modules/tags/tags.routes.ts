import { endpoints } from '@balcao/contract';
import type { Contact } from '@balcao/contract/endpoints/contacts';
import type { Actor } from '@balcao/domain/policy/actor';
import { handle } from '../../foundation/http/handle.ts';
import { found } from '../../foundation/refusal.ts';
import type { Tags } from './tags.ts';
import { isLane, readTag, showTag } from './tags.wire.ts';

/** Contacts are a floor above, and keep which tags they carry themselves. */
interface Tagging {
  has(actor: Actor, contactId: number): Promise<boolean>;
  sync(actor: Actor, contactId: number, tagIds: number[]): Promise<Contact>;
  untag(actor: Actor, contactId: number, tagId: number): Promise<void>;
  /** At most a page of them. */
  carriers(actor: Actor, tagId: number): Promise<{ id: number; name: string }[]>;
}

export const tagRoutes = (tags: Tags, tagging: Tagging) =>
  handle('tags', endpoints.tags, {
    list: async ({ actor, query }) => {
      const { rows, ...page } = await tags.list(actor, {
        search: query.searchParam,
        page: query.pageNumber,
        isLane: query.kanban === 1,
        except: query.tagId,
      });
      return { tags: rows.map(showTag), ...page };
    },
    pick: async ({ actor, query }) =>
      (await tags.pick(actor, { search: query.searchParam, isLane: isLane(query.kanban) })).map(showTag),
    lanes: async ({ actor }) => ({ lista: (await tags.lanes(actor)).map(showTag) }),
    show: async ({ actor, params }) => {
      const tag = found(await tags.show(actor.companyId, params.id), 'ERR_NO_TAG_FOUND');
      return { ...showTag(tag), contacts: tag.isLane ? [] : await tagging.carriers(actor, tag.id) };
    },
    ofContact: async ({ actor, params }) => ({ tags: await tagging.has(actor, params.contactId) }),
    sync: async ({ actor, body }) =>
      tagging.sync(
        actor,
        body.contactId,
        body.tags.map((tag) => tag.id),
      ),
    takeFromContact: async ({ actor, params }) => {
      await tagging.untag(actor, params.contactId, params.tagId);
      return { message: 'Tag removed' };
    },
    create: async ({ actor, body }) => showTag(await tags.create(actor, readTag(body))),
    update: async ({ actor, params, body }) => showTag(await tags.update(actor, params.id, readTag(body))),
    remove: async ({ actor, params }) => {
      await tags.remove(actor, params.id);
      return { message: 'Tag deleted' };
    },
  });
