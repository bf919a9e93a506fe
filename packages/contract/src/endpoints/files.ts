import { z } from 'zod';
import { del, get, post, put } from '../kernel/endpoint.ts';
import { done, id, idParams, optionalId, page, pageQuery, requiredText } from '../kernel/schemas.ts';

/** Every file of a list is sent to the customer, one after the other: more would be a flood. */
export const MAX_FILES_IN_LIST = 20;

const FileListItem = z.object({
  id,
  /** The list it belongs to. */
  fileId: id,
  /** What stands under the file when it is sent. */
  name: z.string(),
  /** A signed address, to be shown as it is; null until the file has come. */
  path: z.string().nullable(),
  fileName: z.string(),
  /** image, audio, video or document. */
  mediaType: z.string().nullable(),
  bytes: z.number(),
});
export type FileListItem = z.infer<typeof FileListItem>;

/** As lists and tellings show it. */
export const FileListBrief = z.object({
  id,
  name: z.string(),
  message: z.string(),
  userId: id.nullable(),
  filesCount: z.number(),
});
export type FileListBrief = z.infer<typeof FileListBrief>;
export const FileList = FileListBrief.extend({ options: z.array(FileListItem) });
export type FileList = z.infer<typeof FileList>;

export const FileListDraft = z.object({
  name: requiredText(3, 100),
  message: requiredText(1, 4096),
  /** The whole list in its order: what is not named any more is taken out, with its file. */
  options: z
    .array(z.object({ id: optionalId, name: requiredText(1, 200) }))
    .max(MAX_FILES_IN_LIST)
    .default([]),
});

export const fileLists = {
  list: get('/files', { query: pageQuery, reply: page('files', FileListBrief), access: 'file-list.manage' }),
  /** All of them, for pickers. */
  pick: get('/files/list', { reply: z.array(FileListBrief), access: 'file-list.manage' }),
  show: get('/files/:id', { params: idParams, reply: FileList, access: 'file-list.manage' }),
  create: post('/files', { body: FileListDraft, reply: FileList, access: 'file-list.manage' }),
  update: put('/files/:id', { params: idParams, body: FileListDraft, reply: FileList, access: 'file-list.manage' }),
  remove: del('/files/:id', { params: idParams, reply: done, access: 'file-list.manage' }),
  /** Several files; the fields `id` and `name` repeat in their order. A file without an id becomes a new one of the list. */
  upload: post('/files/uploadList/:id', {
    params: idParams,
    optionalFiles: 'files',
    reply: z.object({ mensagem: z.string() }),
    access: 'file-list.manage',
    rate: 'upload',
  }),
};
