import { z } from 'zod';
import { User, UserBrief } from '../endpoints/access.ts';
import { aiCeilings } from '../endpoints/ai-usage.ts';
import { Campaign, CampaignSetting } from '../endpoints/campaigns.ts';
import { CompanyHours } from '../endpoints/companies.ts';
import { Connection, ConnectionBrief } from '../endpoints/connections.ts';
import { ContactList, ContactListItem } from '../endpoints/contact-lists.ts';
import { ContactExport, ContactImportBrief } from '../endpoints/contact-spreadsheets.ts';
import { Contact } from '../endpoints/contacts.ts';
import { FileListBrief } from '../endpoints/files.ts';
import { Flow, FlowBrief } from '../endpoints/flows.ts';
import { ImportProgress } from '../endpoints/history.ts';
import { Integration, IntegrationBrief } from '../endpoints/integrations.ts';
import { LivePanelChange } from '../endpoints/live-panel.ts';
import { Message } from '../endpoints/messages.ts';
import { Phrase } from '../endpoints/phrases.ts';
import { Prompt, PromptBrief } from '../endpoints/prompts.ts';
import { QuickMessage } from '../endpoints/quick-messages.ts';
import { Queue } from '../endpoints/queues.ts';
import { Removal } from '../endpoints/removals.ts';
import { ReportExport } from '../endpoints/reports.ts';
import { Schedule } from '../endpoints/schedules.ts';
import { announcementPriorities } from '../endpoints/announcements.ts';
import type { Help } from '../endpoints/helps.ts';
import { TeamChat, TeamChatMessage } from '../endpoints/team-chats.ts';
import { Tag } from '../endpoints/tags.ts';
import { Ticket } from '../endpoints/tickets.ts';
import { id, timestamp } from '../kernel/schemas.ts';

const saved = <K extends string, T extends z.ZodType>(key: K, schema: T) =>
  z.object({ action: z.enum(['create', 'update']), [key]: schema } as {
    action: z.ZodEnum<{ create: 'create'; update: 'update' }>;
  } & Record<K, T>);
const removed = <K extends string>(key: K) =>
  z.object({ action: z.literal('delete'), [key]: id } as { action: z.ZodLiteral<'delete'> } & Record<K, typeof id>);

