import { pixKeyTypes } from '@balcao/domain/message/pix';
import { z } from 'zod';
import { del, get, post } from '../kernel/endpoint.ts';
import {
  calendarDay,
  id,
  idParams,
  jsonIds,
  timestamp,
  noContent,
  optionalId,
  plainText,
  searchText,
  requiredText,
} from '../kernel/schemas.ts';
import { channel } from './contacts.ts';
import { Ticket, deliveryState, ticketStatus } from './tickets.ts';

const messageNumber = z.number().int().positive();
/** Above 2^53 two texts become the same number: such an id is invalid, not unknown. */
const messageText = z
  .string()
  .regex(/^[1-9]\d{0,15}$/)
  .transform(Number)
  .pipe(messageNumber);
const messageId = z.union([messageNumber, messageText]);
export const messageParams = z.object({ id: messageText });
const Quoted = z.object({
  id: messageId,
  wid: z.string(),
  fromMe: z.boolean(),
  mediaUrl: z.string().nullable(),
  body: z.string(),
  mediaType: z.string(),
  contact: z.object({ id, name: z.string() }).nullable(),
});
export const Message = z.object({
  id: messageId,
  wid: z.string(),
  /** Order of the messages; never by time. */
  seq: z.number(),
  body: z.string(),
  fromMe: z.boolean(),
  read: z.boolean(),
  ack: z.number(),
  mediaType: z.string(),
  mediaUrl: z.string().nullable(),
  mediaName: z.string(),
  previewUrl: z.string().nullable(),
  mediaState: z.enum(['ready', 'pending', 'refused', 'failed']),
  isDeleted: z.boolean(),
  isEdited: z.boolean(),
  isForwarded: z.boolean(),
  isPrivate: z.boolean(),
  createdAt: timestamp,
  ticketId: id,
  /** Number of the ticket; only in threads, which contain messages of several tickets. */
  ticketNumber: z.number().nullable().optional(),
  queueId: id.nullable(),
  companyId: id,
  dataJson: z.json().nullable(),
  quotedMsg: Quoted.nullable(),
  contact: z.object({ id, name: z.string() }).nullable(),
  user: z.object({ id, name: z.string() }).nullable(),
  delivery: deliveryState,
  /** A code of the error catalogue if sending failed. */
  failure: z.string().nullable(),
  clientKey: z.string().nullable(),
  /** Transcription of a received voice message, once requested. */
  transcription: z.string().nullable(),
});
export type Message = z.infer<typeof Message>;

/** A message that contains the searched text. */
export const MessageHit = z.object({
  id: messageId,
  ticketId: id,
  ticketUuid: z.string(),
  fromMe: z.boolean(),
  isPrivate: z.boolean(),
  mediaType: z.string(),
  createdAt: timestamp,
  /** A snippet around the match and the positions of the matches in it: [from, to) pairs. */
  snippet: z.string(),
  marks: z.array(z.tuple([z.number(), z.number()])),
  channel,
  status: ticketStatus,
  contact: z.object({ id, name: z.string(), urlPicture: z.string() }),
  queue: z.object({ id, name: z.string(), color: z.string() }).nullable(),
  whatsapp: z.object({ id, name: z.string() }).nullable(),
  user: z.object({ id, name: z.string() }).nullable(),
});
export type MessageHit = z.infer<typeof MessageHit>;
/** A page may be short, or empty, although there are more: the search stops after a second and continues at the cursor. */
const MessageHitPage = z.object({ hits: z.array(MessageHit), hasMore: z.boolean(), cursor: z.string().nullable() });
export type MessageHitPage = z.infer<typeof MessageHitPage>;
const searchCursor = z
  .string()
  .regex(/^-?\d{1,16}\.\d{1,16}$/)
  .transform((text) => {
    const [micros, messageId] = text.split('.');
    return { micros: micros!, id: Number(messageId) };
  });

