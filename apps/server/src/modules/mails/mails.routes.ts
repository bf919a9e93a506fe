import { endpoints } from '@balcao/contract';
import { handle } from '../../infrastructure/http/handle.ts';
import type { Mails } from './mails.ts';
import { presentStoredMail } from './mails.wire.ts';

export const mailRoutes = (mails: Mails) =>
  handle('mails', endpoints.mails, {
    list: async () => {
      const { mode, count, since, error } = await mails.status();
      return {
        mode,
        waiting: count,
        waitingSince: since?.toISOString() ?? null,
        error,
        mails: (await mails.stored()).flatMap(presentStoredMail),
      };
    },
  });
