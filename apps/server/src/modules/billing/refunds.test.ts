import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { caseCounts } from '../../../test/case-counts.ts';
import { providerNames, type ProviderName } from '../../gateways/payments/port.ts';
import { PAID, startPayments, type PaymentTest } from './payments.fixture.ts';

let test: PaymentTest;
beforeAll(async () => {
  test = await startPayments();
});
afterAll(() => test.stop());
beforeEach(() => test.reset());

const newKey = () => randomBytes(16).toString('hex');
const reason = 'O cliente pagou duas vezes';
async function paid(provider: ProviderName, cents?: number) {
  const created = await test.createCharge(provider);
  const { paymentId } = await test.simulator.control.pay(created.providerId, cents === undefined ? {} : { cents });
  await test.processWebhooks();
  const path = `/payments/ledger/${provider}/${paymentId}`;
  return {
    ...created,
    apply: ({ companyId, ...body }: { companyId: number; invoiceId: number; reason: string }) =>
      test.owner.request('POST', `/companies/${companyId}/payments/${provider}/${paymentId}/apply`, body),
    paymentId,
    path,
    act: (act: string, body: object) => test.owner.request('POST', `${path}/${act}`, body),
  };
}

describe.each(providerNames)('money of %s', (provider) => {
  it('is returned once per key, in part and then in full', async () => {
    const { admin, invoice, act } = await paid(provider);
    const part = { cents: 990, key: newKey(), reason };
    expect((await act('refund', part)).json()).toMatchObject({ outcome: 'done', entry: { refundedCents: 990 } });
    expect((await act('refund', part)).json()).toMatchObject({ outcome: 'done', entry: { refundedCents: 990 } });
    expect(await test.outcome(admin.companyId, invoice.id)).toEqual(PAID);
    const rest = { key: newKey(), reason };
    expect((await act('refund', rest)).json()).toMatchObject({ outcome: 'done', entry: { refundedCents: 9990 } });
    expect((await act('refund', rest)).json()).toMatchObject({ outcome: 'done', entry: { refundedCents: 9990 } });
    await test.processWebhooks();
    expect(await test.outcome(admin.companyId, invoice.id)).toEqual({ ...PAID, state: 'refunded', reversals: 1 });
  });

  it('that is held is returned to the payer', async () => {
    const { admin, invoice, act } = await paid(provider, 500);
    const returned = await act('return', { reason });
    expect(returned.json()).toMatchObject({
      outcome: 'done',
      entry: { state: 'returned', refundedCents: 500, reason, holdReason: null },
    });
    expect((await act('return', { reason })).json()).toMatchObject({ outcome: 'done' });
    expect((await act('refund', { key: newKey(), reason })).json()).toMatchObject({ error: 'ERR_PAYMENT_STATE' });
    expect(await test.outcome(admin.companyId, invoice.id)).toMatchObject({ state: 'open', extensions: 0 });
  });
});

