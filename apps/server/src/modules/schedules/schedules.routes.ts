import { endpoints } from '@balcao/contract';
import { handle } from '../../infrastructure/http/handle.ts';
import type { Schedules } from './schedules.ts';
import { parseSchedule, presentNext, presentPast, presentSchedule } from './schedules.wire.ts';

type Loaded = Awaited<ReturnType<Schedules['get']>>;

export const scheduleRoutes = (schedules: Schedules, sign: (key: string) => string) => {
  const present = ({ schedule, masked }: Loaded) => presentSchedule(schedule, { masked, sign });
  return handle('schedules', endpoints.schedules, {
    list: async ({ actor, query }) => {
      const { rows, masked, ...page } = await schedules.list(actor, {
        search: query.searchParam,
        contactId: query.contactId ?? null,
        userId: query.userId ?? null,
        page: query.pageNumber,
      });
      return { schedules: rows.map((schedule) => present({ schedule, masked })), ...page };
    },
    occurrences: async ({ actor, query }) => {
      const { past, next, timeZone, hasMore, masked } = await schedules.calendar(actor, {
        firstDay: query.dateStart,
        lastDay: query.dateEnd,
        queueId: query.queueId ?? null,
        connectionId: query.whatsappId ?? null,
      });
      const options = { masked, sign };
      const occurrences = [
        ...past.map((occurrence) => presentPast(occurrence, options)),
        ...next.map((occurrence) => presentNext(occurrence, options)),
      ].sort((a, b) => (a.at < b.at ? -1 : 1));
      return { occurrences, timeZone, hasMore };
    },
    show: async ({ actor, params }) => present(await schedules.get(actor, params.id)),
    create: async ({ actor, body }) => present(await schedules.create(actor, parseSchedule(body))),
    update: async ({ actor, params, body: { anchorAt, ...body } }) => {
      const anchor = anchorAt === undefined ? undefined : new Date(anchorAt);
      return present(await schedules.update(actor, params.id, parseSchedule(body), anchor));
    },
    remove: async ({ actor, params }) => {
      await schedules.remove(actor, params.id);
      return { message: 'Schedule deleted' };
    },
    attach: async ({ actor, params, file }) => {
      await schedules.attach(actor, params.id, file);
      return { mensagem: 'Arquivo Anexado' };
    },
    detach: async ({ actor, params }) => {
      await schedules.detach(actor, params.id);
      return { mensagem: 'Arquivo Excluído' };
    },
  });
};
