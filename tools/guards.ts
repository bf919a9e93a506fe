/**
 * Every guard of the server, the mutation that removes it, and the test that must fail then. Read by mutate-guards.ts.
 */

import { http, rights, sessions } from './guards/access.ts';
import { ai, calls, campaigns, schedules } from './guards/automation.ts';
import type { Guard } from './guards/guard.ts';
import { insight, team } from './guards/insight.ts';
import { companies, payments } from './guards/payments.ts';
import { accounts, tenancy } from './guards/tenancy.ts';

export type { Guard } from './guards/guard.ts';
export { OPEN_TABLE } from './guards/tenancy.ts';

export const guards: Guard[] = [
  ...http,
  ...sessions,
  ...rights,
  ...tenancy,
  ...accounts,
  ...ai,
  ...calls,
  ...schedules,
  ...insight,
  ...team,
  ...campaigns,
  ...payments,
  ...companies,
];
