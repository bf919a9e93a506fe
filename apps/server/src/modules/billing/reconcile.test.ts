import { DAY_MS, MINUTE_MS } from '@balcao/domain/kit/durations';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { providerNames } from '../../gateways/payments/port.ts';
import { PAID, startPayments, type PaymentTest } from './payments.fixture.ts';

let test: PaymentTest;
beforeAll(async () => {
  test = await startPayments();
});
afterAll(() => test.stop());
beforeEach(async () => {
  await test.reset();
  await test.server.asOwner.query('update charges set next_check_at = null');
  for (const name of providerNames) await test.simulator.control.faults(name, { webhooks: { isLost: true } });
});

const reconciliation = () => test.server.modules.paymentServices.reconciliation;
/** Runs a test at a later time. */
async function after(ms: number, work: () => Promise<void>) {
  test.server.clock.pass(ms);
  await work().finally(() => test.server.clock.set(new Date()));
}
const nextChecks = async (companyId: number) =>
  (
    await test.server.asOwner.query(
      `select state, extract(epoch from next_check_at - created_at)::int as seconds from charges where company_id = $1`,
      [companyId],
    )
  ).rows;

describe('without any webhook', () => {
  it.each(providerNames)('a payment at %s is found by the status check', async (provider) => {
    const { admin, invoice, providerId } = await test.createCharge(provider);
    await test.simulator.control.pay(providerId);
    await reconciliation().checkDue();
    expect((await test.outcome(admin.companyId, invoice.id)).state).toBe('open');
    await after(61_000, () => reconciliation().checkDue());
    expect(await test.outcome(admin.companyId, invoice.id)).toEqual(PAID);
  });

  it.each(providerNames)('a payment at %s that only its statement shows is found there', async (provider) => {
    const { admin, invoice, providerId } = await test.createCharge(provider);
    await test.simulator.control.pay(providerId, { onlyInStatement: true });
    await after(61_000, async () => {
      await reconciliation().checkDue();
      expect((await test.outcome(admin.companyId, invoice.id)).state).toBe('open');
      await reconciliation().fetchStatements();
      expect(await test.outcome(admin.companyId, invoice.id)).toEqual(PAID);
      await reconciliation().fetchStatements();
    });
    expect(await test.outcome(admin.companyId, invoice.id)).toEqual(PAID);
  });

  it('charges of a provider that is down wait for the next run, one minute later', async () => {
    // More than are asked about at the same time.
    const charges = await Promise.all(Array.from({ length: 12 }, () => test.createCharge('stripe')));
    await test.simulator.control.faults('stripe', { calls: { status: 503 } });
    await after(11 * MINUTE_MS, async () => {
      await reconciliation().checkDue();
      const now = +test.server.clock.now();
      const { rows } = await test.server.asOwner.query<{ at: Date }>(
        'select next_check_at as at from charges where company_id = any($1)',
        [charges.map(({ admin }) => admin.companyId)],
      );
      const isSoon = ({ at }: { at: Date }) => Math.abs(+at - now - MINUTE_MS) < 10_000;
      expect(rows.filter(isSoon).length).toBeGreaterThanOrEqual(1);
    });
  });

  it('a refund is found in the statement', async () => {
    const { admin, invoice, providerId } = await test.createCharge('efi');
    const { paymentId } = await test.simulator.control.pay(providerId);
    await after(61_000, async () => {
      await reconciliation().checkDue();
      await test.simulator.control.refund(paymentId);
      await reconciliation().fetchStatements();
    });
    expect(await test.outcome(admin.companyId, invoice.id)).toEqual({ ...PAID, state: 'refunded', reversals: 1 });
  });

  it.each(providerNames)('a refund at %s is found when the payment is older than the statement', async (provider) => {
    const { admin, invoice, providerId } = await test.createCharge(provider);
    const { paymentId } = await test.simulator.control.pay(providerId);
    await after(61_000, () => reconciliation().checkDue());
    await test.simulator.control.refund(paymentId);
    await after(4.1 * DAY_MS, async () => {
      await reconciliation().fetchStatements();
      expect(await test.outcome(admin.companyId, invoice.id)).toEqual(PAID);
      await reconciliation().checkDue();
    });
    expect(await test.outcome(admin.companyId, invoice.id)).toEqual({ ...PAID, state: 'refunded', reversals: 1 });
  });

  it('money that belongs to no charge is held', async () => {
    const { admin, invoice, providerId, reference } = await test.createCharge('efi');
    await test.server.asOwner.query(`delete from directory where kind = 'charge' and company_id = $1`, [
      admin.companyId,
    ]);
    const { paymentId } = await test.simulator.control.pay(providerId);
    await after(1000, () => reconciliation().fetchStatements());
    expect((await test.outcome(admin.companyId, invoice.id)).state).toBe('open');
    const { held } = (await test.owner.request('GET', '/payments/to-check')).json();
    expect(held.find((entry: { paymentId: string }) => entry.paymentId === paymentId)).toMatchObject({
      provider: 'efi',
      company: null,
      invoiceNumber: null,
      reference,
      holdReason: 'no-charge',
    });
  });
});

describe('status checks', () => {
  it('come after 1, 2, 5, 10 and 30 minutes, and end a week after the expiry', async () => {
    const { admin } = await test.createCharge('efi');
    const seconds: number[] = [];
    for (const minutes of [0, 1, 2, 5, 10, 30]) {
      const [row] = await nextChecks(admin.companyId);
      seconds.push(row.seconds);
      if (minutes === 30) break;
      await after(row.seconds * 1000 + 500, () => reconciliation().checkDue());
    }
    expect(seconds).toEqual([60, 120, 300, 600, 1800, 3600]);
    await after(2 * 60 * MINUTE_MS, () => reconciliation().checkDue());
    expect(await nextChecks(admin.companyId)).toMatchObject([{ state: 'expired' }]);
    await after(8.1 * 24 * 60 * MINUTE_MS, () => reconciliation().checkDue());
    expect(await nextChecks(admin.companyId)).toEqual([{ state: 'expired', seconds: null }]);
  });

  it('find a PIX code that was paid after its expiry', async () => {
    const { admin, invoice, providerId } = await test.createCharge('efi');
    await after(2 * 60 * MINUTE_MS, () => reconciliation().checkDue());
    expect(await nextChecks(admin.companyId)).toMatchObject([{ state: 'expired' }]);
    await test.simulator.control.pay(providerId);
    await after(7 * 60 * MINUTE_MS, () => reconciliation().checkDue());
    expect(await test.outcome(admin.companyId, invoice.id)).toEqual(PAID);
  });

  it('of one provider that is down do not keep the others from theirs', async () => {
    const down = await test.createCharge('asaas');
    const up = await test.createCharge('stripe');
    await test.simulator.control.pay(up.providerId);
    await test.simulator.control.faults('asaas', { calls: { status: 503 } });
    await after(61_000, () => reconciliation().checkDue());
    expect(await test.outcome(up.admin.companyId, up.invoice.id)).toEqual(PAID);
    expect((await test.outcome(down.admin.companyId, down.invoice.id)).state).toBe('open');
  });
});
