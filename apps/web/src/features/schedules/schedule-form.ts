/** The form of a scheduled message: typed values, and their conversion to and from the API. */
import {
  dayShiftCodes,
  intervalCodes,
  MAX_SCHEDULE_TEXT,
  MIN_SCHEDULE_TEXT,
  type Schedule,
} from '@balcao/contract/endpoints/schedules';
import { instantOf } from '@balcao/domain/hours/hours';
import { HOUR_MS } from '@balcao/domain/kit/durations';
import { MAX_INTERVAL, MAX_SENDS } from '@balcao/domain/schedule/bounds';
import type { DayShift, IntervalUnit } from '@balcao/domain/schedule/recurrence';
import { z } from 'zod';
import { areFilled, type PlaceholderKeys } from '../../entities/templates/placeholder-rule.ts';
import type { ScheduleDraft } from '../../entities/schedules/schedules.api.ts';
import { localDay, localTime } from './calendar-days.ts';

export type Unit = IntervalUnit | 'never';
const required = { params: { rule: 'required' } };
const filled = z.string().refine((text) => text.trim() !== '', required);

const ScheduleFields = z.object({
  contactId: z
    .number()
    .nullable()
    .refine((id) => id !== null, required),
  body: z
    .string()
    .trim()
    .refine((text) => text !== '', required)
    .min(MIN_SCHEDULE_TEXT)
    .max(MAX_SCHEDULE_TEXT),
  day: filled,
  time: filled.refine((text) => text === '' || /^([01]\d|2[0-3]):[0-5]\d$/.test(text), { params: { rule: 'time' } }),
  unit: z.enum(['never', 'minutes', 'days', 'weeks', 'months']),
  valorIntervalo: z.int().min(1).max(MAX_INTERVAL),
  enviarQuantasVezes: z.int().min(1).max(MAX_SENDS),
  shift: z.enum(['keep', 'before', 'after']),
  whatsappId: z.number(),
  openTicket: z.boolean(),
  statusTicket: z.enum(['open', 'closed']),
  ticketUserId: z.number(),
  queueId: z.number(),
  assinar: z.boolean(),
  cancelOnReply: z.boolean(),
  templateId: z.number(),
  templateValues: z.record(z.string(), z.string()),
});
export type ScheduleValues = z.input<typeof ScheduleFields>;
export const scheduleForm = (keys: PlaceholderKeys) =>
  ScheduleFields.refine(({ templateId, templateValues }) => templateId === NONE || areFilled(keys, templateValues), {
    path: ['templateValues'],
    ...required,
  });

/** Stands for «none» in selects. */
export const NONE = 0;

interface Start {
  contactId: number | null;
  /** The chosen day of the calendar. */
  day?: string | undefined;
  timeZone: string;
  now: Date;
  userId: number;
}
/** An hour from now, or the same time on a day that was chosen. */
export function newValues({ contactId, day, timeZone, now, userId }: Start): ScheduleValues {
  const inAnHour = new Date(+now + HOUR_MS);
  const today = localDay(now, timeZone);
  return {
    contactId,
    body: '',
    ...(day !== undefined && day > today ? { day, time: '09:00' } : dayAndTime(inAnHour, timeZone)),
    unit: 'never',
    valorIntervalo: 1,
    enviarQuantasVezes: 2,
    shift: 'keep',
    whatsappId: NONE,
    openTicket: true,
    statusTicket: 'open',
    ticketUserId: userId,
    queueId: NONE,
    assinar: false,
    cancelOnReply: false,
    templateId: NONE,
    templateValues: {},
  };
}

/** The values of a stored one. One that failed, was cancelled or is scheduled again starts an hour from now. */
export function valuesOf(schedule: Schedule, timeZone: string, now: Date): ScheduleValues {
  const isAhead = schedule.status === 'PENDENTE';
  const at = isAhead ? new Date(schedule.sendAt) : new Date(+now + HOUR_MS);
  const repeats = schedule.valorIntervalo > 0;
  return {
    contactId: schedule.contactId,
    body: schedule.body,
    ...dayAndTime(at, timeZone),
    unit: repeats ? keyOf<IntervalUnit>(intervalCodes, schedule.intervalo) : 'never',
    valorIntervalo: repeats ? schedule.valorIntervalo : 1,
    enviarQuantasVezes: repeats ? schedule.enviarQuantasVezes : 2,
    shift: keyOf<DayShift>(dayShiftCodes, schedule.tipoDias),
    whatsappId: schedule.whatsappId ?? NONE,
    openTicket: schedule.openTicket === 'enabled',
    statusTicket: schedule.statusTicket,
    ticketUserId: schedule.ticketUserId ?? NONE,
    queueId: schedule.queueId ?? NONE,
    assinar: schedule.assinar,
    cancelOnReply: schedule.cancelOnReply,
    templateId: schedule.templateId ?? NONE,
    templateValues: schedule.templateValues,
  };
}

export const dayAndTime = (at: Date, timeZone: string) => ({
  day: localDay(at, timeZone),
  time: localTime(at, timeZone),
});

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
/** The chosen instant; undefined while the date or the time is incomplete. */
export const instantIn = ({ day, time }: Pick<ScheduleValues, 'day' | 'time'>, timeZone: string): Date | undefined =>
  /^\d{4}-\d\d-\d\d$/.test(day) && TIME.test(time) ? instantOf(`${day}T${time}`, timeZone) : undefined;

/** Whether the dates are those of the stored schedule: then they go on as they are, from where they began. */
export const hasSameDates = (values: ScheduleValues, before: ScheduleValues): boolean =>
  values.day === before.day &&
  values.time === before.time &&
  values.unit === before.unit &&
  (values.unit === 'never' || values.valorIntervalo === before.valorIntervalo) &&
  values.shift === before.shift;

/** What is sent to the API. An unchanged date is sent to the millisecond. */
export function draftFrom(values: ScheduleValues, sendAt: Date): ScheduleDraft {
  const { unit } = values;
  const repeats = unit !== 'never';
  return {
    contactId: values.contactId!,
    body: values.body.trim(),
    sendAt: sendAt.toISOString(),
    intervalo: intervalCodes[repeats ? unit : 'days'],
    valorIntervalo: repeats ? values.valorIntervalo : 0,
    enviarQuantasVezes: repeats ? values.enviarQuantasVezes : 1,
    tipoDias: dayShiftCodes[values.shift],
    whatsappId: values.whatsappId || null,
    openTicket: values.openTicket ? 'enabled' : 'disabled',
    statusTicket: values.statusTicket,
    ticketUserId: values.openTicket ? values.ticketUserId || null : null,
    queueId: values.openTicket ? values.queueId || null : null,
    assinar: values.assinar,
    cancelOnReply: values.cancelOnReply,
    templateId: values.templateId || null,
    templateValues: values.templateId ? values.templateValues : {},
  };
}

const keyOf = <K extends string>(codes: Record<K, number>, code: number): K =>
  (Object.keys(codes) as K[]).find((key) => codes[key] === code)!;
