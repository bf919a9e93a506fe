import {
  dayShiftCodes,
  intervalCodes,
  type Schedule,
  type ScheduleDraft as ScheduleDraftSchema,
  type ScheduleOccurrence,
} from '@balcao/contract/endpoints/schedules';
import { maskName } from '@balcao/domain/contact/mask';
import type { DayShift, IntervalUnit } from '@balcao/domain/schedule/recurrence';
import type { z } from 'zod';
import type { ScheduleRow } from '../../infrastructure/db/schema/schedules.ts';
import type { NextOccurrence, PastOccurrence } from './schedule-calendar.ts';
import type { ScheduleDraft } from './schedules.ts';
import type { FullSchedule } from './schedules.store.ts';

// Maps domain names to the names of the wire.

interface PresentOptions {
  masked: boolean;
  sign(key: string): string;
}
const NO_PICTURE = '/nopicture.svg';
const statuses = {
  pending: 'PENDENTE',
  sent: 'ENVIADA',
  failed: 'ERRO',
  cancelled: 'CANCELADA',
} as const satisfies Record<ScheduleRow['status'], Schedule['status']>;

const keyOf = <K extends string>(codes: Record<K, number>, code: number): K =>
  (Object.keys(codes) as K[]).find((key) => codes[key] === code)!;

export const parseSchedule = (draft: z.output<typeof ScheduleDraftSchema>): ScheduleDraft => ({
  body: draft.body,
  sendAt: new Date(draft.sendAt),
  contactId: draft.contactId,
  connectionId: draft.whatsappId ?? null,
  opensTicket: draft.openTicket === 'enabled',
  ticketStatus: draft.statusTicket,
  ticketUserId: draft.ticketUserId ?? null,
  queueId: draft.queueId ?? null,
  unit: keyOf<IntervalUnit>(intervalCodes, draft.intervalo),
  interval: draft.valorIntervalo,
  // A message that does not repeat is sent once, whatever the form says.
  count: draft.valorIntervalo === 0 ? 1 : draft.enviarQuantasVezes,
  shift: keyOf<DayShift>(dayShiftCodes, draft.tipoDias),
  isSigned: draft.assinar,
  cancelsOnReply: draft.cancelOnReply,
  templateId: draft.templateId ?? null,
  templateValues: draft.templateValues,
});

const presentContact = ({ contact }: FullSchedule, { masked, sign }: PresentOptions) =>
  contact && {
    id: contact.id,
    name: masked ? maskName(contact.name) : contact.name,
    urlPicture: contact.pictureKey === null ? NO_PICTURE : sign(contact.pictureKey),
  };
const presentConnection = ({ connection }: FullSchedule) =>
  connection && { id: connection.id, name: connection.name, channel: connection.channel };
const presentQueue = ({ queue }: FullSchedule) => queue && { id: queue.id, name: queue.name, color: queue.color };

export const presentSchedule = (row: FullSchedule, options: PresentOptions): Schedule => ({
  id: row.id,
  body: row.body,
  sendAt: (row.nextAt ?? row.lastDueAt ?? row.anchor).toISOString(),
  sentAt: row.sentAt?.toISOString() ?? null,
  status: statuses[row.status],
  error: row.lastError,
  contactId: row.contactId,
  contact: presentContact(row, options),
  userId: row.userId,
  user: row.user && { id: row.user.id, name: row.user.name },
  whatsappId: row.connectionId,
  whatsapp: presentConnection(row),
  openTicket: row.opensTicket ? 'enabled' : 'disabled',
  statusTicket: row.ticketStatus,
  ticketUserId: row.ticketUserId,
  ticketUser: row.ticketUser && { id: row.ticketUser.id, name: row.ticketUser.name },
  queueId: row.queueId,
  queue: presentQueue(row),
  intervalo: intervalCodes[row.unit],
  valorIntervalo: row.interval,
  enviarQuantasVezes: row.count,
  contadorEnvio: row.done,
  tipoDias: dayShiftCodes[row.shift],
  assinar: row.isSigned,
  ...(row.mediaKey === null
    ? { mediaPath: null, mediaName: null, mediaUrl: null }
    : { mediaPath: row.mediaName, mediaName: row.mediaName, mediaUrl: options.sign(row.mediaKey) }),
  cancelOnReply: row.cancelsOnReply,
  templateId: row.templateId,
  templateValues: row.templateValues,
  anchorAt: row.anchor.toISOString(),
  timeZone: row.timeZone,
  createdAt: row.createdAt.toISOString(),
});

const ofSchedule = (schedule: FullSchedule, options: PresentOptions) => ({
  scheduleId: schedule.id,
  count: schedule.count,
  repeats: schedule.interval > 0,
  body: schedule.body,
  contact: presentContact(schedule, options),
  userId: schedule.userId,
  queue: presentQueue(schedule),
  whatsapp: presentConnection(schedule),
  hasMedia: schedule.mediaKey !== null,
});

/** A message that the channel rejected later counts as failed. */
export function presentPast({ schedule, run }: PastOccurrence, options: PresentOptions): ScheduleOccurrence {
  const isRejected = run.state === 'sent' && run.delivery === 'failed';
  return {
    ...ofSchedule(schedule, options),
    run: run.n,
    at: run.dueAt.toISOString(),
    state: isRejected ? 'failed' : run.state,
    error: isRejected ? (run.failureCode ?? 'ERR_SENDING_WAPP_MSG') : run.error,
    lateSeconds: run.lateSeconds,
    ack: run.ack,
    movedFrom: null,
    position: null,
    isNext: false,
  };
}

export const presentNext = (
  { schedule, occurrence, position }: NextOccurrence,
  options: PresentOptions,
): ScheduleOccurrence => ({
  ...ofSchedule(schedule, options),
  run: null,
  at: occurrence.at.toISOString(),
  state: 'scheduled',
  error: null,
  lateSeconds: 0,
  ack: null,
  movedFrom: occurrence.movedFrom,
  position,
  isNext: position === schedule.done + 1,
});
