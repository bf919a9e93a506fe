import { addMonths } from '@balcao/domain/billing/due-date';
import { DAY_MS } from '@balcao/domain/kit/durations';
import { describe, expect, it } from 'vitest';
import type { TestServer } from '../../../test/server.ts';
import { shareServer } from '../../../test/shared-server.ts';
import { dayFromNow } from '../../../test/subscriptions.ts';
import { billing, startBillingServer } from './billing.fixture.ts';

let server: TestServer;
let given: Awaited<ReturnType<typeof billing>>;
shareServer(startBillingServer, async (started) => {
  server = started;
  given = await billing(server);
});

const mailsOf = async (companyId: number) =>
  (
    await server.asOwner.query<{ kind: string; about: string; address: string }>(
      'select kind, about, address from mails where company_id = $1 order by id',
      [companyId],
    )
  ).rows;
const remind = () => server.modules.billing.reminders.sendAll();

describe('mails about an invoice', () => {
  it('are sent at issue and on the days around the due day, each once', async () => {
    const { admin, invoice } = await given.createBilled({ daysLeft: 7 });
    try {
      // Hourly, from a week before the due day to ten days after it.
      for (let hour = 0; hour < 17 * 24; hour += 6) {
        await remind();
        server.clock.pass(DAY_MS / 4);
      }
    } finally {
      server.clock.set(new Date());
    }
    const mails = await mailsOf(admin.companyId);
    expect(mails.map(({ kind, about }) => `${kind} ${about.replace(invoice.number, '')}`.trim())).toEqual([
      'invoice-issued',
      'invoice-reminder  -5',
      'invoice-reminder  -1',
      'invoice-reminder  0',
      'invoice-reminder  1',
      'invoice-reminder  3',
      'invoice-reminder  7',
    ]);
    expect(mails.every(({ address }) => address === admin.email)).toBe(true);
  });

  it('end with the payment, which sends a receipt once', async () => {
    const { admin, invoice } = await given.createBilled({ daysLeft: 5 });
    await remind();
    await given.settle(admin, invoice);
    try {
      for (let day = 0; day < 8; day++) {
        server.clock.pass(DAY_MS);
        await remind();
      }
    } finally {
      server.clock.set(new Date());
    }
    expect((await mailsOf(admin.companyId)).map(({ kind }) => kind)).toEqual([
      'invoice-issued',
      'invoice-reminder',
      'receipt',
    ]);
    expect(await given.dueDayOf(admin)).toBe(addMonths(dayFromNow(server, 5), 1));
  });

  it('leave out reminders to a company that was deleted or deactivated', async () => {
    for (const change of ['is_active = false', 'is_active = false, delete_at = now()']) {
      const { admin } = await given.createBilled({ daysLeft: 1 });
      await server.asOwner.query(`update companies set ${change} where company_id = $1`, [admin.companyId]);
      await remind();
      expect((await mailsOf(admin.companyId)).map(({ kind }) => kind)).toEqual(['invoice-issued']);
    }
  });

  it('leave out reminders whose day is long past', async () => {
    const { admin } = await given.createBilled({ daysLeft: -60 });
    await remind();
    expect((await mailsOf(admin.companyId)).map(({ kind }) => kind)).toEqual(['invoice-issued']);
  });

  it('are not sent to a company without an address, nor for an invoice that costs nothing', async () => {
    const free = await server.createAdmin({ plan: { amountCents: 0 }, dueDate: new Date(Date.now() + DAY_MS) });
    await given.issue();
    expect(await mailsOf(free.companyId)).toEqual([]);
    const silent = await server.createAdmin({ plan: { amountCents: 100 }, dueDate: new Date(Date.now() + DAY_MS) });
    await server.asOwner.query('update companies set email = null where company_id = $1', [silent.companyId]);
    await given.issue();
    await remind();
    expect(await given.invoicesOf(silent)).toHaveLength(1);
    expect(await mailsOf(silent.companyId)).toEqual([]);
  });
});
