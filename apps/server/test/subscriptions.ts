import { dateIn } from '@balcao/domain/hours/hours';
import { DAY_MS } from '@balcao/domain/kit/durations';
import type { TestServer } from './server.ts';

/** The time zone of test companies. */
export const TIME_ZONE = 'America/Sao_Paulo';
/** The day this number of days from now, `YYYY-MM-DD`. */
export const dayFromNow = (server: Pick<TestServer, 'clock'>, days: number): string =>
  dateIn(TIME_ZONE, new Date(+server.clock.now() + days * DAY_MS));

/** Sets the last day of the subscription; with a negative number it has expired. */
export const setDaysLeft = (server: TestServer, companyId: number, days: number) =>
  server.db.inCompany(companyId, async (tx) => {
    await server.modules.companies.lock(tx);
    await server.modules.companies.subscriptionEntries.add(tx, {
      kind: 'set',
      day: dayFromNow(server, days),
      at: server.clock.now(),
    });
  });
