import { z } from 'zod';
import { post } from '../kernel/endpoint.ts';
import { plainText } from '../kernel/schemas.ts';

const email = plainText(254).trim().toLowerCase();

/** People copy a code with spaces or in lower case. */
const token = plainText(40).transform((text) => text.replace(/[\s-]/g, '').toUpperCase());

/** A new password: stricter than that of the user form, because users choose it for themselves. */
export const NewPassword = plainText(50).refine(
  (text) => text.length >= 8 && /\p{Lu}/u.test(text) && /\p{Ll}/u.test(text) && /\p{Nd}/u.test(text),
  { params: { rule: 'weakPassword' } },
);

/** `status` is 404 on servers that reveal whether an e-mail is known. Here it is always 200. */
const Answer = z.object({ status: z.number(), message: z.string() });
const reset = z.object({ email, token, password: NewPassword });

export const passwordReset = {
  request: post('/forget-password', { body: z.object({ email }), reply: Answer, access: 'public', rate: 'recovery' }),
  /** With the address in the path, as older clients send it. Paths of these endpoints are redacted in every log. */
  requestByPath: post('/forget-password/:email', {
    params: z.object({ email }),
    reply: Answer,
    access: 'public',
    rate: 'recovery',
    alias: '/forgetpassword/:email',
  }),
  reset: post('/reset-password', { body: reset, reply: Answer, access: 'public', rate: 'recovery' }),
  resetByPath: post('/reset-password/:email/:token/:password', {
    params: reset,
    reply: Answer,
    access: 'public',
    rate: 'recovery',
    alias: '/resetpasswords/:email/:token/:password',
  }),
};
