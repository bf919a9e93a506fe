import { z } from 'zod';
import { del, get, post, put } from '../kernel/endpoint.ts';
import { done, id, idParams, page, pageQuery, requiredText } from '../kernel/schemas.ts';

/** Id of a YouTube video. Anything else could lead the player elsewhere. */
export const VIDEO_ID = /^[A-Za-z0-9_-]{11}$/;

export const Help = z.object({ id, title: z.string(), description: z.string(), video: z.string() });
export type Help = z.infer<typeof Help>;

export const HelpDraft = z.object({
  title: requiredText(3, 100),
  description: requiredText(3, 500),
  video: z.string().trim().max(100).regex(VIDEO_ID),
});
export type HelpDraft = z.input<typeof HelpDraft>;

const manage = 'help.manage';

/** Videos that explain the product, the same for all companies. */
export const helps = {
  list: get('/helps', { query: pageQuery, reply: page('records', Help), access: 'help.read' }),
  pick: get('/helps/list', { reply: z.array(Help), access: 'help.read' }),
  show: get('/helps/:id', { params: idParams, reply: Help, access: 'help.read' }),
  create: post('/helps', { body: HelpDraft, reply: Help, access: manage }),
  update: put('/helps/:id', { params: idParams, body: HelpDraft, reply: Help, access: manage }),
  remove: del('/helps/:id', { params: idParams, reply: done, access: manage }),
};
