import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { assertMaxDuration, caseCounts, figure } from '../../../test/case-counts.ts';
import type { TestServer } from '../../../test/server.ts';
import { billing, startBillingServer } from './billing.fixture.ts';

/** The full run issues invoices for this many companies within a minute. */
const COMPANIES = 10_000;
const LIMIT_MS = 60_000;

let server: TestServer;
beforeAll(async () => {
  server = await startBillingServer();
  await billing(server);
});
afterAll(() => server.stop());

/** Companies that are due in four days, written directly. */
async function insertCompanies(count: number): Promise<number[]> {
  const { id: planId } = await server.modules.companies.findOrCreatePlan({
    name: 'Muitas',
    users: 3,
    connections: 3,
    queues: 3,
    amountCents: 9900,
  });
  const { rows } = await server.asOwner.query<{ id: number }>(
    `with made as (
       insert into companies (company_id, name, email, plan_id, due_date)
       select nextval('company_ids'), 'Empresa ' || n, 'cobranca' || n || '@example.com', $2,
              ((now() at time zone 'America/Sao_Paulo')::date + 5)::timestamp at time zone 'America/Sao_Paulo' - interval '1 ms'
         from generate_series(1, $1::int) n returning company_id, due_date)
     insert into subscription_entries (company_id, kind, day)
     select company_id, 'start', (due_date at time zone 'America/Sao_Paulo')::date from made
     returning company_id as id`,
    [count, planId],
  );
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

/** What a company may have beside a due date, each as a change of its row. */
const VARIANTS = [
  "name = 'Simples'",
  "name = 'Desconto', discount_kind = 'percent', discount_value = 15, discount_invoices = 2",
  "name = 'Abatimento', discount_kind = 'cents', discount_value = 700, discount_invoices = 1",
  "name = 'Gratuita', discount_kind = 'percent', discount_value = 100, discount_invoices = 3",
  "name = 'Sob medida', users_limit = 7, connections_limit = 4, is_custom_size = true",
  "name = 'Anual', recurrence = 'ANUAL'",
  "name = 'Outro fuso', time_zone = 'Pacific/Kiritimati'",
  `name = 'Comprador', buyer = '{"name": "Ana", "document": "52998224725", "email": "ana@example.com", "language": "es"}'`,
  "name = 'Sem e-mail', email = null",
  "name = 'Outro plano', next_plan_id = (select max(id) from plans)",
  "name = 'Inativa', is_active = false",
  "name = 'Longe', due_date = due_date + interval '60 days'",
];
async function insertVariants(): Promise<number[]> {
  const ids = await insertCompanies(VARIANTS.length);
  for (const [n, change] of VARIANTS.entries())
    await server.asOwner.query(`update companies set ${change} where company_id = $1`, [ids[n]]);
  return ids;
}
/** Invoices and mails of these companies, without what differs between two companies. */
async function outcomeOf(ids: number[]) {
  const { rows } = await server.asOwner.query(
    `select c.name, c.due_date as "dueDate", c.discount_invoices as "discountsLeft", i.kind, i.state, i.due_day::text as "dueDay",
            i.cents, i.discount_cents as "discountCents", i.plan_name as plan, i.users, i.connections, i.queues,
            i.is_custom_size as "isCustomSize", i.months, i.buyer - 'email' as buyer, i.paid_with as "paidWith",
            (select json_agg(json_build_object('kind', m.kind, 'state', m.state) order by m.kind) from mails m
              where m.company_id = c.company_id and m.about = i.number) as mails,
            (select count(*)::int from event_log e where e.company_id = c.company_id) as events
       from companies c left join invoices i on i.company_id = c.company_id
      where c.company_id = any($1) order by c.company_id, i.id`,
    [ids],
  );
  return rows;
}
/** The database does this before an invoice is stored. Returns how to take it back. */
async function onInvoice(statement: string) {
  await server.asOwner.query(
    `create function on_invoice_in_test() returns trigger language plpgsql security definer as
       $$ begin ${statement}; return new; end $$;
     create trigger on_invoice_in_test before insert on invoices for each row execute function on_invoice_in_test()`,
  );
  return dropTrigger;
}
const dropTrigger = () => server.asOwner.query('drop function if exists on_invoice_in_test cascade');
/** No transaction can store a second invoice. */
const ONLY_ONE = `if exists (select from invoices where xmin = pg_current_xact_id()::xid)
  then raise exception 'a second invoice in this transaction'; end if`;
const numbers = async () =>
  (
    await server.asOwner.query<{ n: number; last: number; companies: number }>(
      `select count(*)::int as n, count(distinct company_id)::int as companies,
              (select last_number from invoice_counters) as last from invoices`,
    )
  ).rows[0]!;

describe('issuing invoices for the whole platform', () => {
  it(
    'takes less than a minute for ten thousand companies; a second run writes nothing',
    async () => {
      const count = caseCounts(COMPANIES);
      await insertCompanies(count);
      const { issueAll } = server.modules.billing.issuing;
      const startedAt = performance.now();
      expect(await issueAll()).toBe(count);
      assertMaxDuration(`invoice.issue for ${count} companies`, (LIMIT_MS * count) / COMPANIES, startedAt);
      const secondAt = performance.now();
      expect(await issueAll()).toBe(0);
      figure('invoice.issue again', `${(performance.now() - secondAt).toFixed(0)} ms, 0 written`);
      expect(await numbers()).toEqual({ n: count, last: count, companies: count });
    },
    5 * LIMIT_MS,
  );
});

describe('issuing invoices for several companies in one transaction', () => {
  afterEach(dropTrigger);

  it('gives the same invoices and mails as one by one', async () => {
    const { issueAll } = server.modules.billing.issuing;
    await issueAll();
    const oneByOne = await insertVariants();
    const allowMore = await onInvoice(ONLY_ONE);
    // Two of the variants get no invoice.
    expect(await issueAll()).toBe(VARIANTS.length - 2);
    await allowMore();
    const together = await insertVariants();
    expect(await issueAll()).toBe(VARIANTS.length - 2);
    const outcome = await outcomeOf(together);
    expect(outcome).toEqual(await outcomeOf(oneByOne));
    const countOf = (state: string) => outcome.filter((row) => row.state === state).length;
    expect([countOf('open'), countOf('paid')]).toEqual([VARIANTS.length - 3, 1]);
    expect(await issueAll()).toBe(0);
  });

  it.each([
    ['fails', "raise exception 'no invoice for this company'"],
    ['loses its connection', 'perform pg_terminate_backend(pg_backend_pid())'],
  ])('does not stop the others when one %s; the next run issues what is missing, once', async (_, statement) => {
    const { issueAll } = server.modules.billing.issuing;
    await issueAll();
    const ids = await insertCompanies(60);
    const repair = await onInvoice(`if new.company_id = ${ids[30]} then ${statement}; end if`);
    const before = await numbers();
    expect(await issueAll()).toBe(59);
    await repair();
    expect(await numbers()).toEqual({
      n: before.n + 59,
      last: before.last + 59,
      companies: before.companies + 59,
    });
    expect(await issueAll()).toBe(1);
    expect(await issueAll()).toBe(0);
    const after = await numbers();
    expect(after).toEqual({ n: before.n + 60, last: before.last + 60, companies: before.companies + 60 });
  });
});
