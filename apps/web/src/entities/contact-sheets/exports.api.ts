/** Contacts going out as a sheet: asked for, made by the server, then fetched by the browser. */
import type { ContactExport } from '@balcao/contract/endpoints/contact-sheets';
import { useMutation } from '@tanstack/react-query';
import type { ContactFilters } from '../contacts/contact-lists.ts';
import { api, ApiError } from '../../lib/api.ts';

const LOOK_AGAIN_MS = 700;

/** Answers when the sheet is there to be fetched. `signal` stops the waiting, not the making. */
export const useExport = () =>
  useMutation({
    mutationFn: async ({
      filters: { search, tagIds, kind },
      withNumbers,
      signal,
      onRows,
    }: {
      filters: ContactFilters;
      withNumbers: boolean;
      signal: AbortSignal;
      onRows: (rows: number) => void;
    }): Promise<string> => {
      let sheet: ContactExport = await api.contactSheets.export({
        body: {
          searchParam: search,
          contactTag: [...tagIds],
          ...(kind === 'group' ? { isGroup: true } : kind === undefined ? {} : { channel: kind }),
          withNumbers,
        },
      });
      while (sheet.status === 'waiting' || sheet.status === 'running') {
        onRows(sheet.rows);
        await pause(signal);
        sheet = await api.contactSheets.exported({ params: { id: sheet.id } }, { signal });
      }
      if (sheet.status === 'failed' || sheet.url === null) throw new ApiError(500, 'ERR_INTERNAL');
      return sheet.url;
    },
  });

const pause = (signal: AbortSignal) =>
  new Promise<void>((done, fail) => {
    const wait = setTimeout(done, LOOK_AGAIN_MS);
    signal.addEventListener('abort', () => {
      clearTimeout(wait);
      fail(new DOMException('Stopped', 'AbortError'));
    });
  });
