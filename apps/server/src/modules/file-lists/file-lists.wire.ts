import type { FileList, FileListBrief, FileListDraft } from '@balcao/contract/endpoints/files';
import type { z } from 'zod';
import type { CountedFileList } from './file-lists.store.ts';
import { typeOf, type FileListInput, type FullFileList } from './file-lists.ts';

// Maps domain names to the names of the wire.

export const presentFileListBrief = ({ id, name, message, userId, filesCount }: CountedFileList): FileListBrief => ({
  id,
  name,
  message,
  userId,
  filesCount,
});

export const presentFileList = ({ items, ...list }: FullFileList, sign: (key: string) => string): FileList => ({
  ...presentFileListBrief(list),
  options: items.map((item) => ({
    id: item.id,
    fileId: list.id,
    name: item.name,
    path: item.mediaKey === null ? null : sign(item.mediaKey),
    fileName: item.mediaName,
    mediaType: item.mediaKey === null ? null : typeOf(item.mediaMime),
    bytes: item.mediaBytes,
  })),
});

export const parseFileList = ({ options, ...fields }: z.output<typeof FileListDraft>): FileListInput => ({
  ...fields,
  items: options.map(({ id, name }) => ({ id: id ?? null, name })),
});
