import type { endpoints, ParsedRequest, ResponseData } from '@balcao/contract';
import type { Message, MessageHit } from '@balcao/contract/endpoints/messages';
import { createHash } from 'node:crypto';
import { isMasked, maskName, maskNames, maskNumber } from '@balcao/domain/contact/mask';
import { digitsOf } from '@balcao/domain/contact/phone';
import { defaultButtonLabel, type ButtonAction } from '@balcao/domain/message/button-labels';
import { DELETED } from '@balcao/domain/message/preview';
import { brCode, parsePixKey, type PixKey } from '@balcao/domain/message/pix';
import { refuse, unwrap } from '../../infrastructure/app-error.ts';
import type { StoredMedia } from '../../channels/port.ts';
import type { OutgoingContent } from './content.ts';
import type { FullMessage, ReceiptRow } from './messages.store.ts';
import type { HitRow, SearchPosition } from './reading/search.store.ts';
import type { ThreadCursor } from './reading/thread.store.ts';
import type { UndeliveredRow } from './sending/undelivered.store.ts';

type Routes = typeof endpoints.messages;
type BodyOf<Name extends keyof Routes> = ParsedRequest<Routes[Name]>['body'];

interface MaskOptions {
  /** The company hides the text of messages that a customer deleted; otherwise agents still see it, marked as deleted. */
  hidesDeleted: boolean;
  /** Phone numbers are masked, also where a contact has a number as name. */
  hidesNumbers: boolean;
}
export interface PresentOptions extends MaskOptions {
  sign(key: string): string;
}

export const presentMessage = (message: FullMessage, { sign, hidesDeleted, hidesNumbers }: PresentOptions): Message => {
  const presentName = (contact: { id: number; name: string } | null) =>
    contact && hidesNumbers ? { ...contact, name: maskName(contact.name) } : contact;
  const presentWid = (wid: string) => (hidesNumbers ? opaqueWid(wid) : wid);
  const isHidden = message.isDeleted && hidesDeleted && !message.fromMe;
  const isQuoteHidden = hidesDeleted && message.quoted !== null && message.quoted.isDeleted && !message.quoted.fromMe;
  return {
    id: message.id,
    wid: message.wid === null ? (message.isPrivate ? `PVT${message.id}` : '') : presentWid(message.wid),
    seq: message.seq,
    body: presentBody(message, { hidesDeleted, hidesNumbers }),
    fromMe: message.fromMe,
    read: message.isRead,
    ack: message.ack,
    mediaType: isHidden ? 'conversation' : message.mediaType,
    mediaUrl: message.mediaKey === null || isHidden ? null : sign(message.mediaKey),
    mediaName: isHidden ? '' : message.mediaName,
    previewUrl: message.previewKey === null || isHidden ? null : sign(message.previewKey),
    mediaState: message.mediaState,
    isDeleted: message.isDeleted,
    isEdited: message.isEdited,
    isForwarded: message.isForwarded,
    isPrivate: message.isPrivate,
    // The channel's time, for display; `seq` is the order.
    createdAt: message.sentAt.toISOString(),
    ticketId: message.ticketId,
    queueId: message.queueId,
    companyId: message.companyId,
    dataJson: isHidden ? null : ((hidesNumbers ? maskData(message) : message.data) as Message['dataJson']),
    quotedMsg: message.quoted && {
      id: Number(message.quoted.id),
      wid: message.quoted.wid === null ? '' : presentWid(message.quoted.wid),
      fromMe: message.quoted.fromMe,
      mediaUrl: message.quoted.mediaKey === null || isQuoteHidden ? null : sign(message.quoted.mediaKey),
      body: presentBody(message.quoted, { hidesDeleted, hidesNumbers }),
      mediaType: isQuoteHidden ? 'conversation' : message.quoted.mediaType,
      contact: presentName(message.quoted.contact),
    },
    contact: presentName(message.author),
    user: message.user,
    delivery: message.delivery,
    failure: message.failureCode,
    clientKey: message.clientKey,
    transcription: isHidden ? null : message.transcription,
  };
};

function presentBody(
  message: Pick<FullMessage, 'body' | 'isDeleted' | 'fromMe' | 'mediaType'>,
  { hidesDeleted, hidesNumbers }: MaskOptions,
): string {
  if (message.isDeleted && hidesDeleted && !message.fromMe) return DELETED;
  return hidesNumbers && message.mediaType === 'contactMessage' ? maskNames(message.body) : message.body;
}

/** WhatsApp's message ids contain the number of the customer. Equal ids stay equal. */
const opaqueWid = (wid: string): string => `m.${createHash('sha256').update(wid).digest('base64url').slice(0, 30)}`;

