import { digitsOf, isPhone } from '@balcao/domain/contact/phone';
import { isMasked, maskName } from '@balcao/domain/contact/mask';
import type { ContactChange, ContactDraft } from '@balcao/contract/endpoints/contacts';
import type { Actor } from '@balcao/domain/policy/actor';
import type { Peer } from '../../channels/port.ts';
import { authorize } from '../../infrastructure/app-error.ts';
import type { z } from 'zod';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { Clock } from '../../infrastructure/clock.ts';
import { extendTimeout, type Db, type Tx } from '../../infrastructure/db/tx.ts';
import { assertFound, refuse } from '../../infrastructure/app-error.ts';
import type { Connections } from '../connections/index.ts';
import type { Settings } from '../settings/index.ts';
import { contactStore, matching, meant, type ContactFilter, type FullContact } from './contacts.store.ts';
import { upsertMany } from './bulk-upsert.ts';
import { bulkStore } from './bulk-upsert.store.ts';
import { identityStore } from './identities.store.ts';
import { canUndo, mergeContacts, undoMerge } from './merge.ts';
import { mergeStore } from './merges.store.ts';
import { findKnownContacts, resolveContact, renumber } from './resolve-contact.ts';

type Draft = z.output<typeof ContactDraft>;
type Change = z.output<typeof ContactChange>;
interface Deps {
  db: Db;
  clock: Clock;
  settings: Settings;
  connections: Connections;
  existingTagIds(tx: Tx, ids: number[]): Promise<number[]>;
  userExists(tx: Tx, id: number): Promise<boolean>;
  existingQueueIds(tx: Tx, ids: number[]): Promise<number[]>;
}

