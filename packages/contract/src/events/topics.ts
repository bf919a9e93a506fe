import { z } from 'zod';
import { User, UserBrief } from '../endpoints/access.ts';
import { CompanyHours } from '../endpoints/companies.ts';
import { Connection, ConnectionBrief } from '../endpoints/connections.ts';
import { ContactExport, ContactImportBrief } from '../endpoints/contact-spreadsheets.ts';
import { Contact } from '../endpoints/contacts.ts';
import { FileListBrief } from '../endpoints/files.ts';
import { ImportProgress } from '../endpoints/history.ts';
import { Message } from '../endpoints/messages.ts';
import { QuickMessage } from '../endpoints/quick-messages.ts';
import { Queue } from '../endpoints/queues.ts';
import { Tag } from '../endpoints/tags.ts';
import { Ticket } from '../endpoints/tickets.ts';
import { id } from '../kernel/schemas.ts';

const saved = <K extends string, T extends z.ZodType>(key: K, schema: T) =>
  z.object({ action: z.enum(['create', 'update']), [key]: schema } as {
    action: z.ZodEnum<{ create: 'create'; update: 'update' }>;
  } & Record<K, T>);
const removed = <K extends string>(key: K) =>
  z.object({ action: z.literal('delete'), [key]: id } as { action: z.ZodLiteral<'delete'> } & Record<K, typeof id>);

/** Everything the server may tell a browser, per company: the event is `company-{id}-{topic}`. */
export const topics = {
  tag: z.union([saved('tag', Tag), removed('tagId')]),
  queue: z.union([saved('queue', Queue), removed('queueId')]),
  user: z.union([saved('user', z.union([User, UserBrief])), removed('userId')]),
  contact: z.union([
    saved('contact', Contact),
    removed('contactId'),
    /** Very many at once: what is on screen is fetched again. Who they are is not told one by one. */
    z.object({ action: z.literal('reload'), records: z.array(Contact).max(0) }),
  ]),
  /** For whoever brought the sheet, and for admins. */
  contactImport: z.object({ action: z.literal('update'), import: ContactImportBrief }),
  /** For whoever asked for it; where it lies is told by the call alone. */
  contactExport: z.object({ action: z.literal('update'), export: ContactExport }),
  whatsapp: z.union([saved('whatsapp', z.union([Connection, ConnectionBrief])), removed('whatsappId')]),
  /** With the QR code: only for those who manage connections. */
  whatsappSession: z.object({ action: z.literal('update'), session: Connection }),
  /** How far old messages are; only for those who manage connections. */
  importMessages: ImportProgress,
  ticket: z.union([
    saved('ticket', Ticket),
    removed('ticketId'),
    z.object({ action: z.literal('updateUnread'), ticketId: id }),
  ]),
  appMessage: z.union([
    z.object({ action: z.literal('create'), message: Message, ticket: Ticket }),
    z.object({ action: z.literal('update'), message: Message }),
    /** Gone for good, as only internal notes go; what was taken back from a customer is an update. */
    z.object({ action: z.literal('delete'), message: Message.pick({ id: true, ticketId: true }) }),
  ]),
  quickmessage: z.union([saved('record', QuickMessage), removed('id')]),
  /** Only for those who manage them. */
  file: z.union([saved('fileList', FileListBrief), removed('fileId')]),
  settings: z.object({
    action: z.literal('update'),
    setting: z.object({ key: z.string(), value: z.union([z.string(), z.boolean()]) }),
  }),
  /** Opening hours, time zone and holidays of the company. */
  companyHours: z.object({ action: z.literal('update'), hours: CompanyHours }),
  /** Someone signed in with this account: a session with another id has been taken over. */
  auth: z.object({ action: z.literal('update'), user: z.object({ id, companyId: id }), sessionId: z.string() }),
} satisfies Record<string, z.ZodType>;

export type Topic = keyof typeof topics;
export type Payload<T extends Topic> = z.infer<(typeof topics)[T]>;
export type EventName<T extends Topic = Topic> = `company-${number}-${T}`;

/** The second argument is the place in the event log, to resume from. */
export type ServerToClient = { [T in Topic as EventName<T>]: (payload: Payload<T>, eventId: string) => void } & {
  /** What was missed is no longer kept: fetch everything again. */
  reload: () => void;
  /** Who looks at a conversation this socket has joined, and who of them is writing. Never logged, never resumed. */
  presence: (payload: Presence) => void;
  /** Everything missed has been told; from here on it is live. */
  resumed: (eventId: string) => void;
  /** What was told within a moment, in order: instead of single events, for a client that says `bundles` at the door. */
  batch: (entries: BatchEntry[]) => void;
};
/** A telling and its place in the event log. */
export type BatchEntry = { [T in Topic]: [topic: T, told: Payload<T>, eventId: string] }[Topic];

export interface Presence {
  ticketId: number;
  people: readonly { id: number; name: string; isWriting: boolean }[];
}
type Acknowledged = (error?: string) => void;
export interface ClientToServer {
  joinTickets(status: string, done?: Acknowledged): void;
  leaveTickets(status: string, done?: Acknowledged): void;
  joinTicketsLeave(status: string, done?: Acknowledged): void;
  joinChatBox(ticket: string, done?: Acknowledged): void;
  joinChatBoxLeave(ticket: string, done?: Acknowledged): void;
  /** In a joined conversation; said again while it lasts, forgotten after a few seconds. */
  writing(ticket: string, isWriting: boolean): void;
  joinNotification(done?: Acknowledged): void;
  leaveNotification(done?: Acknowledged): void;
  /** On connect and every five minutes: this person is here. */
  userStatus(): void;
  /** A fresh access token, so that a long-lived socket outlives the old one. */
  renew(token: string, done?: Acknowledged): void;
}
/** Every name a client may say; anything else is counted against it. */
export const clientEvents = [
  'joinTickets',
  'leaveTickets',
  'joinTicketsLeave',
  'joinChatBox',
  'joinChatBoxLeave',
  'writing',
  'joinNotification',
  'leaveNotification',
  'userStatus',
  'renew',
] as const satisfies readonly (keyof ClientToServer)[];
