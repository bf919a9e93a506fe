import { endpoints } from '@balcao/contract';
import { handle } from '../../foundation/http/handle.ts';
import { found } from '../../foundation/refusal.ts';
import type { Tags } from './tags.ts';
import { isLane, readTag, showTag } from './tags.wire.ts';

export const tagRoutes = (tags: Tags) =>
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
    show: async ({ actor, params }) => showTag(found(await tags.show(actor.companyId, params.id), 'ERR_NO_TAG_FOUND')),
    create: async ({ actor, body }) => showTag(await tags.create(actor, readTag(body))),
    update: async ({ actor, params, body }) => showTag(await tags.update(actor, params.id, readTag(body))),
    remove: async ({ actor, params }) => {
      await tags.remove(actor, params.id);
      return { message: 'Tag deleted' };
    },
  });