/** The people who write to a company, and every way its channels know them by. */
export function createContacts({
  db,
  clock,
  settings,
  connections,
  existingTagIds,
  userExists,
  existingQueueIds,
}: Deps) {
  const byId = async (tx: Tx, id: number) => assertFound(await contactStore.byId(tx, id), 'ERR_NO_CONTACT_FOUND');
  const saved = async (tx: Tx, id: number, isNew = false): Promise<FullContact> => {
    tx.emit({ type: 'contact.saved', contactId: id, isNew });
    return byId(tx, id);
  };
  /** Digits that can be a phone number and that the channel knows, as it writes them. */
  async function checkedNumber(companyId: number, typed: string, connectionId?: number | null): Promise<string> {
    const digits = digitsOf(typed);
    if (!isPhone(digits)) refuse('ERR_WAPP_INVALID_CONTACT', { field: 'number', rule: 'invalid' });
    const lookup = await connections.checkNumber(companyId, digits, connectionId ?? undefined);
    if (lookup === 'unknown') refuse('ERR_WAPP_INVALID_CONTACT', { field: 'number', rule: 'unknown' });
    return lookup === 'unchecked' ? digits : lookup.number;
  }
  async function claimPhone(tx: Tx, contactId: number, number: string) {
    const phone = { kind: 'phone', value: number } as const;
    if ((await identityStore.add(tx, contactId, [phone])) > 0) return;
    const [owner] = await identityStore.find(tx, [phone]);
    if (owner !== contactId) refuse('ERR_DUPLICATED_CONTACT', { field: 'number', rule: 'taken' });
  }
  /** Are numbers hidden from everyone here? */
  const hidesNumbers = async (tx: Tx) => (await settings.privacy(tx)).hidesNumbers;
  /** Lists and headers of conversations show the tags too. */
  async function emitTicketChanges(tx: Tx, contactId: number) {
    for (const { ticketId, from } of await contactStore.ticketAssignments(tx, contactId))
      tx.emit({ type: 'ticket.changed', ticketId, from, to: from });
  }
  const toggle = (actor: Actor, id: number, field: 'acceptsAudio' | 'botDisabled') =>
    db.inCompany(actor.companyId, async (tx) => {
      const contact = assertFound(await contactStore.lock(tx, id), 'ERR_NO_CONTACT_FOUND');
      await contactStore.update(tx, id, { [field]: !contact[field] });
      return saved(tx, id);
    });

  return {
    resolveContact,
    findKnownContacts,
    renumber,
    byIds: (tx: Tx, ids: number[]) => contactStore.byIds(tx, ids),
    /** Run in the caller's transaction. */
    inTx: { find: (tx: Tx, id: number) => contactStore.byId(tx, id) },
    /** Without meeting anybody: whoever these identities belong to, if somebody does. */
    findIdByPeer: async (tx: Tx, peer: Peer) => (await identityStore.find(tx, peer.identities))[0],
    /** How channels may call this person; the number as it is written there, not as it is compared here. */
    peerOf: (tx: Tx, contactId: number) => identityStore.written(tx, contactId),
    hasTags: async (tx: Tx, contactId: number) => (await contactStore.tagIds(tx, contactId)).length > 0,
    hidesNumbers,
    /** Many at once, for whoever brings a whole list of people. */
    upsertMany,
    bulk: bulkStore,
    acceptsAudio: async (tx: Tx) => (await settings.get(tx, 'acceptAudioMessageContact')) === 'enabled',
    /** When this person agreed to what the company asks; null is not, or no longer. */
    consent: async (tx: Tx, id: number, at: Date | null) => {
      await contactStore.update(tx, id, { consentedAt: at });
      tx.emit({ type: 'contact.saved', contactId: id, isNew: false });
    },
    /** Held until the transaction ends: whatever opens a conversation with this person waits in line. */
    lock: (tx: Tx, id: number) => contactStore.lock(tx, id),
    /** A condition on a column that names a contact: does it fit what somebody typed? */
    matching,
    meant,

    list: (actor: Actor, filter: Omit<ContactFilter, 'masked'>) =>
      db.readCompany(actor.companyId, async (tx) => {
        const masked = await hidesNumbers(tx);
        return { ...(await contactStore.page(tx, { ...filter, masked })), masked };
      }),
    pick: (actor: Actor, search: string) =>
      db.readCompany(actor.companyId, async (tx) => contactStore.pick(tx, search, await hidesNumbers(tx))),
    find: (companyId: number, id: number) => db.readCompany(companyId, (tx) => contactStore.byId(tx, id)),

    reveal: (actor: Actor, id: number) =>
      db.inCompany(actor.companyId, async (tx) => {
        const { number } = await byId(tx, id);
        await audit(tx, { userId: actor.userId, action: 'contact.number-revealed', subject: `contact ${id}` });
        return number;
      }),

    async create(actor: Actor, draft: Draft) {
      if (draft.whatsappId && !(await connections.find(actor.companyId, draft.whatsappId)))
        refuse('ERR_NO_WAPP_FOUND', { field: 'whatsappId', rule: 'unknown' });
      const number = await checkedNumber(actor.companyId, draft.number, draft.whatsappId);
      return db.inCompany(actor.companyId, async (tx) => {
        const acceptsAudio = (await settings.get(tx, 'acceptAudioMessageContact')) === 'enabled';
        const { id } = await contactStore.insert(tx, {
          name: draft.name,
          number,
          email: draft.email,
          acceptsAudio,
          connectionId: draft.whatsappId ?? null,
        });
        await claimPhone(tx, id, number);
        await contactStore.setExtraInfo(tx, id, draft.extraInfo);
        return saved(tx, id, true);
      });
    },

    async update(actor: Actor, id: number, change: Change) {
      const before = assertFound(
        await db.readCompany(actor.companyId, (tx) => contactStore.byId(tx, id)),
        'ERR_NO_CONTACT_FOUND',
      );
      // A masked number that comes back untouched means that it was not touched.
      const typed = change.number === undefined || isMasked(change.number) ? undefined : change.number;
      const name = change.name === maskName(before.name) ? undefined : change.name;
      let number: string | undefined;
      if (typed === '') number = before.number === '' ? undefined : '';
      else if (typed !== undefined && digitsOf(typed) !== before.number)
        number = await checkedNumber(actor.companyId, typed, before.connectionId);
      return db.inCompany(actor.companyId, async (tx) => {
        const contact = assertFound(await contactStore.lock(tx, id), 'ERR_NO_CONTACT_FOUND');
        if (change.walletUserId !== undefined || change.walletQueueId !== undefined) {
          if (
            (change.walletUserId ?? null) !== contact.walletUserId ||
            (change.walletQueueId ?? null) !== contact.walletQueueId
          ) {
            authorize(actor, 'contact.delete');
          }
          if (change.walletUserId && !(await userExists(tx, change.walletUserId))) refuse('ERR_NO_USER_FOUND');
          if (change.walletQueueId && (await existingQueueIds(tx, [change.walletQueueId])).length === 0)
            refuse('ERR_QUEUE_NOT_FOUND');
        }
        if (number !== undefined) {
          await identityStore.removePhone(tx, id, contact.number);
          if (number !== '') await claimPhone(tx, id, number);
          // Without any identity nobody could write to this person, nor be recognised as it.
          else if ((await identityStore.of(tx, id)).length === 0)
            refuse('ERR_VALIDATION', { field: 'number', rule: 'required' });
        }
        await contactStore.update(tx, id, {
          ...(name !== undefined && { name }),
          ...(number !== undefined && { number }),
          ...(change.email !== undefined && { email: change.email }),
          ...(change.acceptAudioMessage !== undefined && { acceptsAudio: change.acceptAudioMessage }),
          ...(change.active !== undefined && { isActive: change.active }),
          ...(change.disableBot !== undefined && { botDisabled: change.disableBot }),
          ...(change.walletUserId !== undefined && { walletUserId: change.walletUserId }),
          ...(change.walletQueueId !== undefined && { walletQueueId: change.walletQueueId }),
        });
        if (change.extraInfo) await contactStore.setExtraInfo(tx, id, change.extraInfo);
        return saved(tx, id);
      });
    },

    remove: (actor: Actor, id: number) =>
      db.inCompany(actor.companyId, async (tx) => {
        await extendTimeout(tx);
        const openTickets = await contactStore.ticketAssignments(tx, id);
        const contact = assertFound(await contactStore.remove(tx, id), 'ERR_NO_CONTACT_FOUND');
        await audit(tx, {
          userId: actor.userId,
          action: 'contact.removed',
          subject: `contact ${id}`,
          data: { name: contact.name },
        });
        for (const ticket of openTickets) tx.emit({ type: 'ticket.removed', ...ticket });
        tx.emit({ type: 'contact.removed', contactId: id });
      }),

    byNumber: (actor: Actor, number: string) =>
      db.readCompany(actor.companyId, async (tx) => {
        const [id] = await identityStore.find(tx, [{ kind: 'phone', value: digitsOf(number) }]);
        return id === undefined ? undefined : contactStore.byId(tx, id);
      }),

    toggleAudio: (actor: Actor, id: number) => toggle(actor, id, 'acceptsAudio'),
    toggleBot: (actor: Actor, id: number) => toggle(actor, id, 'botDisabled'),
    block: (actor: Actor, id: number, isActive: boolean) =>
      db.inCompany(actor.companyId, async (tx) => {
        assertFound(await contactStore.lock(tx, id), 'ERR_NO_CONTACT_FOUND');
        await contactStore.update(tx, id, { isActive });
        return saved(tx, id);
      }),

    hasTagsOf: (actor: Actor, id: number) =>
      db.readCompany(actor.companyId, async (tx) => (await byId(tx, id)).tags.length > 0),

    syncTags: (actor: Actor, id: number, tagIds: number[]) =>
      db.inCompany(actor.companyId, async (tx) => {
        assertFound(await contactStore.lock(tx, id), 'ERR_NO_CONTACT_FOUND');
        const uniqueIds = [...new Set(tagIds)];
        if ((await existingTagIds(tx, uniqueIds)).length < uniqueIds.length) refuse('ERR_NO_TAG_FOUND');
        await contactStore.setTags(tx, id, uniqueIds);
        await emitTicketChanges(tx, id);
        return saved(tx, id);
      }),

    untag: (actor: Actor, id: number, tagId: number) =>
      db.inCompany(actor.companyId, async (tx) => {
        assertFound(await contactStore.untag(tx, id, tagId), 'ERR_NO_TAG_FOUND');
        tx.emit({ type: 'contact.saved', contactId: id, isNew: false });
        tx.emit({ type: 'tag.saved', tagId, isNew: false });
        await emitTicketChanges(tx, id);
      }),

    merges: (actor: Actor, id: number) =>
      db.readCompany(actor.companyId, async (tx) => {
        await byId(tx, id);
        const rows = await mergeStore.of(tx, id);
        const mergedContacts = await contactStore.byIds(
          tx,
          rows.map((row) => row.goneId),
        );
        return rows.map((row) => ({
          ...row,
          goneName: mergedContacts.find((contact) => contact.id === row.goneId)?.name ?? '',
          mayUndo: canUndo(row, clock.now()),
        }));
      }),
    merge: (actor: Actor, id: number, otherId: number, reason: string) =>
      db.inCompany(actor.companyId, async (tx) => {
        await mergeContacts(tx, { keptId: id, goneId: otherId, reason, by: actor.userId });
        await audit(tx, {
          userId: actor.userId,
          action: 'contact.merged',
          subject: `contact ${id}`,
          data: { otherId },
        });
        return byId(tx, id);
      }),
    undoMerge: (actor: Actor, mergeId: number) =>
      db.inCompany(actor.companyId, async (tx) => {
        const id = await undoMerge(tx, mergeId, clock.now());
        await audit(tx, { userId: actor.userId, action: 'contact.merge-undone', subject: `contact ${id}` });
        return byId(tx, id);
      }),
  };
}
export type Contacts = ReturnType<typeof createContacts>;