const onWire = z.union([z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')]);
const body = plainText(65_536);
/** Id of a ticket, kept as text because a uuid is accepted in the same field. */
const ticketNumber = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .refine((text) => id.safeParse(text).success, { params: { rule: 'invalid' } });
const ticketParams = z.object({ ticketId: idParams.shape.id });
const sent = z.object({ message: z.string(), newMsg: Message });
const button = z.object({
  title: requiredText(1, 200),
  description: plainText(4096).default(''),
  buttonText: plainText(60).default(''),
  copyText: requiredText(1, 4096),
  /** An image as base64 without the `data:` prefix; only with a link. */
  image: z.string().max(7_000_000).default(''),
});
/** Idempotency key of the caller under either name; the same key twice creates one message. */
const key = { clientKey: plainText(100).optional() };

export const messages = {
  list: get('/messages/:ticketUuid', {
    params: z.object({ ticketUuid: z.union([z.uuid(), ticketNumber]) }),
    query: z.object({
      pageNumber: z
        .string()
        .regex(/^[1-9]\d{0,5}$/)
        .transform(Number)
        .default(1),
      selectedQueues: jsonIds,
      /** Our addition: a cursor instead of pages. The message with this id and the messages before (older) or after it. */
      before: messageParams.shape.id.optional(),
      after: messageParams.shape.id.optional(),
      around: messageParams.shape.id.optional(),
    }),
    reply: z.object({
      messages: z.array(Message),
      ticket: Ticket,
      count: z.number(),
      hasMore: z.boolean(),
      hasNewer: z.boolean(),
    }),
    access: 'ticket.use',
    support: false,
  }),
  /** Searches every message that the user can read: newest first, with the positions of the matches. */
  search: get('/messages-search', {
    query: z.object({
      searchParam: searchText,
      /** The `cursor` of the previous page. */
      cursor: searchCursor.optional(),
      queueIds: jsonIds,
      tags: jsonIds,
      users: jsonIds,
      whatsapps: jsonIds,
    }),
    reply: MessageHitPage,
    access: 'ticket.use',
    support: false,
  }),
  /** Transcribes a received voice message with the service whose key the company has set. */
  transcribe: get('/messages/transcribeAudio/:file', {
    params: z.object({ file: plainText(200) }),
    reply: z.object({ transcribedText: z.string() }),
    access: 'ticket.use',
    support: false,
  }),
  send: post('/messages/:ticketId', {
    params: ticketParams,
    body: z.object({
      body: body.default(''),
      isPrivate: onWire.default(false),
      /** In a multipart form only the id, because a form carries text. */
      quotedMsg: z
        .preprocess((input) => (typeof input === 'string' ? { id: input } : input), z.object({ id: messageId }))
        .nullish(),
      /** Users mentioned in an internal note; users who cannot read the ticket are ignored. */
      mentions: z.array(id).max(20).default([]),
      vCard: z.object({ name: requiredText(1, 250), number: plainText(50) }).nullish(),
      location: z
        .object({
          latitude: z.number().min(-90).max(90),
          longitude: z.number().min(-180).max(180),
          name: plainText(200).optional(),
          address: plainText(300).optional(),
        })
        .nullish(),
      reaction: z.object({ messageId, emoji: plainText(16) }).nullish(),
      signed: onWire.default(false),
      /** The audio file was recorded in the browser: it is sent as a voice message. */
      voice: onWire.default(false),
      ...key,
    }),
    optionalFiles: 'medias',
    reply: z.array(Message),
    access: 'ticket.use',
    rate: 'upload',
  }),
  /** For other programs: finds or opens the ticket of a number and sends the message. */
  sendByToken: post('/messages/send', {
    alias: '/api/messages/send',
    body: z.object({
      /** Digits with country code (a national number gets the company's); more than 17 digits name a group. */
      number: z.string().regex(/^\d{8,30}$/),
      body: body.default(''),
      userId: optionalId,
      queueId: optionalId,
      /** Only with userId: the user's name in bold above the text. */
      sendSignature: onWire.default(false),
      closeTicket: onWire.default(false),
      /** Opens no conversation and changes none; the customer's answer opens one as usual. */
      noRegister: onWire.optional(),
      quotedMsg: z.object({ id: messageId }).nullish(),
      /** Delay before sending, in milliseconds. */
      msdelay: z
        .union([
          z.number().int().min(0).max(60_000),
          z
            .string()
            .regex(/^\d{1,5}$/)
            .transform(Number)
            .pipe(z.number().max(60_000)),
        ])
        .default(0),
    }),
    optionalFiles: 'medias',
    reply: z.object({ status: z.literal('SUCCESS'), ticketId: id, messageIds: z.array(messageId) }),
    access: 'api-token',
    rate: 'api',
  }),
  edit: post('/messages/edit/:id', {
    params: messageParams,
    body: z.object({ body: body.min(1) }),
    reply: noContent,
    access: 'ticket.use',
  }),
  remove: del('/messages/:id', { params: messageParams, reply: noContent, access: 'ticket.use' }),
  resend: post('/messages/:id/resend', { params: messageParams, reply: Message, access: 'ticket.use' }),
  forward: post('/message/forward', {
    body: z.object({
      messageId: z.union([messageId, z.array(messageId).min(1).max(50)]),
      contactId: id,
      signMessage: onWire.default(false),
    }),
    reply: noContent,
    access: 'ticket.use',
  }),
  lista: post('/messages/lista/:ticketId', {
    params: ticketParams,
    body: z.object({
      title: requiredText(1, 60),
      text: requiredText(1, 1024),
      buttonText: plainText(20).default('Clique aqui'),
      footer: plainText(60).default(''),
      sections: z
        .array(
          z.object({
            title: plainText(24).default(''),
            rows: z
              .array(
                z.object({
                  title: requiredText(1, 24),
                  rowId: plainText(200).optional(),
                  id: plainText(200).optional(),
                  description: plainText(72).default(''),
                }),
              )
              .min(1)
              .max(10),
          }),
        )
        .min(1)
        .max(10),
      ...key,
    }),
    reply: sent,
    access: 'ticket.use',
  }),
  copy: post('/messages/copy/:ticketId', {
    params: ticketParams,
    body: button.extend(key),
    reply: sent,
    access: 'ticket.use',
  }),
  call: post('/messages/call/:ticketId', {
    params: ticketParams,
    body: button.extend(key),
    reply: sent,
    access: 'ticket.use',
  }),
  url: post('/messages/URL/:ticketId', {
    params: ticketParams,
    body: button.extend(key),
    reply: sent,
    access: 'ticket.use',
  }),
  pix: post('/messages/PIX/:ticketId', {
    params: ticketParams,
    body: z.object({
      title: requiredText(1, 200),
      /** In cents; null or 0 lets the payer enter it. */
      sendvalue: z
        .union([
          z.number().int().min(0).max(99_999_999_99),
          z
            .string()
            .regex(/^\d{0,12}$/)
            .transform(Number),
        ])
        .nullish(),
      sendkey_type: z.enum(pixKeyTypes),
      sendmerchant_name: requiredText(1, 100),
      sendKey: requiredText(1, 100),
      ...key,
    }),
    reply: sent,
    access: 'ticket.use',
  }),
  counts: get('/messages-allMe', {
    query: z.object({
      fromMe: z
        .enum(['true', 'false'])
        .transform((value) => value === 'true')
        .optional(),
      dateStart: calendarDay.optional(),
      dateEnd: calendarDay.optional(),
    }),
    reply: z.object({ count: z.array(z.object({ count: z.string() })) }),
    access: 'report.view',
    support: false,
  }),
  /** Deliveries for admins: pending and failed messages. */
  deliveries: get('/deliveries', {
    query: z.object({
      state: z.enum(['troubled', 'all']).default('troubled'),
      before: messageParams.shape.id.optional(),
      connectionId: idParams.shape.id.optional(),
    }),
    reply: z.object({
      messages: z.array(
        z.object({
          id: messageId,
          ticketId: id,
          ticketUuid: z.string(),
          contactName: z.string(),
          connectionName: z.string(),
          fromMe: z.boolean(),
          body: z.string(),
          mediaType: z.string(),
          delivery: deliveryState,
          failure: z.string().nullable(),
          createdAt: timestamp,
          tries: z.number(),
          mayResend: z.boolean(),
        }),
      ),
      hasMore: z.boolean(),
      counts: z.record(z.string(), z.number()),
    }),
    access: 'settings.manage',
    support: false,
  }),
  life: get('/deliveries/:id', {
    params: messageParams,
    reply: z.object({ steps: z.array(z.object({ told: z.string(), detail: z.string(), at: timestamp })) }),
    access: 'settings.manage',
    support: false,
  }),
};
