import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf, callNamed, callFields, withValue, type AnySent, type CallName } from './fixtures/calls.ts';
import { isForSuperUsers } from './fixtures/rights.ts';
import { figure, someOf, SWEEP_MS } from './fixtures/scale.ts';
import { put, slotList, type Slot } from './fixtures/slots.ts';
import { createTenantFixture, resetRateLimits, type TenantFixture } from './fixtures/tenant-fixture.ts';

let fixture: TenantFixture;
beforeAll(async () => {
  fixture = await createTenantFixture();
});
afterAll(() => fixture.stop());

/** Variants of an existing id that a lenient parser would accept. */
const almost = (id: number): unknown[] => [
  `${id}e0`,
  ` ${id}`,
  `${id} `,
  `${id}.0`,
  `0${id}`,
  `+${id}`,
  `0x${id.toString(16)}`,
  `[${id}]`,
  `{"$ne":${id}}`,
  `${id};--`,
  `${id}\0`,
  `${id}\n`,
  `${id},${id}`,
  `${id}/..`,
  '9007199254740992',
  '2147483648',
  '-1',
  '0',
  'NaN',
  'null',
  'undefined',
  'true',
  '１',
];
/** In JSON an id can also have the wrong type. */
const almostInJson = (id: number): unknown[] => [
  ...almost(id),
  [id],
  { $ne: id },
  id + 0.5,
  2 ** 53,
  -1,
  0,
  true,
  { id },
];

/** The values that this slot must reject. */
function invalidIds({ in: part, path, kind, as, orList, accepts = [] }: Slot): { form: unknown; field: string }[] {
  const { ids, ticketUuid } = fixture.a;
  if (as === 'uuid')
    return [...almost(ids.ticket), `{${ticketUuid}}`, ` ${ticketUuid}`, ticketUuid.slice(1), `${ticketUuid}0`].map(
      (form) => ({ form, field: path }),
    );
  const forms = part === 'body' ? almostInJson(ids[kind]) : almost(ids[kind]);
  return (
    forms
      // Message ids may exceed 32 bits.
      .filter((form) => !(bigKinds.includes(kind) && form === '2147483648') && !(orList && Array.isArray(form)))
      .filter((form) => !accepts.includes(form))
      // In the kanban query 0 stands for tickets without a column.
      .filter((form) => !(kind === 'lane' && part === 'query' && form === '0'))
      .map((form) => ({
        form: as === 'list' ? JSON.stringify([form]) : form,
        field: as === 'list' ? `${path}.0` : path,
      }))
  );
}

/** Endpoints whose parent path exists too. */
const withParent: readonly string[] = [
  'invoices.companySubscription',
  'companies.plan',
  'companies.hours',
  'integrations.deliveries',
  'flows.document',
];
/** Ids of these rows may be larger than an integer. */
const bigKinds: readonly string[] = ['message', 'quarantined', 'flowRun'];

describe('ids consist of digits only [TI-07]', { timeout: SWEEP_MS }, () => {
  it('in every slot of every endpoint an invalid id gives 400 with the field, and changes no row', async () => {
    const { rows, a } = fixture;
    let requestCount = 0;
    // Every request is rejected, so the sample of a call stays unused.
    const samples = new Map<CallName, AnySent>();
    for (const { call } of slotList) if (!samples.has(call)) samples.set(call, await fixture.sample(call, a));
    let before = await rows.hash(a.companyId);
    for (const [index, { call, slot }] of slotList.entries()) {
      for (const { form, field } of someOf(invalidIds(slot), 8, index)) {
        const answer = await fixture.send(
          call,
          put(samples.get(call)!, slot, form),
          isForSuperUsers(call) ? fixture.super : a.admin,
        );
        const label = `${call} ${slot.in}.${slot.path} = ${JSON.stringify(form)}`;
        expect(answer.statusCode, `${label}: ${answer.body}`).toBe(400);
        expect(answer.json(), label).toMatchObject({ error: 'ERR_VALIDATION', fields: [{ field }] });
        requestCount++;
      }
      const after = await rows.hash(a.companyId);
      // Naming a company writes an audit entry.
      if (slot.kind === 'company') before = after;
      else expect(after, `${call} changed rows`).toBe(before);
    }
    figure('TI-07', 'invalid ids sent, 500s', `${requestCount}, 0`);
  });

  it('malformed URLs are rejected', async () => {
    const { server, a } = fixture;
    for (const { call, slot, endpoint } of slotList.filter(({ slot }) => slot.in === 'params')) {
      await resetRateLimits(server);
      const address = addressOf(endpoint, withValue({}, slot, 'INVALID'));
      for (const value of ['%', '%zz', '%c3%28', '%00', '..%2f1', '%2e%2e', '1%2f2', '1%3b--', '%u0031']) {
        // The parent path is a list, or that of the own company.
        if (value === '%2e%2e' && (slot.as === 'uuid' || withParent.includes(call))) continue;
        const { statusCode } = await server.app.inject({
          method: endpoint.method,
          url: address.replace('INVALID', value),
          headers: { authorization: `Bearer ${(isForSuperUsers(call) ? fixture.super : a.admin).token}` },
        });
        expect([400, 404], `${call} ${value}`).toContain(statusCode);
      }
    }
  });
});

