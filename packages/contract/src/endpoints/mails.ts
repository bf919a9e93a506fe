import { z } from 'zod';
import { get } from '../kernel/endpoint.ts';
import { id, timestamp } from '../kernel/schemas.ts';

/** A mail that was kept because there is no mail server. */
export const StoredMail = z.object({
  id,
  kind: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  /** A whole page without scripts; to be shown in a sandboxed frame. */
  html: z.string(),
  createdAt: timestamp,
});
export type StoredMail = z.infer<typeof StoredMail>;

export const mails = {
  list: get('/mails', {
    reply: z.object({
      /** `send`: a mail server is configured. `keep`: mails can only be read here. `none`: no mail is sent. */
      mode: z.enum(['send', 'keep', 'none']),
      /** Mails that wait for the mail server, at most 10,000. */
      waiting: z.number(),
      waitingSince: timestamp.nullable(),
      /** What the mail server answered to the latest attempt that failed. */
      error: z.string().nullable(),
      /** The newest 100, for 24 hours. */
      mails: z.array(StoredMail),
    }),
    access: 'mail.read',
  }),
};