function maskData({ mediaType, data }: Pick<FullMessage, 'mediaType' | 'data'>): unknown {
  if (mediaType === 'contactMessage') return maskCards(data);
  if (mediaType !== 'reactionMessage') return data;
  const { to } = (data ?? {}) as { to?: string };
  return to === undefined ? data : { to: opaqueWid(to) };
}
/** Masks the numbers of contact cards like those of contacts. */
function maskCards(data: unknown): unknown {
  const { contacts = [] } = (data ?? {}) as { contacts?: { name: string; numbers: string[] }[] };
  return {
    contacts: contacts.map(({ name, numbers }) => ({ name: maskName(name), numbers: numbers.map(maskNumber) })),
  };
}

export const presentUndelivered = (
  row: UndeliveredRow,
  masking: MaskOptions,
): ResponseData<Routes['deliveries']>['messages'][number] => ({
  id: row.id,
  ticketId: row.ticketId,
  ticketUuid: row.ticketUuid,
  contactName: masking.hidesNumbers ? maskName(row.contactName) : row.contactName,
  connectionName: row.connectionName ?? '',
  fromMe: row.fromMe,
  body: presentBody(row, masking),
  mediaType: row.mediaType,
  delivery: row.delivery,
  failure: row.failureCode,
  createdAt: row.createdAt.toISOString(),
  tries: row.tries ?? 0,
  mayResend: (row.delivery === 'failed' || row.delivery === 'unknown') && row.ack <= 1,
});

export const presentHit = (
  hit: HitRow,
  { snippet, contact }: { snippet: Pick<MessageHit, 'snippet' | 'marks'>; contact: MessageHit['contact'] },
): MessageHit => ({
  id: hit.id,
  ticketId: hit.ticketId,
  ticketUuid: hit.ticketUuid,
  fromMe: hit.fromMe,
  isPrivate: hit.isPrivate,
  mediaType: hit.mediaType,
  createdAt: hit.sentAt.toISOString(),
  ...snippet,
  channel: hit.channel,
  status: hit.status,
  contact: { id: contact.id, name: contact.name, urlPicture: contact.urlPicture },
  queue: hit.queue,
  whatsapp: hit.connection,
  user: hit.user,
});

export const presentCursor = ({ micros, id }: SearchPosition): string => `${micros}.${id}`;

export const presentReceipt = ({ status, detail, at }: ReceiptRow, hidesNumbers: boolean) => ({
  told: status,
  detail: hidesNumbers ? maskNames(detail) : detail,
  at: at.toISOString(),
});

export function parseCursor(query: ParsedRequest<Routes['list']>['query']): ThreadCursor {
  if (query.around !== undefined) return { around: query.around };
  if (query.before !== undefined) return { before: query.before };
  if (query.after !== undefined) return { after: query.after };
  return { page: query.pageNumber };
}

export function parseVCard({ name, number }: NonNullable<BodyOf<'send'>['vCard']>): OutgoingContent {
  // The visible digits of a masked number would be another contact's number.
  if (isMasked(number)) refuse('ERR_VALIDATION', { field: 'vCard.number', rule: 'invalid' });
  return { kind: 'contacts', contacts: [{ name, numbers: [digitsOf(number)] }] };
}

export const parseLocation = ({
  latitude,
  longitude,
  name,
  address,
}: NonNullable<BodyOf<'send'>['location']>): OutgoingContent => ({
  kind: 'location',
  latitude,
  longitude,
  ...(name && { name }),
  ...(address && { address }),
});

export const parseList = (body: BodyOf<'lista'>): OutgoingContent => ({
  kind: 'list',
  title: body.title,
  text: body.text,
  button: body.buttonText,
  ...(body.footer !== '' && { footer: body.footer }),
  sections: body.sections.map((section, s) => ({
    title: section.title,
    rows: section.rows.map((row, r) => ({
      id: row.rowId ?? row.id ?? `${s + 1}.${r + 1}`,
      title: row.title,
      ...(row.description !== '' && { description: row.description }),
    })),
  })),
});

export const parseButton = (
  action: ButtonAction,
  body: BodyOf<ButtonAction>,
  image: StoredMedia | undefined,
): OutgoingContent => ({
  kind: 'button',
  act: action,
  title: body.title,
  text: body.description,
  button: body.buttonText || defaultButtonLabel(action),
  value: body.copyText,
  ...(image && { image }),
});

export function parsePix(body: BodyOf<'pix'>): { content: OutgoingContent; pixKey: PixKey } {
  const pixKey: PixKey = {
    keyType: body.sendkey_type,
    key: unwrap(parsePixKey(body.sendkey_type, body.sendKey)),
    merchantName: body.sendmerchant_name,
  };
  const cents = body.sendvalue || null;
  const content: OutgoingContent = {
    kind: 'pix',
    title: body.title,
    ...pixKey,
    cents,
    brCode: brCode({ ...pixKey, cents }),
  };
  return { content, pixKey };
}
