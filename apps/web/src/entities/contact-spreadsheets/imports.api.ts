/** Contact imports: upload, preview, start, progress, undo. */
import type {
  ContactImport,
  ContactImportBrief,
  SpreadsheetMapping,
} from '@balcao/contract/endpoints/contact-spreadsheets';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { api, invalidateModule } from '../../lib/api.ts';
import { useInfiniteList } from '../../lib/infinite-list.ts';
import { newKey } from '../../lib/new-key.ts';
import { useTopic } from '../../lib/topics.tsx';
import { patchCache } from '../../lib/cache-updates.ts';
import { upload } from '../../lib/upload.ts';

export type { ContactImport, ContactImportBrief, SpreadsheetMapping };

/** The server is working on it. */
export const isRunning = ({ status }: Pick<ContactImportBrief, 'status'>): boolean =>
  status === 'waiting' || status === 'running' || status === 'undoing';
/** Rows that became no contact, for any reason. */
export const skippedRows = ({ counts }: Pick<ContactImportBrief, 'counts'>): number => counts.ignored + counts.invalid;

/** Progress arrives by socket; polling covers lost messages. */
const POLL_INTERVAL_MS = 2000;
const keyOf = (id: number) => api.contactSheets.show.key({ params: { id } });

export function useImport(id: number | undefined) {
  const client = useQueryClient();
  useTopic('contactImport', ({ import: update }) => {
    if (update.id !== id) return;
    patchCache<ContactImport>(client, keyOf(id), (cached) => ({ ...cached, ...update }));
    // The finished import has more fields than the update, such as the spreadsheet of errors.
    if (!isRunning(update)) void client.invalidateQueries({ queryKey: keyOf(id) });
  });
  return useQuery({
    ...api.contactSheets.show.query({ params: { id: id ?? 0 } }),
    enabled: id !== undefined,
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? POLL_INTERVAL_MS : false),
  });
}

/** The user's own imports, for admins all; newest first. */
export const useImports = () =>
  useInfiniteList({
    key: api.contactSheets.list.key({}),
    page: (pageNumber, signal) => api.contactSheets.list({ query: { pageNumber } }, { signal }),
    rows: (page) => page.imports,
  });

/** Uploads the spreadsheet once; it stays until it is imported or expires. */
export function useUploadSpreadsheet() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ file, onProgress }: { file: File; onProgress: (part: number) => void }) => {
      const form = new FormData();
      form.set('file', file);
      return upload<ContactImport>({ path: '/contact-imports', form, key: newKey(), onProgress });
    },
    onSuccess: (uploaded) => cacheImport(client, uploaded),
  });
}

/** A dry run, page by page; nothing is changed. */
export function useImportPreview(id: number, mapping: SpreadsheetMapping, { updateNames = false } = {}) {
  return useInfiniteQuery({
    queryKey: ['contactSheets', 'preview', id, mapping, updateNames],
    queryFn: ({ pageParam, signal }) =>
      api.contactSheets.preview({ params: { id }, body: { mapping, updateNames, from: pageParam } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ rows }) => {
      const last = rows.at(-1)?.row;
      return last === undefined || rows.length < PAGE ? undefined : last + 1;
    },
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
}
const PAGE = 50;

type Start = Omit<Parameters<typeof api.contactSheets.start>[0]['body'], 'validate'> & { validate: boolean };
export const useStartImport = () =>
  useChange(({ id, ...body }: { id: number } & Start) => api.contactSheets.start({ params: { id }, body }));
export const useCancelImport = () => useChange((id: number) => api.contactSheets.cancel({ params: { id } }));
export const useUndoImport = () => useChange((id: number) => api.contactSheets.undo({ params: { id } }));

function useChange<V>(change: (value: V) => Promise<ContactImport>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSuccess: (answered) => cacheImport(client, answered) });
}

function cacheImport(client: QueryClient, contactImport: ContactImport): void {
  client.setQueryData(keyOf(contactImport.id), contactImport);
  void client.invalidateQueries({ queryKey: ['contactSheets', 'list'] });
}

/** The import has ended: the lists of imports and contacts are outdated. */
export function invalidateAfterImport(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: ['contactSheets', 'list'] });
  void invalidateModule(client, 'contacts');
  void invalidateModule(client, 'tags');
}

export const useImportFromPhone = () =>
  useMutation({
    mutationFn: ({ whatsappId, from }: { whatsappId: number; from: 'book' | 'chats' }) =>
      from === 'book'
        ? api.contactSheets.fromPhone({ body: { whatsappId } })
        : api.contactSheets.fromChats({ body: { whatsappId } }),
  });
