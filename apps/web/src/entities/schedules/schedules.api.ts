/** Scheduled messages: the dates of a range for the calendar, one schedule for its form, and changes. */
import type { Schedule, ScheduleChange, ScheduleDraft, ScheduleOccurrence } from '@balcao/contract/endpoints/schedules';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { api, invalidateModule } from '../../lib/api.ts';
import { downloadFile } from '../../lib/download-file.ts';
import { useRefetchOnTopic } from '../../lib/refetch-on-topic.ts';

export type { Schedule, ScheduleDraft, ScheduleOccurrence };
type Change = z.input<typeof ScheduleChange>;

export interface OccurrenceRange {
  /** YYYY-MM-DD, both included. */
  firstDay: string;
  lastDay: string;
  queueId: number | null;
  whatsappId: number | null;
}

/** The dates of a range; the former range stays until the new one is loaded, so that the calendar does not flicker. */
export function useOccurrences({ firstDay, lastDay, queueId, whatsappId }: OccurrenceRange) {
  useRefetchOnTopic('schedule', 'schedules');
  const query = {
    dateStart: firstDay,
    dateEnd: lastDay,
    ...(queueId === null ? {} : { queueId: String(queueId) }),
    ...(whatsappId === null ? {} : { whatsappId: String(whatsappId) }),
  };
  return useQuery({ ...api.schedules.occurrences.query({ query }), placeholderData: keepPreviousData });
}

/** Always fetched, because a form must not start from an outdated row. */
export function useSchedule(id: number | undefined) {
  return useQuery({
    ...api.schedules.show.query({ params: { id: id ?? 0 } }),
    enabled: id !== undefined,
    staleTime: 0,
    gcTime: 0,
    refetchOnReconnect: false,
  });
}

export const useSaveSchedule = () =>
  useChange(({ id, ...body }: { id?: number | undefined } & Change) =>
    id === undefined ? api.schedules.create({ body }) : api.schedules.update({ params: { id }, body }),
  );

export interface ScheduleMove {
  scheduleId: number;
  sendAt: string;
  /** To undo a move: the date that the others were counted from. */
  anchorAt?: string | undefined;
}
/** Moves the next date of a schedule; returns the schedule as it was. */
export const useMoveSchedule = () =>
  useChange(async ({ scheduleId: id, sendAt, anchorAt }: ScheduleMove): Promise<Schedule> => {
    const before = await api.schedules.show({ params: { id } });
    const body = { ...draftOf(before), sendAt, ...(anchorAt === undefined ? {} : { anchorAt }) };
    await api.schedules.update({ params: { id }, body });
    return before;
  });

/** The image, to be copied; undefined without one. Fetched anew, because a link in a list expires. */
export async function downloadScheduleFile(id: number): Promise<File | undefined> {
  const { mediaUrl, mediaName } = await api.schedules.show({ params: { id } });
  return mediaUrl === null ? undefined : downloadFile(mediaUrl, mediaName ?? '');
}

/** Replaces or removes the image. */
export const useChangeScheduleFile = () =>
  useChange(({ id, file }: { id: number; file: File | null }) =>
    file === null ? api.schedules.detach({ params: { id } }) : api.schedules.attach({ params: { id }, files: file }),
  );

export const useRemoveSchedule = () => useChange((id: number) => api.schedules.remove({ params: { id } }));

/** The fields that a change sends back. */
export const draftOf = (schedule: Schedule): ScheduleDraft => ({
  body: schedule.body,
  sendAt: schedule.sendAt,
  contactId: schedule.contactId,
  whatsappId: schedule.whatsappId,
  openTicket: schedule.openTicket,
  statusTicket: schedule.statusTicket,
  ticketUserId: schedule.ticketUserId,
  queueId: schedule.queueId,
  intervalo: schedule.intervalo,
  valorIntervalo: schedule.valorIntervalo,
  enviarQuantasVezes: schedule.enviarQuantasVezes,
  tipoDias: schedule.tipoDias,
  assinar: schedule.assinar,
  cancelOnReply: schedule.cancelOnReply,
  templateId: schedule.templateId,
  templateValues: schedule.templateValues,
});

function useChange<V, R>(change: (value: V) => Promise<R>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSuccess: () => invalidateModule(client, 'schedules') });
}
