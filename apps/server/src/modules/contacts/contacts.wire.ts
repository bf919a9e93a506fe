import type { Contact } from '@balcao/contract/endpoints/contacts';
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { maskName, maskNumber } from '@balcao/domain/contact/mask';
import type { NumberCorrectionRow } from '../../infrastructure/db/schema/contacts.ts';
import type { ListedMerge } from './contact-merges.ts';
import type { FullContact, TicketContact } from './contacts.store.ts';

// Maps contacts to API fields. Numbers are masked only here.

export interface ContactPresentOptions {
  masked: boolean;
  sign(key: string): string;
}
const NO_PICTURE = '/nopicture.svg';

export const presentTicketContact = (
  contact: TicketContact,
  { masked, sign }: ContactPresentOptions,
): Ticket['contact'] => ({
  id: contact.id,
  name: masked ? maskName(contact.name) : contact.name,
  number: masked && contact.number !== '' ? maskNumber(contact.number) : contact.number,
  email: contact.email,
  isGroup: contact.isGroup,
  active: contact.isActive,
  urlPicture: contact.pictureKey === null ? NO_PICTURE : sign(contact.pictureKey),
  acceptAudioMessage: contact.acceptsAudio,
  disableBot: contact.botDisabled,
  lgpdAcceptedAt: contact.consentedAt?.toISOString() ?? null,
  companyId: contact.companyId,
  extraInfo: contact.extraInfo,
  tags: contact.tags,
});
export const presentContact = (contact: FullContact, options: ContactPresentOptions): Contact => ({
  ...presentTicketContact(contact, options),
  channel: contact.channel,
  whatsappId: contact.connectionId,
  remoteJid: options.masked ? '' : contact.number,
  whatsapp: contact.connection && {
    id: contact.connection.id,
    name: contact.connection.name,
    expiresTicket: String(contact.connection.expiresMinutes),
    groupAsTicket: contact.connection.groupAsTicket ? 'enabled' : 'disabled',
  },
  walletUserId: contact.walletUserId,
  walletQueueId: contact.walletQueueId,
  username: contact.username,
  source: contact.source,
  createdAt: contact.createdAt.toISOString(),
});

/** The picture of a contact found by number; without a contact the placeholder. */
export const presentPicture = (contact: FullContact | undefined, options: ContactPresentOptions) => {
  const urlPicture = contact ? presentContact(contact, options).urlPicture : NO_PICTURE;
  return { contactId: contact?.id ?? 0, profilePicUrl: urlPicture, urlPicture };
};

export const presentCorrection = (correction: NumberCorrectionRow) => ({
  id: correction.id,
  includesUncertain: correction.includesUncertain,
  checked: correction.checked,
  total: correction.total,
  corrected: correction.corrected,
  finishedAt: correction.finishedAt?.toISOString() ?? null,
});

export const presentMerge = (merge: ListedMerge, masked: boolean) => ({
  id: merge.id,
  keptId: merge.survivorId,
  goneId: merge.mergedId,
  goneName: masked ? maskName(merge.mergedName) : merge.mergedName,
  reason: merge.reason,
  mergedAt: merge.mergedAt.toISOString(),
  undoneAt: merge.undoneAt?.toISOString() ?? null,
  mayUndo: merge.canUndo,
});
