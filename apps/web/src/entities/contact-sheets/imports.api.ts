/** Sheets of contacts on their way in: brought, looked at, started, followed, and taken back. */
import type { ContactImport, ContactImportBrief, SheetMapping } from '@balcao/contract/endpoints/contact-sheets';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { api, forget } from '../../lib/api.ts';
import { useEndless } from '../../lib/endless.ts';
import { useLive } from '../../lib/live.tsx';
import { lay } from '../../lib/news.ts';
import { upload } from '../../lib/upload.ts';

export type { ContactImport, ContactImportBrief, SheetMapping };

/** Something of the server's works on it now. */
export const isGoing = ({ status }: Pick<ContactImportBrief, 'status'>): boolean =>
  status === 'waiting' || status === 'running' || status === 'undoing';
/** Rows that became no contact, for whatever reason of their own. */
export const faultyRows = ({ counts }: Pick<ContactImportBrief, 'counts'>): number => counts.ignored + counts.invalid;

/** News comes by itself; this is for those that got lost on the way. */
const LOOK_AGAIN_MS = 2000;
const keyOf = (id: number) => api.contactSheets.show.key({ params: { id } });

export function useImport(id: number | undefined) {
  const client = useQueryClient();
  useLive('contactImport', ({ import: told }) => {
    if (told.id !== id) return;
    lay<ContactImport>(client, keyOf(id), (known) => ({ ...known, ...told }));
    // Its end has more to tell than the news does: the sheet of what went wrong.
    if (!isGoing(told)) void client.invalidateQueries({ queryKey: keyOf(id) });
  });
  return useQuery({
    ...api.contactSheets.show.query({ params: { id: id ?? 0 } }),
    enabled: id !== undefined,
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state }) => (state.data && isGoing(state.data) ? LOOK_AGAIN_MS : false),
  });
}

/** One's own, an admin's everybody's; newest first. */
export const useImports = () =>
  useEndless({
    key: api.contactSheets.list.key({}),
    page: (pageNumber, signal) => api.contactSheets.list({ query: { pageNumber } }, { signal }),
    rows: (page) => page.imports,
  });

/** The sheet goes up once and stays there until it is imported or forgotten. */
export function useBringSheet() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ file, onProgress }: { file: File; onProgress: (part: number) => void }) => {
      const form = new FormData();
      form.set('file', file);
      return upload<ContactImport>({ path: '/contact-imports', form, key: crypto.randomUUID(), onProgress });
    },
    onSuccess: (brought) => keep(client, brought),
  });
}

/** What would happen, page by page; nothing is changed by asking. */
export function useSheetPreview(id: number, mapping: SheetMapping) {
  return useInfiniteQuery({
    queryKey: ['contactSheets', 'preview', id, mapping],
    queryFn: ({ pageParam, signal }) =>
      api.contactSheets.preview({ params: { id }, body: { mapping, from: pageParam } }, { signal }),
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
  return useMutation({ mutationFn: change, onSuccess: (answered) => keep(client, answered) });
}

function keep(client: QueryClient, one: ContactImport): void {
  client.setQueryData(keyOf(one.id), one);
  void client.invalidateQueries({ queryKey: ['contactSheets', 'list'] });
}

/** It has come to its end: lists of sheets and of contacts are no longer what they were. */
export function forgetAfterImport(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: ['contactSheets', 'list'] });
  void forget(client, 'contacts');
  void forget(client, 'tags');
}

export const useImportFromPhone = () =>
  useMutation({
    mutationFn: ({ whatsappId, from }: { whatsappId: number; from: 'book' | 'chats' }) =>
      from === 'book'
        ? api.contactSheets.fromPhone({ body: { whatsappId } })
        : api.contactSheets.fromChats({ body: { whatsappId } }),
  });