/** Every socket message of a company. The event name is `company-{id}-{topic}`. */
export const topics = {
  tag: z.union([saved('tag', Tag), removed('tagId')]),
  queue: z.union([saved('queue', Queue), removed('queueId')]),
  user: z.union([saved('user', z.union([User, UserBrief])), removed('userId')]),
  contact: z.union([
    saved('contact', Contact),
    removed('contactId'),
    /** Many contacts changed: clients refetch what they show. The contacts are not listed. */
    z.object({ action: z.literal('reload'), records: z.array(Contact).max(0) }),
  ]),
  /** For the user who uploaded the spreadsheet, and for admins. */
  contactImport: z.object({ action: z.literal('update'), import: ContactImportBrief }),
  /** For the user who requested it. Only the endpoint returns the link to the file. */
  contactExport: z.object({ action: z.literal('update'), export: ContactExport }),
  /** For the user who requested it. Only the endpoint returns the link to the file. */
  reportExport: z.object({ action: z.literal('update'), export: ReportExport }),
  /** Only for sockets that joined the live panel; users who are not admins receive the conversations of their queues. */
  livePanel: LivePanelChange,
  whatsapp: z.union([saved('whatsapp', z.union([Connection, ConnectionBrief])), removed('whatsappId')]),
  /** Contains the QR code; only for users who manage connections. */
  whatsappSession: z.object({ action: z.literal('update'), session: Connection }),
  /** Progress of a history import; only for users who manage connections. */
  importMessages: ImportProgress,
  ticket: z.union([
    saved('ticket', Ticket),
    removed('ticketId'),
    z.object({ action: z.literal('updateUnread'), ticketId: id }),
  ]),
  appMessage: z.union([
    z.object({ action: z.literal('create'), message: Message, ticket: Ticket }),
    z.object({ action: z.literal('update'), message: Message }),
    /** Only internal notes are deleted. A message deleted for the customer is an update. */
    z.object({ action: z.literal('delete'), message: Message.pick({ id: true, ticketId: true }) }),
  ]),
  quickmessage: z.union([saved('record', QuickMessage), removed('id')]),
  /** Only for users who manage file lists. */
  file: z.union([saved('fileList', FileListBrief), removed('fileId')]),
  /** Users who manage flows receive the whole row, others id, name and state. */
  flowbuilder: z.union([
    saved('flow', z.union([Flow, FlowBrief])),
    removed('flowId'),
    /** A colleague saved the draft; only for users who manage flows. */
    z.object({
      action: z.literal('draft'),
      flowId: id,
      rev: z.number(),
      by: z.object({ id, name: z.string() }).nullable(),
    }),
  ]),
  /** Only for users who manage flows. */
  flowcampaign: z.union([saved('phrase', Phrase), removed('phraseId')]),
  /** Users who manage prompts receive the whole row, others id and name. */
  prompt: z.union([
    saved('prompt', z.union([Prompt, PromptBrief])),
    removed('promptId'),
    /** This share of a ceiling of AI is used; once a month for each, only for users who manage prompts. */
    z.object({ action: z.literal('ceiling'), ceiling: z.enum(aiCeilings), percent: z.literal([80, 100]) }),
  ]),
  /** Users who manage integrations receive the whole row, others id, name and type. */
  queueIntegration: z.union([
    saved('queueIntegration', z.union([Integration, IntegrationBrief])),
    removed('integrationId'),
  ]),
  /** Also when one of its dates was sent, skipped or cancelled. */
  schedule: z.union([saved('schedule', Schedule), removed('scheduleId')]),
  /** Only for members of the chat; also under `chat-{chatId}` and, when it is created or changed, `chat-user-{userId}`. */
  chat: z.union([
    z.object({ action: z.literal('new-message'), newMessage: TeamChatMessage, chat: TeamChat }),
    /** `record` is the chat too; the specification names both. */
    z.object({ action: z.enum(['create', 'update']), chat: TeamChat, record: TeamChat, userId: id }),
    /** A member has read. */
    z.object({ action: z.literal('update'), chat: TeamChat }),
    removed('id'),
  ]),
  /** Also while it runs, at most once a second; only for users who manage campaigns. */
  campaign: z.union([saved('record', Campaign), removed('id')]),
  campaignSettings: z.object({ action: z.literal('create'), settings: z.array(CampaignSetting) }),
  /** Only for users who manage contact lists; also when the number of its items changed. */
  ContactList: z.union([saved('record', ContactList), removed('id')]),
  ContactListItem: z.union([
    saved('record', ContactListItem),
    removed('id'),
    /** Many items of a list changed: clients refetch what they show. The items are not listed. */
    z.object({ action: z.literal('reload'), contactListId: id, records: z.array(ContactListItem).max(0) }),
  ]),
  /** Progress of a removal; for the user who asked for it and for admins. */
  removal: z.object({ action: z.literal('update'), removal: Removal }),
  settings: z.object({
    action: z.literal('update'),
    setting: z.object({ key: z.string(), value: z.union([z.string(), z.boolean()]) }),
  }),
  /** An invoice was paid; also for a company whose subscription had expired. */
  payment: z.object({
    action: z.literal('CONCLUIDA'),
    company: z.object({ id, dueDate: timestamp }),
    invoice: z.object({ id, number: z.string() }),
  }),
  /** Business hours, time zone and holidays of the company. */
  companyHours: z.object({ action: z.literal('update'), hours: CompanyHours }),
  /** The user signed in. A session with another id has been replaced. */
  auth: z.object({ action: z.literal('update'), user: z.object({ id, companyId: id }), sessionId: z.string() }),
} satisfies Record<string, z.ZodType>;

export type Topic = keyof typeof topics;
export type Payload<T extends Topic> = z.infer<(typeof topics)[T]>;
export type EventName<T extends Topic = Topic> = `company-${number}-${T}`;

