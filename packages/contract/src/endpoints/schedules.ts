import { MAX_INTERVAL, MAX_SENDS } from '@balcao/domain/schedule/bounds';
import { z } from 'zod';
import { del, get, post, put } from '../kernel/endpoint.ts';
import {
  calendarDay,
  done,
  id,
  idParams,
  onOff,
  onOffInput,
  optionalId,
  page,
  pageQuery,
  requiredText,
  timestamp,
} from '../kernel/schemas.ts';
import { channel } from './contacts.ts';
import { placeholderValues } from './templates.ts';

/** Days that one request for dates covers: six weeks of a month view, or a list of two months. */
export const MAX_SCHEDULE_DAYS = 62;
/** Dates that one request returns. */
export const MAX_OCCURRENCES = 2000;
export const MIN_SCHEDULE_TEXT = 5;
export const MAX_SCHEDULE_TEXT = 4096;

/** 1 days, 2 weeks, 3 months, 4 minutes. */
export const intervalCodes = { days: 1, weeks: 2, months: 3, minutes: 4 } as const;
/** On a day that is no working day: 4 send normally, 5 a working day before, 6 a working day after. */
export const dayShiftCodes = { keep: 4, before: 5, after: 6 } as const;
/** PENDENTE: a date is ahead. ENVIADA: the last date was sent. ERRO: it could not be sent. CANCELADA: the customer replied. */
export const scheduleStatuses = ['PENDENTE', 'ENVIADA', 'ERRO', 'CANCELADA'] as const;

const Named = z.object({ id, name: z.string() });
const ScheduleContact = Named.extend({ urlPicture: z.string() });
const ScheduleConnection = Named.extend({ channel });
const ScheduleQueue = Named.extend({ color: z.string() });

/** A message that is sent on a date, once or again. */
export const Schedule = z.object({
  id,
  body: z.string(),
  /** The next date; when there is none, the last one. */
  sendAt: timestamp,
  /** Set when its last message was sent. It cannot be changed any more. */
  sentAt: timestamp.nullable(),
  status: z.enum(scheduleStatuses),
  /** Why the last date could not be sent: a code of the error catalogue. */
  error: z.string().nullable(),
  contactId: id,
  contact: ScheduleContact.nullable(),
  userId: id.nullable(),
  user: Named.nullable(),
  /** Null: the default connection when it is sent. */
  whatsappId: id.nullable(),
  whatsapp: ScheduleConnection.nullable(),
  openTicket: onOff,
  statusTicket: z.enum(['open', 'closed']),
  ticketUserId: id.nullable(),
  ticketUser: Named.nullable(),
  queueId: id.nullable(),
  queue: ScheduleQueue.nullable(),
  intervalo: z.literal(Object.values(intervalCodes)),
  valorIntervalo: z.number(),
  enviarQuantasVezes: z.number(),
  contadorEnvio: z.number(),
  tipoDias: z.literal(Object.values(dayShiftCodes)),
  assinar: z.boolean(),
  /** File name. */
  mediaPath: z.string().nullable(),
  mediaName: z.string().nullable(),
  /** A signed URL. */
  mediaUrl: z.string().nullable(),
  /** A message of the customer ends it. */
  cancelOnReply: z.boolean(),
  /** Sent instead of the text after the reply window. */
  templateId: id.nullable(),
  templateValues: z.record(z.string(), z.string()),
  /** The date that all others are counted from, in this time zone. */
  anchorAt: timestamp,
  timeZone: z.string(),
  createdAt: timestamp,
});
export type Schedule = z.infer<typeof Schedule>;

/** With a time zone: 2027-01-31T12:00:00Z or 2027-01-31T09:00:00-03:00. */
const sendAt = z
  .string()
  .regex(/^20\d\d-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d(:[0-5]\d(\.\d{1,3})?)?(Z|[+-][01]\d:[0-5]\d)$/)
  .refine((text) => !Number.isNaN(Date.parse(text)), { params: { rule: 'invalid' } });

