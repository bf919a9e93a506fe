import { decideEligibility } from '@balcao/domain/campaign/eligibility';
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

/** What is known about a recipient at the moment of sending. */
export function createRecipientFacts({ connections, contacts, tickets, optOuts }: CampaignDeps) {
  async function findContact(tx: Tx, candidate: Candidate): Promise<ContactRow | undefined> {
    if (candidate.contactId !== null) {
      const contact = await contacts.inTx.lock(tx, candidate.contactId);
      if (contact) return contact;
    }
    if (!isPhone(candidate.number)) return undefined;
    const peer = { identities: [{ kind: 'phone' as const, value: candidate.number }], isGroup: false };
    const id = await contacts.inTx.findIdByPeer(tx, peer);
    return id === undefined ? undefined : contacts.inTx.lock(tx, id);
  }

  /** Without a contact the recipient becomes one when the message is sent. */
  async function createContact(tx: Tx, { name, number, email, addressKey }: Candidate, connection: FullConnection) {
    const { ids } = await contacts.inTx.upsertMany(
      tx,
      [{ name, number, key: addressKey, email, tagIds: [], extra: [] }],
      {
        acceptsAudio: await contacts.inTx.acceptsAudio(tx),
        connectionId: connection.id,
        overwrites: false,
      },
    );
    const contact = await contacts.inTx.lock(tx, ids.get(addressKey) ?? 0);
    if (!contact) throw new CampaignChanged();
    tx.emit({ type: 'contact.saved', contactId: contact.id, isNew: true });
    return contact;
  }

  /** Whether this person may be contacted now, by everything that is committed at this moment. */
  async function judge(tx: Tx, campaign: CampaignRow, candidate: Candidate, { connection, now }: SendContext) {
    const contact = await findContact(tx, candidate);
    const peer = contact ? await contacts.inTx.peerOf(tx, contact.id) : [];
    const addresses = [...new Set([candidate.addressKey, ...addressKeysOf(peer)])];
    const lastInboundAt = contact
      ? await tickets.inTx.lastInbound(tx, { contactId: contact.id, connectionId: connection.id })
      : null;
    const isNumberChannel = connection.channel === 'whatsapp' || connection.channel === 'whatsappapi';
    const windowHours = connections.windowHours(connection.provider, connection.channel);
    const isAsk = campaign.asksConfirmation && candidate.state === 'planned';
    const texts = isAsk ? campaign.confirmations : campaign.messages;
    const decision = decideEligibility({
      channel: connection.channel,
      hasAddress: isNumberChannel ? peer.length > 0 || isPhone(candidate.number) : peer.length > 0,
      isValid: candidate.isValid,
      isBlocked: contact ? !contact.isActive : false,
      hasOptedOut: (await optOuts.inTx.among(tx, addresses, connection.id)).length > 0,
      hasWritten: lastInboundAt !== null,
      isWindowOpen: windowHours === null ? null : isWindowOpen(windowHours, lastInboundAt, now),
      hasText: activeVariants(texts, isAsk ? [] : campaign.stoppedVariants).length > 0,
      hasTemplate: campaign.templateId !== null,
      allowsCold: campaign.coldAllowedAt !== null,
    });
    return { contact, decision, lastInboundAt, isAsk };
  }

  return { judge, createContact };
}
