import type { ContactChange, ContactDraft } from '@balcao/contract/endpoints/contacts';
import { isMasked, maskName } from '@balcao/domain/contact/mask';
import { digitsOf } from '@balcao/domain/contact/phone';
import { formatPhone } from '@balcao/domain/phone/format-phone';
import type { Actor } from '@balcao/domain/policy/actor';
import type { z } from 'zod';
import { assertFound, authorize, refuse } from '../../infrastructure/app-error.ts';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { ContactRow } from '../../infrastructure/db/schema/contacts.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import type { Connections } from '../connections/index.ts';
import type { Removals } from '../removals/index.ts';
import type { Settings } from '../settings/index.ts';
import { contactRecordStore } from './contact-records.store.ts';
import { contactStore, type FullContact } from './contacts.store.ts';
import { identityStore } from './identities.store.ts';
import type { NumberLookups } from './number-lookups.ts';
import { parseTypedNumber } from './typed-number.ts';

type Draft = z.output<typeof ContactDraft>;
type Change = z.output<typeof ContactChange>;
export interface ContactEditDeps {
  db: Db;
  settings: Settings;
  removals: Removals;
  connections: Connections;
  lookups: NumberLookups;
  userExists(tx: Tx, id: number): Promise<boolean>;
  existingQueueIds(tx: Tx, ids: number[]): Promise<number[]>;
  /** The bot was switched off for the contact. */
  onBotDisabled(tx: Tx, contactId: number): Promise<void>;
}