/** Values that are invalid for most query parameters. */
const malformed = [
  '',
  ' ',
  '-1',
  '0',
  '1e3',
  '1.5',
  'NaN',
  '[',
  '{',
  '[1,',
  '{"a":1}',
  '%00',
  '\u202e',
  'ASC;--',
  '2024-13-45',
  'null',
  'x'.repeat(5000),
];

describe('malformed queries never cause a server error [IJ-03]', { timeout: SWEEP_MS }, () => {
  it('with an invalid value, a repeated parameter, a list or an object', async () => {
    const { server, a } = fixture;
    let requestCount = 0;
    const readSamples = new Map<CallName, AnySent>();
    for (const field of callFields.filter((candidate) => candidate.in === 'query')) {
      const { endpoint } = callNamed(field.call);
      const { method } = endpoint;
      const sample = readSamples.get(field.call) ?? (await fixture.sample(field.call, a));
      if (method === 'GET') readSamples.set(field.call, sample);
      const { token } = isForSuperUsers(field.call) ? fixture.super : a.admin;
      const base = addressOf(endpoint, { ...sample, query: {} });
      const name = encodeURIComponent(field.path);
      const queries = [
        ...malformed.map((value) => `${name}=${encodeURIComponent(value)}`),
        `${name}=1&${name}=2`,
        `${name}[]=1`,
        `${name}[$ne]=1`,
        `${name}`,
        `${name}=%`,
        `__proto__[${name}]=1&${name}=constructor`,
      ];
      for (const query of queries) {
        const answer = await server.app.inject({
          method,
          url: `${base}?${query}`,
          headers: { authorization: `Bearer ${token}` },
        });
        expect(answer.statusCode, `${field.call}?${query.slice(0, 60)}: ${answer.body.slice(0, 200)}`).toBeLessThan(
          500,
        );
        requestCount++;
      }
      // A repeated parameter becomes a list, and no endpoint accepts a list.
      const repeated = await server.app.inject({
        method,
        url: `${base}?${name}=1&${name}=2`,
        headers: { authorization: `Bearer ${token}` },
      });
      expect(repeated.statusCode, `${field.call}?${name} twice`).toBe(400);
    }
    figure('IJ-03', 'malformed queries sent, 500s', `${requestCount}, 0`);
  });

  it('page numbers, kanban flags and columns name the invalid field', async () => {
    const { a } = fixture;
    for (const [path, field] of [
      ['/tags?pageNumber=0', 'pageNumber'],
      ['/tags?pageNumber=-1', 'pageNumber'],
      ['/tags?pageNumber=1e3', 'pageNumber'],
      ['/users?pageNumber=abc', 'pageNumber'],
      ['/tags?kanban=2', 'kanban'],
      ['/tags/list?kanban=true', 'kanban'],
      ['/companySettingOne?column=nothing', 'column'],
      ['/companySettingOne', 'column'],
      ['/tags?searchParam=%00', 'searchParam'],
    ] as const) {
      const answer = await a.admin.request('GET', path);
      expect([answer.statusCode, answer.json().fields?.[0]?.field], path).toEqual([400, field]);
    }
  });
});
