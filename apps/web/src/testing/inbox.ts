/** Test data for the inbox: tickets, messages and contacts. */
import type { Contact } from '@balcao/contract/endpoints/contacts';
import type { Message } from '@balcao/contract/endpoints/messages';
import type { Ticket } from '@balcao/contract/endpoints/tickets';

export const aTicket = (own: Partial<Ticket> = {}): Ticket => {
  const id = own.id ?? 48213;
  return {
    id,
    // A number of the company, unlike the id.
    number: 213,
    uuid: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
    userId: 4,
    queueId: 1,
    contactId: 31,
    whatsappId: 2,
    companyId: 7,
    isGroup: false,
    isBot: false,
    channel: 'whatsapp',
    status: 'open',
    useIntegration: false,
    integrationId: null,
    queueIntegration: null,
    lastMessage: 'Consigo retirar na loja do Centro na sexta?',
    fromMe: false,
    lastDelivery: null,
    unreadMessages: 0,
    amountUsedBotQueues: 0,
    isActiveDemand: false,
    imported: null,
    createdAt: '2026-07-23T11:00:00.000Z',
    updatedAt: '2026-07-23T12:16:00.000Z',
    contact: {
      id: own.contactId ?? 31,
      name: 'Helena Prado',
      number: '5581998124471',
      email: 'helena@example.com',
      urlPicture: '',
      active: true,
      acceptAudioMessage: true,
      disableBot: false,
      isGroup: false,
      companyId: 7,
      extraInfo: [],
      tags: [],
      lgpdAcceptedAt: null,
    },
    queue: { id: 1, name: 'Vendas', color: '#2F9E44' },
    user: { id: 4, name: 'Caio Andrade', color: '#1C7ED6' },
    tags: [],
    whatsapp: { id: 2, name: 'Matriz', groupAsTicket: 'disabled', status: 'CONNECTED', channel: 'whatsapp' },
    userRating: null,
    windowEndsAt: null,
    ...own,
  };
};

let lastId = 1000;
/** A message of the customer by default. Each next one is newer and has a higher sequence number. */
export const aMessage = (own: Partial<Message> = {}): Message => {
  const id = own.id ?? ++lastId;
  const fromMe = own.fromMe ?? false;
  return {
    id,
    wid: `wid-${id}`,
    seq: id,
    body: 'Paguei agora',
    fromMe,
    read: true,
    ack: fromMe ? 3 : 0,
    mediaType: 'conversation',
    mediaUrl: null,
    mediaName: '',
    previewUrl: null,
    mediaState: 'ready',
    isDeleted: false,
    isEdited: false,
    isForwarded: false,
    isPrivate: false,
    createdAt: new Date(Date.UTC(2026, 6, 23, 12, 0, id % 3600)).toISOString(),
    ticketId: 48213,
    queueId: 1,
    companyId: 7,
    dataJson: null,
    quotedMsg: null,
    contact: fromMe ? null : { id: 31, name: 'Helena Prado' },
    user: fromMe ? { id: 4, name: 'Caio Andrade' } : null,
    delivery: fromMe ? 'read' : 'received',
    failure: null,
    clientKey: null,
    transcription: null,
    ...own,
  };
};

export const aContact = (own: Partial<Contact> = {}): Contact => ({
  ...aTicket().contact,
  channel: 'whatsapp',
  whatsappId: 2,
  remoteJid: '5581998124471@s.whatsapp.net',
  whatsapp: null,
  walletUserId: null,
  walletQueueId: null,
  username: '',
  source: null,
  createdAt: '2026-07-01T12:00:00.000Z',
  ...own,
});