describe('held money', () => {
  it('is applied to an open invoice, whatever its amount, and then counts as its payment', async () => {
    const { admin, invoice, apply, paymentId } = await paid('efi', 9000);
    const body = { companyId: admin.companyId, invoiceId: invoice.id, reason: 'Desconto combinado por telefone' };
    expect((await apply(body)).json()).toMatchObject({ state: 'applied', reason: body.reason });
    expect(await test.outcome(admin.companyId, invoice.id)).toEqual(PAID);
    expect((await apply(body)).json()).toMatchObject({ error: expect.stringMatching(/^ERR_(PAYMENT|INVOICE)/) });
    await test.simulator.control.refund(paymentId);
    await test.processWebhooks();
    expect(await test.outcome(admin.companyId, invoice.id)).toEqual({ ...PAID, state: 'refunded', reversals: 1 });
  });

  it('is applied to an invoice of another company, which a later refund then concerns', async () => {
    const { admin, invoice, apply, paymentId } = await paid('stripe', 100);
    const other = await test.server.createAdmin();
    const target = await test.openInvoice(other, { cents: 100 });
    await apply({ companyId: other.companyId, invoiceId: target.id, reason });
    expect(await test.outcome(other.companyId, target.id)).toEqual(PAID);
    await test.simulator.control.refund(paymentId);
    await test.processWebhooks();
    expect((await test.outcome(other.companyId, target.id)).state).toBe('refunded');
    expect(await test.outcome(admin.companyId, invoice.id)).toMatchObject({ state: 'open', reversals: 0 });
  });

  it('is not applied to an invoice that is paid, or does not exist', async () => {
    const { admin, invoice, apply } = await paid('efi', 1);
    expect((await apply({ companyId: admin.companyId, invoiceId: 999_999, reason })).json()).toMatchObject({
      error: 'ERR_NO_INVOICE_FOUND',
    });
    await test.server.asOwner.query(`update invoices set state = 'void' where company_id = $1`, [admin.companyId]);
    const body = { companyId: admin.companyId, invoiceId: invoice.id, reason };
    expect((await apply(body)).json()).toMatchObject({ error: 'ERR_INVOICE_NOT_OPEN' });
  });

  it.each(['open', 'lost'] as const)(
    'is not applied while its dispute is %s: the money may be gone',
    async (dispute) => {
      const { admin, invoice, apply, paymentId } = await paid('stripe', 500);
      await test.simulator.control.dispute(paymentId, dispute);
      await test.processWebhooks();
      expect((await apply({ companyId: admin.companyId, invoiceId: invoice.id, reason })).json()).toMatchObject({
        error: 'ERR_PAYMENT_NOT_APPLICABLE',
      });
      expect(await test.outcome(admin.companyId, invoice.id)).toMatchObject({ state: 'open', extensions: 0 });
    },
  );

  it('in another currency is not applied: its cents are not those of the invoice', async () => {
    const { admin, invoice, providerId } = await test.createCharge('stripe');
    const { paymentId } = await test.simulator.control.pay(providerId, { currency: 'USD' });
    await test.processWebhooks();
    const body = { invoiceId: invoice.id, reason };
    const url = `/companies/${admin.companyId}/payments/stripe/${paymentId}/apply`;
    expect((await test.owner.request('POST', url, body)).json()).toMatchObject({ error: 'ERR_PAYMENT_NOT_APPLICABLE' });
    expect(await test.outcome(admin.companyId, invoice.id)).toMatchObject({ state: 'open', ledger: ['held'] });
  });

  it('that belongs to no charge is taken back by a refund long after it was applied', async () => {
    const { admin, invoice, providerId } = await test.createCharge('mercadopago');
    await test.server.asOwner.query(`delete from directory where kind = 'charge' and company_id = $1`, [
      admin.companyId,
    ]);
    const { paymentId } = await test.simulator.control.pay(providerId);
    await test.server.modules.paymentServices.reconciliation.fetchStatements();
    // As for a payment that another program of the account asked for.
    await test.server.asOwner.query('update payment_ledger set reference = null where payment_id = $1', [paymentId]);
    const url = `/companies/${admin.companyId}/payments/mercadopago/${paymentId}/apply`;
    const applied = await test.owner.request('POST', url, { invoiceId: invoice.id, reason });
    expect(applied.json()).toMatchObject({ state: 'applied' });
    await test.simulator.control.idle();
    await test.server.asOwner.query('delete from payment_inbox');
    await test.simulator.control.refund(paymentId);
    await test.processWebhooks();
    const { rows } = await test.server.asOwner.query('select distinct state from payment_inbox');
    expect(rows).toEqual([{ state: 'done' }]);
    expect(await test.outcome(admin.companyId, invoice.id)).toEqual({ ...PAID, state: 'refunded', reversals: 1 });
  });

  it.each(['its own company', 'no company'])(
    'of %s that is refunded while it is applied takes the months back',
    async (of) => {
      const { admin, invoice, apply, paymentId } = await paid('stripe', 500);
      if (of === 'no company')
        await test.server.asOwner.query('update payment_ledger set company_id = null where payment_id = $1', [
          paymentId,
        ]);
      await test.simulator.control.refund(paymentId);
      await test.simulator.control.idle();
      const blocker = new pg.Client({ connectionString: test.server.ownerUrl });
      await blocker.connect();
      const waiting = (count: number) =>
        vi.waitFor(async () => {
          const { rows } = await test.server.asOwner.query<{ count: number }>(
            `select count(*)::int as count from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock' and query like '%payment_ledger%for update'`,
          );
          expect(rows[0]!.count).toBe(count);
        }, 5000);
      try {
        await blocker.query('begin');
        await blocker.query('select from payment_ledger where payment_id = $1 for update', [paymentId]);
        const applying = apply({ companyId: admin.companyId, invoiceId: invoice.id, reason });
        await waiting(1);
        const refunding = test.server.modules.paymentServices.inbox.sweep();
        await waiting(2);
        await blocker.query('rollback');
        expect((await applying).json()).toMatchObject({ state: 'applied' });
        await refunding;
      } finally {
        await blocker.end();
      }
      expect(await test.outcome(admin.companyId, invoice.id)).toEqual({ ...PAID, state: 'refunded', reversals: 1 });
    },
  );
});

