import { endpoints } from '@balcao/contract';
import { handle } from '../../infrastructure/http/handle.ts';
import type { Announcements } from './announcements.ts';
import { parseAnnouncement, parseAnnouncementChange, presentAnnouncement } from './announcements.wire.ts';

export const announcementRoutes = (announcements: Announcements, sign: (key: string) => string) =>
  handle('announcements', endpoints.announcements, {
    list: async ({ actor, query: { searchParam: search, pageNumber: page, view } }) => {
      const { rows, ...rest } = await announcements.list(actor, { search, page, view });
      return { records: rows.map((row) => presentAnnouncement(row, sign)), ...rest };
    },
    show: async ({ actor, params }) => presentAnnouncement(await announcements.get(actor, params.id), sign),
    create: async ({ actor, body }) =>
      presentAnnouncement(await announcements.create(actor, parseAnnouncement(body)), sign),
    update: async ({ actor, params, body }) =>
      presentAnnouncement(await announcements.update(actor, params.id, parseAnnouncementChange(body)), sign),
    remove: async ({ actor, params }) => {
      await announcements.remove(actor, params.id);
      return { message: 'Announcement deleted' };
    },
    attach: async ({ actor, params, file }) => {
      await announcements.attach(actor, params.id, file);
      return { mensagem: 'Arquivo Anexado' };
    },
    detach: async ({ actor, params }) => {
      await announcements.detach(actor, params.id);
      return { mensagem: 'Arquivo Excluído' };
    },
    read: async ({ actor, params }) => {
      await announcements.read(actor, params.id);
      return { message: 'Announcement read' };
    },
    readAll: async ({ actor }) => {
      await announcements.readAll(actor);
      return { message: 'Announcements read' };
    },
  });
