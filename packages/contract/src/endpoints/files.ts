import { z } from 'zod';
import { del, get, post, put } from '../kernel/endpoint.ts';
import { done, id, idParams, optionalId, page, pageQuery, requiredText } from '../kernel/schemas.ts';

/** Every file of a list is sent to the customer, one after the other. */
export const MAX_FILES_IN_LIST = 20;

const FileListItem = z.object({
  id,
  /** The list of the file. */
  fileId: id,
  /** Caption of the file. */
  name: z.string(),
  /** A signed URL; null until the file is uploaded. */
  path: z.string().nullable(),
  fileName: z.string(),
  /** image, audio, video or document. */
  mediaType: z.string().nullable(),
  bytes: z.number(),
});
export type FileListItem = z.infer<typeof FileListItem>;

/** As shown in lists and socket messages. */
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
  /** The complete list in its order. Omitted items are removed together with their files. */
  options: z
    .array(z.object({ id: optionalId, name: requiredText(1, 200) }))
    .max(MAX_FILES_IN_LIST)
    .default([]),
});

export const fileLists = {
  list: get('/files', { query: pageQuery, reply: page('files', FileListBrief), access: 'file-list.manage' }),
  /** All lists, for selection. */
  pick: get('/files/list', { reply: z.array(FileListBrief), access: 'file-list.manage' }),
  show: get('/files/:id', { params: idParams, reply: FileList, access: 'file-list.manage' }),
  create: post('/files', { body: FileListDraft, reply: FileList, access: 'file-list.manage' }),
  update: put('/files/:id', { params: idParams, body: FileListDraft, reply: FileList, access: 'file-list.manage' }),
  remove: del('/files/:id', { params: idParams, reply: done, access: 'file-list.manage' }),
  /** Several files; the fields `id` and `name` repeat in the same order. A file without an id becomes a new item. */
  upload: post('/files/uploadList/:id', {
    params: idParams,
    optionalFiles: 'files',
    reply: z.object({ mensagem: z.string() }),
    access: 'file-list.manage',
    rate: 'upload',
  }),
};