describe('a refund', () => {
  it('that the provider refuses shows its words and changes nothing', async () => {
    const { admin, invoice, act } = await paid('asaas');
    await test.simulator.control.faults('asaas', { calls: { status: 400, path: '/refund' } });
    expect((await act('refund', { key: newKey(), reason })).json()).toMatchObject({
      outcome: 'refused',
      message: 'Erro 400',
      entry: { refundedCents: 0 },
    });
    expect(await test.outcome(admin.companyId, invoice.id)).toEqual(PAID);
  });

  it('whose answer was lost is sent again with the same key, and carried out once', async () => {
    const { act } = await paid('stripe');
    await test.simulator.control.faults('stripe', { calls: { losesResponse: true, times: 1, path: '/v1/refunds' } });
    const body = { cents: 500, key: newKey(), reason };
    expect((await act('refund', body)).json()).toMatchObject({ outcome: 'unknown' });
    await test.simulator.control.faults('stripe', {});
    expect((await act('refund', body)).json()).toMatchObject({ outcome: 'done', entry: { refundedCents: 500 } });
  });

  it('that was made is reported as done, also when its effect cannot be read yet', async () => {
    const { act } = await paid('stripe');
    await test.simulator.control.faults('stripe', { calls: { status: 400, path: '/v1/checkout/sessions' } });
    const body = { cents: 500, key: newKey(), reason };
    expect((await act('refund', body)).json()).toMatchObject({ outcome: 'done', entry: { refundedCents: 0 } });
    await test.simulator.control.faults('stripe', {});
    expect((await act('refund', body)).json()).toMatchObject({ outcome: 'done', entry: { refundedCents: 500 } });
  });

  it('is for super users only, like everything about payments', async () => {
    const { admin, paymentId, path } = await paid('efi');
    const agent = await test.server.createAgent(admin.companyId);
    for (const caller of [admin, agent])
      for (const [method, url, body] of [
        ['POST', `${path}/refund`, { key: newKey(), reason }],
        ['POST', `${path}/return`, { reason }],
        ['POST', `/companies/${admin.companyId}/payments/efi/${paymentId}/apply`, { invoiceId: 1, reason }],
        ['GET', '/payments/ledger', undefined],
        ['GET', '/payments/to-check', undefined],
        ['GET', '/payments/providers', undefined],
        ['POST', '/payments/providers/efi/test', undefined],
        ['POST', '/payments/providers/efi/webhook', undefined],
        ['GET', '/sandbox/bank', undefined],
        ['POST', '/sandbox/bank/pay', { chargeId: paymentId }],
      ] as const)
        expect((await caller.request(method, url, body)).statusCode, url).toBe(403);
  });
});

