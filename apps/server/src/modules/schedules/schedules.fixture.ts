import type { Schedule, ScheduleDraft, ScheduleOccurrence } from '@balcao/contract/endpoints/schedules';
import { expect } from 'vitest';
import type { startConnectedServer } from '../../../test/connected-server.ts';
import { freshToken } from '../../../test/fixtures/tenants.ts';
import { jobHandlers } from '../../wiring/job-handlers.ts';

export type ConnectedServer = Awaited<ReturnType<typeof startConnectedServer>>;

let contactCount = 0;
const nextNumber = () => `55009533${String(++contactCount).padStart(5, '0')}`;

/** A company with schedules in its plan, a customer, and helpers to schedule and look. */
export async function createScheduleCompany(service: ConnectedServer, settings: Record<string, string> = {}) {
  const company = await service.createConnectedCompany({ sendGreetingAccepted: 'disabled', ...settings });
  /** Request as admin, with a new token if the clock has moved. */
  const ask = (...args: Parameters<typeof company.admin.request>) =>
    service.server.withToken(freshToken(service.server, company.admin))(...args);
  const createContact = async (name = 'Helena Prado') => {
    const number = nextNumber();
    const answer = await ask('POST', '/contacts', { name, number });
    expect(answer.statusCode, answer.body).toBe(200);
    return { id: answer.json<{ id: number }>().id, number };
  };
  /** An hour from now, unless it is given. */
  const draft = (contactId: number, given: Partial<ScheduleDraft> = {}): ScheduleDraft => ({
    contactId,
    body: 'Sua armação chegou, {{firstName}}!',
    sendAt: new Date(+service.server.clock.now() + 3_600_000).toISOString(),
    ...given,
  });
  const create = async (contactId: number, given: Partial<ScheduleDraft> = {}): Promise<Schedule> => {
    const answer = await ask('POST', '/schedules', draft(contactId, given));
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<Schedule>();
  };
  const read = async (id: number) => (await ask('GET', `/schedules/${id}`)).json<Schedule>();
  const occurrences = async (dateStart: string, dateEnd: string, query = '') =>
    (await ask('GET', `/schedules/occurrences?dateStart=${dateStart}&dateEnd=${dateEnd}${query}`)).json<{
      occurrences: ScheduleOccurrence[];
      hasMore: boolean;
    }>().occurrences;
  const runs = async (id: number) =>
    (
      await service.server.asOwner.query<{ n: number; state: string; error: string | null; late_seconds: number }>(
        'select n, state, error, late_seconds from schedule_runs where schedule_id = $1 order by n',
        [id],
      )
    ).rows;
  return { ...company, ask, createContact, draft, create, read, occurrences, runs, delivered: service.contentsSentTo };
}

/** Runs the job that sends what is due; several runs at once simulate several nodes. */
export async function sweep({ server }: ConnectedServer, nodes = 1): Promise<void> {
  await Promise.all(Array.from({ length: nodes }, () => jobHandlers(server.modules, server)['schedule.sweep']({})));
}