/** Creates, changes, blocks and removes contacts on behalf of a user. */
export function createContactEdits(deps: ContactEditDeps) {
  const { db, settings, removals, connections, lookups, userExists, existingQueueIds } = deps;
  /** A number that another contact has is refused, so an answer reveals whether a guess of a hidden number is right. */
  const countGuess = async (actor: Actor, number: string) => {
    const { hidesNumbers } = await db.readCompany(actor.companyId, settings.privacy);
    if (hidesNumbers) lookups.use(actor, number);
  };
  /** The complete number as the channel writes it. Refuses what is no phone number or has no account there. */
  async function checkNumber(companyId: number, typed: string, connectionId?: number | null): Promise<string> {
    const number = parseTypedNumber(typed, await db.readCompany(companyId, settings.defaultCountry));
    const lookup = await connections.checkNumber(companyId, number, connectionId ?? undefined);
    if (lookup === 'unknown') refuse('ERR_WAPP_INVALID_CONTACT', { field: 'number', rule: 'unknown' });
    return lookup === 'unchecked' ? number : lookup.number;
  }
  /** The number to save; undefined if it stays. */
  async function changedNumber(companyId: number, typed: string | undefined, before: FullContact) {
    // The client sends a masked number back unchanged.
    if (typed === undefined || isMasked(typed)) return undefined;
    if (typed === '') return before.number === '' ? undefined : '';
    // A form that is saved with the number as it is shown keeps the spelling that the channel knows.
    const isUnchanged = digitsOf(typed) === before.number || typed === formatPhone(before.number);
    return isUnchanged ? undefined : checkNumber(companyId, typed, before.connectionId);
  }
  async function checkAccountOwner(tx: Tx, actor: Actor, contact: ContactRow, change: Change) {
    if (change.walletUserId === undefined && change.walletQueueId === undefined) return;
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

  const updateOne = (actor: Actor, id: number, changeOf: (contact: ContactRow) => Partial<ContactRow>) =>
    db.inCompany(actor.companyId, async (tx) => {
      const contact = assertFound(await contactStore.lock(tx, id), 'ERR_NO_CONTACT_FOUND');
      const change = changeOf(contact);
      await contactRecordStore.update(tx, id, change);
      if (change.botDisabled) await deps.onBotDisabled(tx, id);
      return emitSaved(tx, id);
    });

  return {
    async create(actor: Actor, draft: Draft) {
      if (draft.whatsappId && !(await connections.find(actor.companyId, draft.whatsappId)))
        refuse('ERR_NO_WAPP_FOUND', { field: 'whatsappId', rule: 'unknown' });
      await countGuess(actor, draft.number);
      const number = await checkNumber(actor.companyId, draft.number, draft.whatsappId);
      return db.inCompany(actor.companyId, async (tx) => {
        const acceptsAudio = (await settings.get(tx, 'acceptAudioMessageContact')) === 'enabled';
        const { id } = await contactRecordStore.insert(tx, {
          name: draft.name,
          number,
          email: draft.email,
          acceptsAudio,
          connectionId: draft.whatsappId ?? null,
        });
        await claimPhone(tx, id, number);
        await contactRecordStore.setExtraInfo(tx, id, draft.extraInfo);
        return emitSaved(tx, id, true);
      });
    },

    async update(actor: Actor, id: number, change: Change) {
      const before = assertFound(
        await db.readCompany(actor.companyId, (tx) => contactStore.byId(tx, id)),
        'ERR_NO_CONTACT_FOUND',
      );
      const name = change.name === maskName(before.name) ? undefined : change.name;
      if (change.number !== undefined && !isMasked(change.number)) await countGuess(actor, change.number);
      const number = await changedNumber(actor.companyId, change.number, before);
      return db.inCompany(actor.companyId, async (tx) => {
        const contact = assertFound(await contactStore.lock(tx, id), 'ERR_NO_CONTACT_FOUND');
        await checkAccountOwner(tx, actor, contact, change);
        if (number !== undefined) await replacePhone(tx, contact, number);
        await contactRecordStore.update(tx, id, {
          ...(name !== undefined && { name }),
          ...(number !== undefined && { number }),
          ...(change.email !== undefined && { email: change.email }),
          ...(change.acceptAudioMessage !== undefined && { acceptsAudio: change.acceptAudioMessage }),
          ...(change.active !== undefined && { isActive: change.active }),
          ...(change.disableBot !== undefined && { botDisabled: change.disableBot }),
          ...(change.walletUserId !== undefined && { walletUserId: change.walletUserId }),
          ...(change.walletQueueId !== undefined && { walletQueueId: change.walletQueueId }),
        });
        if (change.disableBot) await deps.onBotDisabled(tx, id);
        if (change.extraInfo) await contactRecordStore.setExtraInfo(tx, id, change.extraInfo);
        return emitSaved(tx, id);
      });
    },

    /** Hides the contact and its tickets at once; its messages and files are removed in portions. */
    async remove(actor: Actor, id: number) {
      const removalId = await db.inCompany(actor.companyId, async (tx) => {
        const contact = assertFound(await contactStore.lock(tx, id), 'ERR_NO_CONTACT_FOUND');
        const openTickets = await contactStore.ticketAssignments(tx, id);
        const ids = await contactStore.withMerged(tx, id);
        await audit(tx, {
          userId: actor.userId,
          action: 'contact.removed',
          subject: `contact ${id}`,
          data: { name: contact.name },
        });
        for (const ticket of openTickets) tx.emit({ type: 'ticket.removed', ...ticket });
        tx.emit({ type: 'contact.removed', contactId: id });
        return removals.inTx.start(tx, actor, { kind: 'contact', ids });
      });
      await removals.workInline(actor.companyId, removalId);
    },

    toggleAudio: (actor: Actor, id: number) =>
      updateOne(actor, id, ({ acceptsAudio }) => ({ acceptsAudio: !acceptsAudio })),
    toggleBot: (actor: Actor, id: number) => updateOne(actor, id, ({ botDisabled }) => ({ botDisabled: !botDisabled })),
    block: (actor: Actor, id: number, isActive: boolean) => updateOne(actor, id, () => ({ isActive })),
  };
}

async function claimPhone(tx: Tx, contactId: number, number: string) {
  const phone = { kind: 'phone', value: number } as const;
  if ((await identityStore.add(tx, contactId, [phone])) > 0) return;
  const [owner] = await identityStore.find(tx, [phone]);
  if (owner !== contactId) refuse('ERR_DUPLICATED_CONTACT', { field: 'number', rule: 'taken' });
}

async function replacePhone(tx: Tx, contact: ContactRow, number: string) {
  await identityStore.removePhone(tx, contact.id, contact.number);
  if (number !== '') await claimPhone(tx, contact.id, number);
  // Without any identity the contact could not receive messages and would not be recognized.
  else if ((await identityStore.of(tx, contact.id)).length === 0)
    refuse('ERR_VALIDATION', { field: 'number', rule: 'required' });
}

/** Emits `contact.saved` and returns the saved contact. */
export async function emitSaved(tx: Tx, id: number, isNew = false): Promise<FullContact> {
  tx.emit({ type: 'contact.saved', contactId: id, isNew });
  return assertFound(await contactStore.byId(tx, id), 'ERR_NO_CONTACT_FOUND');
}
