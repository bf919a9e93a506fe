/** File lists: pages for their screen, one complete for its form, and uploads. */
import type { FileListDraft } from '@balcao/contract/endpoints/files';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { api, invalidateModule } from '../../lib/api.ts';
import { useInfiniteList } from '../../lib/infinite-list.ts';
import { newKey } from '../../lib/new-key.ts';
import { useRefetchOnTopic } from '../../lib/refetch-on-topic.ts';
import { upload } from '../../lib/upload.ts';

export function useFileListPages(search: string) {
  useRefetchOnTopic('file', 'fileLists');
  const query = { searchParam: search };
  return useInfiniteList({
    key: api.fileLists.list.key({ query }),
    page: (pageNumber, signal) => api.fileLists.list({ query: { ...query, pageNumber } }, { signal }),
    rows: (page) => page.files,
  });
}

/** Always fetched, because a form starts from it. */
export const useFileList = (id: number | undefined) =>
  useQuery({
    ...api.fileLists.show.query({ params: { id: id ?? 0 } }),
    enabled: id !== undefined,
    staleTime: 0,
    gcTime: 0,
  });

export const useSaveFileList = () =>
  useChange(({ id, ...body }: { id?: number | undefined } & z.input<typeof FileListDraft>) =>
    id === undefined ? api.fileLists.create({ body }) : api.fileLists.update({ params: { id }, body }),
  );
export const useRemoveFileList = () => useChange((id: number) => api.fileLists.remove({ params: { id } }));

/** One file at a time, so that each has its own progress. */
export function uploadListItem(
  listId: number,
  item: { id: number; name: string; file: File },
  onProgress: (part: number) => void,
): Promise<unknown> {
  const form = new FormData();
  const fields = { fileId: listId, typeArch: 'fileList', id: item.id, name: item.name, mediaType: item.file.type };
  // Fields precede the file, so that a server that streams the body has read them before the file.
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  form.set('files', item.file);
  return upload({ path: `/files/uploadList/${listId}`, form, key: newKey(), onProgress });
}

function useChange<V, R>(change: (value: V) => Promise<R>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSuccess: () => invalidateModule(client, 'fileLists') });
}
