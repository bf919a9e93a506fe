import { z } from 'zod';
import { del, get, post, put } from '../kernel/endpoint.ts';
import { done, id, idParams, timestamp, page, pageQuery, plainText, requiredText } from '../kernel/schemas.ts';

/** A prepared text, inserted by its shortcode. */
export const QuickMessage = z.object({
  id,
  shortcode: z.string(),
  message: z.string(),
  /** Every user can change it. */
  geral: z.boolean(),
  /** Visible to every user; otherwise only to its author. */
  visao: z.boolean(),
  isMedia: z.boolean(),
  /** A signed URL. */
  mediaPath: z.string().nullable(),
  mediaName: z.string().nullable(),
  mediaType: z.string().nullable(),
  userId: id.nullable(),
  user: z.object({ id, name: z.string() }).nullable(),
  createdAt: timestamp,
});
export type QuickMessage = z.infer<typeof QuickMessage>;

export const QuickMessageDraft = z.object({
  shortcode: requiredText(1, 60),
  message: plainText(4096).default(''),
  geral: z.boolean().default(false),
  visao: z.boolean().default(true),
  isMedia: z.boolean().default(false),
});

export const quickMessages = {
  list: get('/quick-messages', { query: pageQuery, reply: page('records', QuickMessage), access: 'quick-reply.use' }),
  /** All quick replies that the user can read, for the picker. */
  pick: get('/quick-messages/list', { reply: z.array(QuickMessage), access: 'quick-reply.use' }),
  show: get('/quick-messages/:id', { params: idParams, reply: QuickMessage, access: 'quick-reply.use' }),
  create: post('/quick-messages', { body: QuickMessageDraft, reply: QuickMessage, access: 'quick-reply.use' }),
  update: put('/quick-messages/:id', {
    params: idParams,
    body: QuickMessageDraft,
    reply: QuickMessage,
    access: 'quick-reply.use',
  }),
  remove: del('/quick-messages/:id', { params: idParams, reply: done, access: 'quick-reply.use' }),
  attach: post('/quick-messages/:id/media-upload', {
    params: idParams,
    files: 'file',
    reply: z.object({ mensagem: z.string() }),
    access: 'quick-reply.use',
    rate: 'upload',
  }),
  detach: del('/quick-messages/:id/media-upload', {
    params: idParams,
    reply: z.object({ mensagem: z.string() }),
    access: 'quick-reply.use',
  }),
};
