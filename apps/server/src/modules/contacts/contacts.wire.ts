import type { Contact } from '@balcao/contract/endpoints/contacts';
import { maskName, maskNumber } from '@balcao/domain/contact/mask';
import { digitsOf, phoneKey } from '@balcao/domain/contact/phone';
import type { FullContact } from './contacts.store.ts';

// Our words on the inside, the wire's words on the outside; the one place where a number is masked.

export interface ContactPresentOptions {
  masked: boolean;
  sign(key: string): string;
}
const NO_PICTURE = '/nopicture.svg';

export const presentContact = (contact: FullContact, { masked, sign }: ContactPresentOptions): Contact => ({
  id: contact.id,
  name: masked ? maskName(contact.name) : contact.name,
  number: masked && contact.number !== '' ? maskNumber(contact.number) : contact.number,
  email: contact.email,
  isGroup: contact.isGroup,
  active: contact.isActive,
  channel: contact.channel,
  urlPicture: contact.pictureKey === null ? NO_PICTURE : sign(contact.pictureKey),
  acceptAudioMessage: contact.acceptsAudio,
  disableBot: contact.botDisabled,
  lgpdAcceptedAt: contact.consentedAt?.toISOString() ?? null,
  companyId: contact.companyId,
  whatsappId: contact.connectionId,
  remoteJid: masked ? '' : contact.number,
  extraInfo: contact.extraInfo,
  tags: contact.tags,
  whatsapp: contact.connection && {
    id: contact.connection.id,
    name: contact.connection.name,
    expiresTicket: String(contact.connection.expiresMinutes),
    groupAsTicket: contact.connection.groupAsTicket ? 'enabled' : 'disabled',
  },
  walletUserId: contact.walletUserId,
  walletQueueId: contact.walletQueueId,
  createdAt: contact.createdAt.toISOString(),
});

/** Who has no name yet is called by the number, in either spelling. */
export const isNamedByNumber = ({ name, number }: Pick<FullContact, 'name' | 'number'>): boolean =>
  number !== '' && /^[\d\s()+.-]+$/.test(name) && phoneKey(digitsOf(name)) === phoneKey(number);