export const ScheduleDraft = z.object({
  body: requiredText(MIN_SCHEDULE_TEXT, MAX_SCHEDULE_TEXT),
  sendAt,
  contactId: id,
  whatsappId: optionalId,
  openTicket: onOffInput.default('enabled'),
  statusTicket: z.enum(['open', 'closed']).default('open'),
  ticketUserId: optionalId,
  queueId: optionalId,
  intervalo: z.literal(Object.values(intervalCodes)).default(1),
  /** 0: it is sent once. */
  valorIntervalo: z.int().min(0).max(MAX_INTERVAL).default(0),
  enviarQuantasVezes: z.int().min(1).max(MAX_SENDS).default(1),
  tipoDias: z.literal(Object.values(dayShiftCodes)).default(4),
  assinar: z.boolean().default(false),
  cancelOnReply: z.boolean().default(false),
  templateId: optionalId,
  templateValues: placeholderValues,
});
/** The dates are counted from `sendAt`, or from `anchorAt` if `sendAt` is one of the dates counted from there. */
export const ScheduleChange = ScheduleDraft.extend({ anchorAt: sendAt.optional() });
export type ScheduleDraft = z.input<typeof ScheduleDraft>;

export const occurrenceStates = ['scheduled', 'sent', 'superseded', 'failed', 'cancelled'] as const;
/** One date of a schedule, for the calendar. */
export const ScheduleOccurrence = z.object({
  scheduleId: id,
  /** Number of the run; null for a date that is ahead. */
  run: z.number().nullable(),
  at: timestamp,
  state: z.enum(occurrenceStates),
  /** Why it was not sent: a code of the error catalogue. */
  error: z.string().nullable(),
  /** How much later it was sent. */
  lateSeconds: z.number(),
  /** Receipt of its message: 2 sent, 3 delivered, 4 read; null without a message. */
  ack: z.number().nullable(),
  /** The day from which it was moved because that is no working day: YYYY-MM-DD. */
  movedFrom: z.string().nullable(),
  /** Which of how many; null for a past one, whose dates may have changed since. */
  position: z.number().nullable(),
  /** The date that is sent next: the one that `sendAt` of the schedule names. */
  isNext: z.boolean(),
  count: z.number(),
  repeats: z.boolean(),
  body: z.string(),
  contact: ScheduleContact.nullable(),
  userId: id.nullable(),
  queue: ScheduleQueue.nullable(),
  whatsapp: ScheduleConnection.nullable(),
  hasMedia: z.boolean(),
});
export type ScheduleOccurrence = z.infer<typeof ScheduleOccurrence>;

const use = 'schedule.use';
const attached = z.object({ mensagem: z.string() });

export const schedules = {
  list: get('/schedules', {
    query: pageQuery.extend({ contactId: idParams.shape.id.optional(), userId: idParams.shape.id.optional() }),
    reply: page('schedules', Schedule),
    access: use,
    support: false,
  }),
  /** Dates of these days in the company's time zone, past and ahead. `hasMore`: there are more than are returned. */
  occurrences: get('/schedules/occurrences', {
    query: z.object({
      dateStart: calendarDay,
      dateEnd: calendarDay,
      queueId: idParams.shape.id.optional(),
      whatsappId: idParams.shape.id.optional(),
    }),
    reply: z.object({ occurrences: z.array(ScheduleOccurrence), timeZone: z.string(), hasMore: z.boolean() }),
    access: use,
    support: false,
  }),
  show: get('/schedules/:id', { params: idParams, reply: Schedule, access: use, support: false }),
  create: post('/schedules', { body: ScheduleDraft, reply: Schedule, access: use }),
  /** Its author or an admin. A schedule that was sent is refused. */
  update: put('/schedules/:id', { params: idParams, body: ScheduleChange, reply: Schedule, access: use }),
  remove: del('/schedules/:id', { params: idParams, reply: done, access: use }),
  /** An image: png, jpg or jpeg. */
  attach: post('/schedules/:id/media-upload', {
    params: idParams,
    files: 'file',
    reply: attached,
    access: use,
    rate: 'upload',
  }),
  detach: del('/schedules/:id/media-upload', { params: idParams, reply: attached, access: use }),
};
