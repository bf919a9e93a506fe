import { z } from 'zod';
import { get } from '../kernel/endpoint.ts';
import { calendarDay, id, jsonIds, timestamp } from '../kernel/schemas.ts';
import { channel } from './contacts.ts';
import { ticketStatus } from './tickets.ts';

/** The panel shows conversations that changed in these days. */
export const PANEL_DAYS = 30;
/** Conversations that the panel shows at most; the longest waits come first. */
export const MAX_PANEL_TICKETS = 1000;

const PanelUser = z.object({
  id,
  name: z.string(),
  profile: z.enum(['user', 'admin']),
  online: z.boolean(),
  profileImage: z.string().nullable(),
});
/** A conversation on the panel. `lastMessage` is as long as in lists; the card cuts it. */
export const PanelTicket = z.object({
  id,
  uuid: z.string(),
  number: z.number().nullable(),
  status: ticketStatus,
  userId: id.nullable(),
  queueId: id.nullable(),
  whatsappId: id.nullable(),
  contactId: id,
  isGroup: z.boolean(),
  isBot: z.boolean(),
  channel,
  lastMessage: z.string(),
  fromMe: z.boolean(),
  unreadMessages: z.number(),
  /** Since when the customer waits for a human: null if we wrote last. */
  waitingSince: timestamp.nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
  contact: z.object({ id, name: z.string(), number: z.string(), urlPicture: z.string() }),
  queue: z.object({ id, name: z.string(), color: z.string() }).nullable(),
  whatsapp: z.object({ id, name: z.string() }).nullable(),
  user: PanelUser.nullable(),
});
export type PanelTicket = z.infer<typeof PanelTicket>;
export const PanelAgent = PanelUser.extend({
  paused: z.boolean(),
  /** Queues of the agent. */
  queueIds: z.array(id),
});
export type PanelAgent = z.infer<typeof PanelAgent>;

export const LivePanel = z.object({
  tickets: z.array(PanelTicket),
  /** Every user of the company, by name. */
  agents: z.array(PanelAgent),
  /** `targetMinutes`: minutes to the first response; null without a target. */
  queues: z.array(z.object({ id, name: z.string(), color: z.string(), targetMinutes: z.number().nullable() })),
  /** Conversations that an agent takes at most; 0 is no limit. */
  capacity: z.number(),
  /** Share of the cycles begun today that were answered in time; null without an answered one in a queue with a target. */
  withinTarget: z.number().nullable(),
  /** More conversations than MAX_PANEL_TICKETS. */
  isPartial: z.boolean(),
  at: timestamp,
});
export type LivePanel = z.infer<typeof LivePanel>;

/** Socket messages of the panel; `patchPanel` of domain/insight/live-panel applies them. */
export const LivePanelChange = z.union([
  z.object({ action: z.literal('update'), ticket: PanelTicket }),
  z.object({ action: z.literal('delete'), ticketId: id }),
  z.object({ action: z.literal('update'), agent: PanelAgent }),
  z.object({ action: z.literal('delete'), userId: id }),
  z.object({ action: z.literal('reload') }),
]);
export type LivePanelChange = z.infer<typeof LivePanelChange>;

const day = z.union([z.literal('').transform(() => undefined), calendarDay]).optional();
const flag = z.enum(['true', 'false', '']).optional();

/** Admins see every conversation, others those of their queues. */
export const livePanel = {
  /** The snapshot of the panel. `joinLivePanel` first: then no change is missed. */
  show: get('/live-panel', { reply: LivePanel, access: 'live-panel.view', support: false }),
  /** Conversations that are open or pending, by the name of their agent. */
  users: get('/usersMoments', {
    query: z.object({
      dateStart: day,
      dateEnd: day,
      queuesIds: jsonIds,
      showAll: flag,
    }),
    reply: z.array(PanelTicket),
    access: 'live-panel.view',
    support: false,
  }),
  /** The same with filters; users who are not admins get only their own. */
  moments: get('/dashboard/moments', {
    query: z.object({
      status: z.union([z.literal('').transform(() => undefined), z.enum(['open', 'pending'])]).optional(),
      showAll: flag,
      queueIds: jsonIds,
      dateStart: day,
      dateEnd: day,
      userId: z.union([z.literal('').transform(() => undefined), id]).optional(),
    }),
    reply: z.array(PanelTicket),
    access: 'live-panel.view',
    support: false,
  }),
};
