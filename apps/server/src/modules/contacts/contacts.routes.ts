import { endpoints } from '@balcao/contract';
import { maskNumber } from '@balcao/domain/contact/mask';
import type { Actor } from '@balcao/domain/policy/actor';
import type { Db } from '../../infrastructure/db/tx.ts';
import { handle } from '../../infrastructure/http/handle.ts';
import { assertFound } from '../../infrastructure/app-error.ts';
import type { Contacts } from './contacts.ts';
import type { FullContact } from './contacts.store.ts';
import { presentContact, presentCorrection, presentMerge, presentPicture } from './contacts.wire.ts';

interface Deps {
  db: Db;
  sign: (key: string) => string;
}

/** Tags of contacts for the tag endpoints, which belong to the module `tags`. */
export const createContactTags = (contacts: Contacts, { db, sign }: Deps) => ({
  has: (actor: Actor, contactId: number) => contacts.hasTagsOf(actor, contactId),
  async sync(actor: Actor, contactId: number, tagIds: number[]) {
    const contact = await contacts.syncTags(actor, contactId, tagIds);
    return presentContact(contact, { masked: await db.readCompany(actor.companyId, contacts.inTx.hidesNumbers), sign });
  },
  untag: (actor: Actor, contactId: number, tagId: number) => contacts.untag(actor, contactId, tagId),
  /** First page of the contacts with this tag; names are masked if the company hides numbers. */
  async carriers(actor: Actor, tagId: number) {
    const filter = { search: '', page: 1, tagIds: [tagId], channel: undefined, isGroup: undefined };
    const { rows, masked } = await contacts.list(actor, filter);
    return rows.map((row) => presentContact(row, { masked, sign })).map(({ id, name }) => ({ id, name }));
  },
});

export const contactRoutes = (contacts: Contacts, { db, sign }: Deps) => {
  const presentOptions = async (actor: Actor) => ({
    masked: await db.readCompany(actor.companyId, contacts.inTx.hidesNumbers),
    sign,
  });
  const presentFor = async (actor: Actor, contact: FullContact) => presentContact(contact, await presentOptions(actor));

  return handle('contacts', endpoints.contacts, {
    list: async ({ actor, query }) => {
      const { rows, masked, ...page } = await contacts.list(actor, {
        search: query.searchParam,
        page: query.pageNumber,
        tagIds: query.contactTag,
        channel: query.channel,
        isGroup: query.isGroup,
      });
      return { contacts: rows.map((row) => presentContact(row, { masked, sign })), ...page };
    },
    pick: async ({ actor, query }) => {
      const options = await presentOptions(actor);
      return (await contacts.pick(actor, query.name)).map((row) => presentContact(row, options));
    },
    show: async ({ actor, params }) =>
      presentFor(actor, assertFound(await contacts.find(actor.companyId, params.id), 'ERR_NO_CONTACT_FOUND')),
    reveal: async ({ actor, params }) => ({ number: await contacts.reveal(actor, params.id) }),
    create: async ({ actor, body }) => presentFor(actor, await contacts.create(actor, body)),
    update: async ({ actor, params, body }) => presentFor(actor, await contacts.update(actor, params.id, body)),
    remove: async ({ actor, params }) => {
      await contacts.remove(actor, params.id);
      return { message: 'Contact deleted' };
    },
    picture: async ({ actor, params }) => {
      const contact = await contacts.byNumber(actor, params.number);
      return presentPicture(contact, await presentOptions(actor));
    },
    toggleAudio: async ({ actor, params }) => presentFor(actor, await contacts.toggleAudio(actor, params.id)),
    toggleBot: async ({ actor, params }) => presentFor(actor, await contacts.toggleBot(actor, params.id)),
    block: async ({ actor, params, body }) => presentFor(actor, await contacts.block(actor, params.id, body.active)),
    merges: async ({ actor, params }) => {
      const { masked } = await presentOptions(actor);
      return (await contacts.merges(actor, params.id)).map((merge) => presentMerge(merge, masked));
    },
    merge: async ({ actor, params, body }) =>
      presentFor(actor, await contacts.merge(actor, params.id, body.otherId, body.reason)),
    incompleteNumbers: async ({ actor, query }) => {
      const options = await presentOptions(actor);
      const { found, ...page } = await contacts.incompleteNumbers(actor, query.after);
      return {
        contacts: found.map(({ contact, number, isUncertain }) => ({
          contact: presentContact(contact, options),
          number: options.masked ? maskNumber(number) : number,
          isUncertain,
        })),
        ...page,
      };
    },
    correctNumbers: ({ actor, body }) => contacts.correctNumbers(actor, body.contactIds),
    correctAllNumbers: async ({ actor, body }) =>
      presentCorrection(await contacts.correctAllNumbers(actor, body.includesUncertain)),
    numberCorrection: async ({ actor }) => {
      const correction = await contacts.numberCorrection(actor);
      return { correction: correction ? presentCorrection(correction) : null };
    },
    undoMerge: async ({ actor, params }) => presentFor(actor, await contacts.undoMerge(actor, params.id)),
  });
};
