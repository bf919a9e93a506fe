import { z } from 'zod';
import { del, get, post, put } from '../kernel/endpoint.ts';
import { clockTime, colour, done, id, idParams, optionalId, plainText, words } from '../kernel/wire.ts';

const DaySchedule = z.object({
  weekday: z.string().max(40),
  weekdayEn: z.enum(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']),
  startTimeA: clockTime.or(z.literal('')),
  endTimeA: clockTime.or(z.literal('')),
  startTimeB: clockTime.or(z.literal('')),
  endTimeB: clockTime.or(z.literal('')),
});

export const Queue = z.object({
  id,
  name: z.string(),
  color: z.string(),
  greetingMessage: z.string(),
  outOfHoursMessage: z.string(),
  orderQueue: z.number().nullable(),
  ativarRoteador: z.boolean(),
  tempoRoteador: z.number(),
  integrationId: id.nullable(),
  fileListId: id.nullable(),
  closeTicket: z.boolean(),
  schedules: z.array(DaySchedule),
  companyId: id,
});
export type Queue = z.infer<typeof Queue>;
/** One queue with its bot options; they come with the chatbot. */
const QueueWithOptions = Queue.extend({ chatbots: z.array(z.never()) });

/** Forms send "" for an empty number. */
const numberOrEmpty = (empty: number | null, max: number) =>
  z.union([z.literal('').transform(() => empty), z.number().int().min(0).max(max)]);

export const QueueDraft = z.object({
  name: words(2, 50),
  color: colour,
  greetingMessage: plainText(4096).default(''),
  outOfHoursMessage: plainText(4096).default(''),
  orderQueue: numberOrEmpty(null, 9999).nullish(),
  ativarRoteador: z.boolean().default(false),
  tempoRoteador: numberOrEmpty(0, 1440).default(0),
  integrationId: optionalId,
  fileListId: optionalId,
  closeTicket: z.boolean().default(false),
  schedules: z.array(DaySchedule).max(7).default([]),
});
export const QueueChange = z.object({
  name: words(2, 50).optional(),
  color: colour.optional(),
  greetingMessage: plainText(4096).optional(),
  outOfHoursMessage: plainText(4096).optional(),
  orderQueue: numberOrEmpty(null, 9999).nullish(),
  ativarRoteador: z.boolean().optional(),
  tempoRoteador: numberOrEmpty(0, 1440).optional(),
  integrationId: optionalId,
  fileListId: optionalId,
  closeTicket: z.boolean().optional(),
  schedules: z.array(DaySchedule).max(7).optional(),
});

export const queues = {
  list: get('/queue', { reply: z.array(Queue), may: 'queue.read' }),
  show: get('/queue/:id', { params: idParams, reply: QueueWithOptions, may: 'queue.read' }),
  create: post('/queue', { body: QueueDraft, reply: Queue, may: 'queue.manage' }),
  update: put('/queue/:id', { params: idParams, body: QueueChange, reply: Queue, may: 'queue.manage', status: 201 }),
  remove: del('/queue/:id', { params: idParams, reply: done, may: 'queue.manage' }),
};
