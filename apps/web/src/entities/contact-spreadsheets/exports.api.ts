/** Contact export: requested, created by the server, then downloaded by the browser. */
import type { ContactExport } from '@balcao/contract/endpoints/contact-spreadsheets';
import { useMutation } from '@tanstack/react-query';
import type { ContactFilters } from '../contacts/contact-lists.ts';
import { api, ApiError } from '../../lib/api.ts';

const POLL_INTERVAL_MS = 700;

/** Resolves when the spreadsheet is ready. `signal` stops the waiting, not the export. */
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
      let contactExport: ContactExport = await api.contactSheets.export({
        body: {
          searchParam: search,
          contactTag: [...tagIds],
          ...(kind === 'group' ? { isGroup: true } : kind === undefined ? {} : { channel: kind }),
          withNumbers,
        },
      });
      while (contactExport.status === 'waiting' || contactExport.status === 'running') {
        onRows(contactExport.rows);
        await pause(signal);
        contactExport = await api.contactSheets.exported({ params: { id: contactExport.id } }, { signal });
      }
      if (contactExport.status === 'failed' || contactExport.url === null) throw new ApiError(500, 'ERR_INTERNAL');
      return contactExport.url;
    },
  });

const pause = (signal: AbortSignal) =>
  new Promise<void>((done, fail) => {
    const wait = setTimeout(done, POLL_INTERVAL_MS);
    signal.addEventListener('abort', () => {
      clearTimeout(wait);
      fail(new DOMException('Stopped', 'AbortError'));
    });
  });
