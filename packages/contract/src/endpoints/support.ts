import { z } from 'zod';
import { get, post } from '../kernel/endpoint.ts';
import { companyParams, done, requiredText, timestamp } from '../kernel/schemas.ts';

/** A super user opened the company to help. */
export const SupportAccess = z.object({
  id: z.uuid(),
  /** Name of the super user at that time. */
  userName: z.string(),
  reason: z.string(),
  startedAt: timestamp,
  /** Null while it is active. */
  endedAt: timestamp.nullable(),
});
export type SupportAccess = z.infer<typeof SupportAccess>;

const SupportToken = z.object({
  /** Only for the memory of the support window; there is no cookie for it. */
  token: z.string(),
  expiresAt: timestamp,
});
export const StartedSupport = SupportToken.extend({
  id: z.uuid(),
  company: z.string(),
  /** The token can be renewed until then. */
  endsAt: timestamp,
});
export type StartedSupport = z.infer<typeof StartedSupport>;
export const SupportDraft = z.object({ reason: requiredText(5, 300) });

export const support = {
  /** Whether the company allows it, and its last 100 accesses, newest first. */
  show: get('/companies/:companyId/support', {
    params: companyParams,
    reply: z.object({ allowed: z.boolean(), accesses: z.array(SupportAccess) }),
    access: 'company.manage',
  }),
  start: post('/companies/:companyId/support', {
    params: companyParams,
    body: SupportDraft,
    reply: StartedSupport,
    access: 'company.manage',
    status: 201,
  }),
  /** The last 100 accesses to the caller's company, newest first. */
  list: get('/support-accesses', {
    reply: z.object({ accesses: z.array(SupportAccess) }),
    access: 'settings.manage',
    whenOverdue: true,
  }),
  /** Only from within support access, during its hour. */
  renew: post('/support-accesses/renew', {
    reply: SupportToken,
    access: 'session.use',
    support: true,
    whenOverdue: true,
  }),
  /** By the super user from within it, or by an admin of the company. */
  end: post('/support-accesses/:id/end', {
    params: z.object({ id: z.uuid() }),
    reply: done,
    access: 'settings.manage',
    support: true,
    whenOverdue: true,
  }),
};