describe('the ledger', () => {
  it('is paged from the newest, and found by invoice number or payment id', async () => {
    await test.server.asOwner.query('delete from payment_ledger');
    await test.server.asOwner.query(
      `insert into payment_ledger (provider, payment_id, invoice_number, cents, currency, paid_at, state)
       select 'efi', 'E' || n, '2025-' || lpad(n::text, 6, '0'), n, 'BRL',
              now() - make_interval(hours => n / 2), case when n % 2 = 0 then 'applied' else 'held' end
         from generate_series(1, 65) n`,
    );
    const seen: string[] = [];
    for (let next: string | null = ''; next !== null;) {
      const page: { entries: { paymentId: string }[]; next: string | null } = (
        await test.owner.request('GET', `/payments/ledger${next && `?before=${next}`}`)
      ).json();
      seen.push(...page.entries.map(({ paymentId }) => paymentId));
      next = page.next;
    }
    expect(seen).toHaveLength(65);
    expect(new Set(seen).size).toBe(65);
    const count = async (query: string) =>
      (await test.owner.request('GET', `/payments/ledger?${query}`)).json().entries.length;
    expect(await count('searchParam=2025-00001')).toBe(10);
    expect(await count('searchParam=E7')).toBe(1);
    expect(await count('searchParam=%25')).toBe(0);
    expect(await count('provider=stripe')).toBe(0);
    expect(await count('state=held')).toBe(30);
    expect((await test.owner.request('GET', '/payments/ledger?before=abc')).statusCode).toBe(400);
    await test.server.asOwner.query('delete from payment_ledger');
  });

  it(
    'repeats and misses no entry whatever is added and removed between its pages [PB-19]',
    { timeout: 600_000 },
    async () => {
      /** Minutes ago; few values, so that many entries have the same time. */
      const entry = fc.integer({ min: 0, max: 6 });
      const step = fc.record({
        added: fc.array(entry, { maxLength: 6 }),
        removed: fc.array(fc.nat(), { maxLength: 6 }),
      });
      const start = Date.UTC(2026, 10, 19);
      let count = 0;
      const insert = async (minutes: number[]): Promise<string[]> => {
        const ids = minutes.map(() => `P${++count}`);
        await test.server.asOwner.query(
          `insert into payment_ledger (provider, payment_id, cents, currency, paid_at, state)
         select 'efi', id, 100, 'BRL', at, 'held' from unnest($1::text[], $2::timestamptz[]) as e (id, at)`,
          [ids, minutes.map((minute) => new Date(start - minute * 60_000))],
        );
        return ids;
      };
      const run = async (first: number[], steps: { added: number[]; removed: number[] }[]) => {
        await test.server.asOwner.query('delete from payment_ledger');
        const throughout = new Set(await insert(first));
        const seen: string[] = [];
        let next: string | null = '';
        for (let page = 0; next !== null; page++) {
          const answer: { entries: { paymentId: string }[]; next: string | null } = (
            await test.owner.request('GET', `/payments/ledger${next && `?before=${next}`}`)
          ).json();
          seen.push(...answer.entries.map(({ paymentId }) => paymentId));
          next = answer.next;
          const { added, removed } = steps[page] ?? { added: [], removed: [] };
          await insert(added);
          const present = [...throughout];
          const gone = removed.flatMap((n) => present[n % Math.max(present.length, 1)] ?? []);
          await test.server.asOwner.query('delete from payment_ledger where payment_id = any($1)', [gone]);
          for (const id of gone) throughout.delete(id);
        }
        expect(new Set(seen).size).toBe(seen.length);
        expect([...throughout].filter((id) => !seen.includes(id))).toEqual([]);
      };
      await fc.assert(
        fc.asyncProperty(
          fc.array(entry, { minLength: 25, maxLength: 100 }),
          fc.array(step, { minLength: 1, maxLength: 4 }),
          run,
        ),
        { numRuns: caseCounts(10_000), seed: Number(process.env['TEST_SEED']) },
      );
      await test.server.asOwner.query('delete from payment_ledger');
    },
  );

  it('names the companies of a page with one statement, and none that was purged', async () => {
    const admins = [await test.server.createAdmin(), await test.server.createAdmin()];
    const ids = [...admins.map(({ companyId }) => companyId), 2_000_000_000];
    await test.server.asOwner.query('delete from payment_ledger');
    await test.server.asOwner.query(
      `insert into payment_ledger (provider, payment_id, company_id, cents, currency, paid_at, state)
       select 'efi', 'N' || n, id, 100, 'BRL', now() - make_interval(mins => n::int), 'held'
         from unnest($1::int[]) with ordinality as c (id, n)`,
      [ids],
    );
    const { rows } = await test.server.asOwner.query<{ name: string }>(
      'select name from companies where company_id = any($1) order by company_id',
      [ids],
    );
    const query = vi.spyOn(test.server.db.pool, 'query');
    const { entries } = await test.server.modules.paymentServices.ledger.list({
      before: undefined,
      provider: undefined,
      state: undefined,
      search: '',
    });
    const statements = query.mock.calls.map(([statement]) => (statement as unknown as { name: string }).name);
    // The server's own work goes on meanwhile.
    expect(statements.filter((name) => name.startsWith('payment-ledger.'))).toEqual([
      'payment-ledger.page',
      'payment-ledger.company-names',
    ]);
    query.mockRestore();
    expect(entries.map(({ companyName }) => companyName)).toEqual([...rows.map(({ name }) => name), null]);
    await test.server.asOwner.query('delete from payment_ledger');
  });

  it('name their companies for super users only', async () => {
    const admin = await test.server.createAdmin();
    const { rows } = await test.server.asOwner.query<{ name: string }>(
      'select name from companies where company_id = $1',
      [admin.companyId],
    );
    await test.server.asOwner.query(
      `insert into payment_ledger (provider, payment_id, company_id, cents, currency, paid_at, state)
       values ('efi', 'N', $1, 100, 'BRL', now(), 'held')`,
      [admin.companyId],
    );
    const others = [admin, await test.server.createAgent(admin.companyId), await test.server.createAdmin()];
    for (const path of ['/payments/ledger', '/payments/to-check']) {
      expect((await test.owner.request('GET', path)).body).toContain(rows[0]!.name);
      for (const caller of others) {
        const { statusCode, body } = await caller.request('GET', path);
        expect({ path, statusCode }).toEqual({ path, statusCode: 403 });
        expect(body).not.toContain(rows[0]!.name);
      }
    }
    await test.server.asOwner.query('delete from payment_ledger');
  });
});
