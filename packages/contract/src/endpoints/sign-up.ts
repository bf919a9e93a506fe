import { z } from 'zod';
import { get, post } from '../kernel/endpoint.ts';
import { done, plainText, requiredText } from '../kernel/schemas.ts';
import { email, password } from './access.ts';
import { CompanyWithPlan } from './companies.ts';

/** Digits only, with the area code. */
const phone = z.string().regex(/^\d{0,15}$/);

/** Plans belong to the platform; forms may send the id as text. */
const planId = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,9}$/)
      .transform(Number),
  ])
  .pipe(z.number().int().min(1).max(999_999_999));

/** Body of the sign-up form. Days of the trial, recurrence and state are the server's; a company id is ignored. */
export const SignUpDraft = z.object({
  companyName: requiredText(2, 100),
  name: requiredText(2, 50),
  email,
  password,
  phone: phone.default(''),
  planId,
  /** The solved puzzle as JSON text; required over HTTPS. */
  puzzle: plainText(2000).optional(),
});

const PuzzleParameters = z.object({
  algorithm: z.string(),
  nonce: z.string(),
  salt: z.string(),
  cost: z.number(),
  keyLength: z.number(),
  keyPrefix: z.string(),
  keySignature: z.string().optional(),
  expiresAt: z.number().optional(),
});

export const signUp = {
  /** A proof of work that the browser solves while the form is filled in. Nothing is stored. */
  puzzle: get('/auth/signup/puzzle', {
    reply: z.object({ parameters: PuzzleParameters, signature: z.string() }),
    access: 'public',
  }),
  create: post('/auth/signup', {
    body: SignUpDraft,
    /** Without `emailConfirmed` a mail with a link is on its way. */
    reply: CompanyWithPlan.extend({ emailConfirmed: z.boolean() }),
    access: 'public',
    rate: 'sign-up',
  }),
  /** The token of the link in the mail; it works once. */
  confirmEmail: post('/auth/confirm-email', {
    body: z.object({ token: plainText(200).min(1) }),
    reply: done,
    access: 'public',
    rate: 'recovery',
  }),
  /** Sends the mail again. The former link no longer works. */
  resendConfirmation: post('/auth/confirm-email/resend', {
    reply: done,
    access: 'settings.manage',
    rate: 'sign-up',
    whenOverdue: true,
  }),
};