/** `eventId` is the position in the event log, from which a client resumes. */
export type ServerToClient = { [T in Topic as EventName<T>]: (payload: Payload<T>, eventId: string) => void } & {
  /** The missed events are no longer retained: refetch everything. */
  reload: () => void;
  /** To all companies. The text is fetched. */
  'company-announcement': (payload: AnnouncementNotice) => void;
  /** To super users: a connection of any company changed. Its state is fetched. */
  'admin-whatsapp': (payload: ConnectionNotice) => void;
  /** To all companies, under the name of each. */
  [name: `company-${number}-help`]: (payload: HelpNotice) => void;
  /** Name, colors or logos of the platform changed: read them again. */
  brand: () => void;
  /** Users who view a joined conversation, and which of them are typing. Never logged, never resumed. */
  presence: (payload: Presence) => void;
  /** Users who have a joined flow open in the editor. Never logged, never resumed. */
  flowEditors: (payload: FlowEditors) => void;
  /** All missed events have been sent; live events follow. */
  resumed: (eventId: string) => void;
  /** Events of a short interval, in order, instead of single events. Sent to clients that connect with `bundles`. */
  batch: (entries: BatchEntry[]) => void;
  /** The server stops and closes the socket soon; reconnect this long after it closed. */
  restarting: (reconnectMs: number) => void;
};
/** A payload and its position in the event log. */
export type BatchEntry = { [T in Topic]: [topic: T, payload: Payload<T>, eventId: string] }[Topic];

export type AnnouncementNotice =
  | { action: 'create' | 'update'; record: { id: number; priority: (typeof announcementPriorities)[number] } }
  | { action: 'delete'; id: number };
export type HelpNotice = { action: 'create' | 'update'; record: Help } | { action: 'delete'; id: number };
export interface ConnectionNotice {
  action: 'create' | 'update' | 'delete';
  companyId: number;
  whatsappId: number;
}
export interface Presence {
  ticketId: number;
  people: readonly { id: number; name: string; isWriting: boolean }[];
}
export interface FlowEditors {
  flowId: number;
  people: readonly { id: number; name: string }[];
}
type Acknowledged = (error?: string) => void;
export interface ClientToServer {
  joinTickets(status: string, done?: Acknowledged): void;
  leaveTickets(status: string, done?: Acknowledged): void;
  joinTicketsLeave(status: string, done?: Acknowledged): void;
  joinChatBox(ticket: string, done?: Acknowledged): void;
  joinChatBoxLeave(ticket: string, done?: Acknowledged): void;
  /** Typing in a joined conversation. Repeated while it lasts; expires after a few seconds. */
  writing(ticket: string, isWriting: boolean): void;
  /** The flow is open in the editor; for users who manage flows. */
  joinFlow(flowId: number, done?: Acknowledged): void;
  leaveFlow(flowId: number, done?: Acknowledged): void;
  /** The live panel is shown; for users who may see it. Join before fetching the snapshot. */
  joinLivePanel(done?: Acknowledged): void;
  leaveLivePanel(done?: Acknowledged): void;
  joinNotification(done?: Acknowledged): void;
  leaveNotification(done?: Acknowledged): void;
  /** Sent on connect and every five minutes: the user is online. */
  userStatus(): void;
  /** A new access token, so that a socket outlives the old one. */
  renew(token: string, done?: Acknowledged): void;
}
const noArguments = z.array(z.unknown());
const ticketTab = z.string().max(100);
/** Id or uuid of a ticket; older clients send the id as a number. */
const ticketRef = z.union([z.string().max(100), z.number()]).transform(String);

/**
 * Every event that a client can send, with its arguments. The acknowledgement callback comes last and further arguments
 * are ignored. Unknown events are counted against the client.
 */
export const clientEventArguments = {
  joinTickets: z.tuple([ticketTab], z.unknown()),
  leaveTickets: z.tuple([ticketTab], z.unknown()),
  joinTicketsLeave: z.tuple([ticketTab], z.unknown()),
  joinChatBox: z.tuple([ticketRef], z.unknown()),
  joinChatBoxLeave: z.tuple([ticketRef], z.unknown()),
  writing: z.tuple([ticketRef, z.boolean()], z.unknown()),
  joinFlow: z.tuple([id], z.unknown()),
  leaveFlow: z.tuple([id], z.unknown()),
  joinLivePanel: noArguments,
  leaveLivePanel: noArguments,
  joinNotification: noArguments,
  leaveNotification: noArguments,
  userStatus: noArguments,
  renew: z.tuple([z.string().max(10_000)], z.unknown()),
} satisfies Record<keyof ClientToServer, z.ZodType>;
export type ClientEvent = keyof typeof clientEventArguments;
export type ClientEventArguments<E extends ClientEvent> = z.output<(typeof clientEventArguments)[E]>;
export const clientEvents = Object.keys(clientEventArguments) as ClientEvent[];
