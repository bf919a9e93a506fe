import { endpoints } from '@balcao/contract';
import type { Contact } from '@balcao/contract/endpoints/contacts';
import type { Actor } from '@balcao/domain/policy/actor';
import { handle } from '../../infrastructure/http/handle.ts';
import { assertFound } from '../../infrastructure/app-error.ts';
import type { Tags } from './tags.ts';
import { parseKanban, parseTag, presentTag } from './tags.wire.ts';

/** Implemented by contacts, a higher layer, which stores the tags of its contacts. */
interface ContactTags {
  has(actor: Actor, contactId: number): Promise<boolean>;
  sync(actor: Actor, contactId: number, tagIds: number[]): Promise<Contact>;
  untag(actor: Actor, contactId: number, tagId: number): Promise<void>;
  /** At most one page. */
  carriers(actor: Actor, tagId: number): Promise<{ id: number; name: string }[]>;
}

export const tagRoutes = (tags: Tags, contactTags: ContactTags) =>
  handle('tags', endpoints.tags, {
    list: async ({ actor, query }) => {
      const { rows, ...page } = await tags.list(actor, {
        search: query.searchParam,
        page: query.pageNumber,
        isLane: query.kanban === 1,
        except: query.tagId,
      });
      return { tags: rows.map(presentTag), ...page };
    },
    pick: async ({ actor, query }) =>
      (await tags.pick(actor, { search: query.searchParam, isLane: parseKanban(query.kanban) })).map(presentTag),
    lanes: async ({ actor }) => ({ lista: (await tags.lanes(actor)).map(presentTag) }),
    orderLanes: async ({ actor, body }) => ({ lista: (await tags.orderLanes(actor, body.lanes)).map(presentTag) }),
    show: async ({ actor, params }) => {
      const tag = assertFound(await tags.find(actor.companyId, params.id), 'ERR_NO_TAG_FOUND');
      return { ...presentTag(tag), contacts: tag.isLane ? [] : await contactTags.carriers(actor, tag.id) };
    },
    ofContact: async ({ actor, params }) => ({ tags: await contactTags.has(actor, params.contactId) }),
    sync: async ({ actor, body }) =>
      contactTags.sync(
        actor,
        body.contactId,
        body.tags.map((tag) => tag.id),
      ),
    takeFromContact: async ({ actor, params }) => {
      await contactTags.untag(actor, params.contactId, params.tagId);
      return { message: 'Tag removed' };
    },
    create: async ({ actor, body }) => presentTag(await tags.create(actor, parseTag(body))),
    update: async ({ actor, params, body }) => presentTag(await tags.update(actor, params.id, parseTag(body))),
    remove: async ({ actor, params }) => {
      await tags.remove(actor, params.id);
      return { message: 'Tag deleted' };
    },
  });
