import type { SkipReason } from '@balcao/domain/campaign/campaign';
import { decideEligibility, type Eligibility } from '@balcao/domain/campaign/eligibility';
import type { SendingHours } from '@balcao/domain/campaign/sending-hours';
import { activeVariants } from '@balcao/domain/campaign/variants';
import { addressKeysOf } from '@balcao/domain/contact/address';
import { isPhone } from '@balcao/domain/contact/phone';
import { isWindowOpen } from '@balcao/domain/message/window';
import type { CampaignRow } from '../../infrastructure/db/schema/campaigns.ts';
import type { ContactRow } from '../../infrastructure/db/schema/contacts.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { FullConnection } from '../connections/index.ts';
import type { CampaignDeps } from './campaign-deps.ts';
import type { CampaignSettingValues } from './campaign-settings.ts';
import type { Candidate } from './recipients.store.ts';

export interface SendContext {
  connection: FullConnection;
  settings: CampaignSettingValues;
  hours: SendingHours;
  now: Date;
}
/** A user or the customer changed something after it was read; nothing of this transaction is kept. */
export class CampaignChanged extends Error {}

/** A recipient who may be contacted now. */
export interface Judged {
  candidate: Candidate;
  contact: ContactRow | undefined;
  decision: Extract<Eligibility, { type: 'send' }>;
  lastInboundAt: Date | null;
  isAsk: boolean;
}

/** What is known about recipients at the moment of sending. */
export function createRecipientFacts({ connections, contacts, tickets, optOuts }: CampaignDeps) {
  /** Their contacts by recipient, locked in the order of ids. */
  async function lockContacts(tx: Tx, candidates: Candidate[]): Promise<Map<number, ContactRow>> {
    const byId = new Map<number, ContactRow>();
    const lock = async (ids: number[]) => {
      for (const contact of await contacts.inTx.lockMany(tx, ids)) byId.set(contact.id, contact);
    };
    const idsByPhone = (of: Candidate[]) =>
      contacts.inTx.findIdsByPhone(
        tx,
        of.map(({ number }) => number).filter((number) => isPhone(number)),
      );
    const found = await idsByPhone(candidates.filter(({ contactId }) => contactId === null));
    const idOf = ({ contactId, number }: Candidate) => contactId ?? found.get(number);
    await lock(candidates.flatMap((candidate) => idOf(candidate) ?? []));
    // Merged into another one, or removed: the number leads to the contact of now.
    const moved = candidates.filter(({ contactId }) => contactId !== null && !byId.has(contactId));
    const movedTo = moved.length === 0 ? undefined : await idsByPhone(moved);
    if (movedTo) await lock([...movedTo.values()].filter((id) => !byId.has(id)));
    return new Map(
      candidates.flatMap((candidate) => {
        const own = byId.get(idOf(candidate) ?? 0) ?? byId.get(movedTo?.get(candidate.number) ?? 0);
        return own ? [[candidate.id, own] as const] : [];
      }),
    );
  }

  /** Without a contact the recipient becomes one when the message is sent. By address key. */
  async function createContacts(
    tx: Tx,
    candidates: Candidate[],
    connection: FullConnection,
  ): Promise<Map<string, ContactRow>> {
    if (candidates.length === 0) return new Map();
    const { ids } = await contacts.inTx.upsertMany(
      tx,
      candidates.map(({ name, number, email, addressKey }) => ({
        name,
        number,
        key: addressKey,
        email,
        tagIds: [],
        extra: [],
      })),
      {
        acceptsAudio: await contacts.inTx.acceptsAudio(tx),
        connectionId: connection.id,
        overwrites: false,
      },
    );
    const locked = new Map((await contacts.inTx.lockMany(tx, [...ids.values()])).map((row) => [row.id, row]));
    return new Map(
      candidates.map(({ addressKey }) => {
        const contact = locked.get(ids.get(addressKey) ?? 0);
        if (!contact) throw new CampaignChanged();
        tx.emit({ type: 'contact.saved', contactId: contact.id, isNew: true });
        return [addressKey, contact];
      }),
    );
  }

  /**
   * Who of these may be contacted now, by everything that is committed after their contacts are locked. Of two recipients
   * with the same contact the second is left to the next step.
   */
  async function judge(tx: Tx, campaign: CampaignRow, candidates: Candidate[], { connection, now }: SendContext) {
    const contactOf = await lockContacts(tx, candidates);
    const contactIds = [...new Set([...contactOf.values()].map(({ id }) => id))];
    const [peers, lastInbound] = await Promise.all([
      contacts.inTx.peersOf(tx, contactIds),
      tickets.inTx.lastInboundOf(tx, contactIds, connection.id),
    ]);
    const people = candidates.map((candidate) => {
      const contact = contactOf.get(candidate.id);
      const peer = contact ? (peers.get(contact.id) ?? []) : [];
      return { candidate, contact, peer, addresses: [...new Set([candidate.addressKey, ...addressKeysOf(peer)])] };
    });
    const addresses = [...new Set(people.flatMap((person) => person.addresses))];
    const optedOut = new Set(await optOuts.inTx.among(tx, addresses, connection.id));
    const isNumberChannel = connection.channel === 'whatsapp' || connection.channel === 'whatsappapi';
    const windowHours = connections.windowHours(connection.provider, connection.channel);
    const fit: Judged[] = [];
    const unfit: { id: number; reason: SkipReason }[] = [];
    const taken = new Set<number>();
    for (const { candidate, contact, peer, addresses: own } of people) {
      const lastInboundAt = contact ? (lastInbound.get(contact.id) ?? null) : null;
      const isAsk = campaign.asksConfirmation && candidate.state === 'planned';
      const texts = isAsk ? campaign.confirmations : campaign.messages;
      const decision = decideEligibility({
        channel: connection.channel,
        hasAddress: isNumberChannel ? peer.length > 0 || isPhone(candidate.number) : peer.length > 0,
        isValid: candidate.isValid,
        isBlocked: contact ? !contact.isActive : false,
        hasOptedOut: own.some((address) => optedOut.has(address)),
        hasWritten: lastInboundAt !== null,
        isWindowOpen: windowHours === null ? null : isWindowOpen(windowHours, lastInboundAt, now),
        hasText: activeVariants(texts, isAsk ? [] : campaign.stoppedVariants).length > 0,
        hasTemplate: campaign.templateId !== null,
        allowsCold: campaign.coldAllowedAt !== null,
      });
      if (decision.type === 'skip') unfit.push({ id: candidate.id, reason: decision.reason });
      else if (!contact || !taken.has(contact.id)) {
        fit.push({ candidate, contact, decision, lastInboundAt, isAsk });
        if (contact) taken.add(contact.id);
      }
    }
    return { fit, unfit };
  }

  return { judge, createContacts };
}
export type RecipientFacts = ReturnType<typeof createRecipientFacts>;
