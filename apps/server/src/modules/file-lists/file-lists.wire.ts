import type { FileList, FileListBrief, FileListDraft } from '@balcao/contract/endpoints/files';
import type { z } from 'zod';
import type { CountedFileList } from './file-lists.store.ts';
import { typeOf, type FileListWords, type WholeFileList } from './file-lists.ts';

// Our words on the inside, the wire's words on the outside.

export const showFileListBrief = ({ id, name, message, userId, filesCount }: CountedFileList): FileListBrief => ({
  id,
  name,
  message,
  userId,
  filesCount,
});

export const showFileList = ({ items, ...list }: WholeFileList, sign: (key: string) => string): FileList => ({
  ...showFileListBrief(list),
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

export const readFileList = ({ options, ...words }: z.output<typeof FileListDraft>): FileListWords => ({
  ...words,
  items: options.map(({ id, name }) => ({ id: id ?? null, name })),
});
