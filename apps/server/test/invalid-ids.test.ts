import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf, callNamed, callFields, withValue } from './fixtures/calls.ts';
import { figure, SWEEP_MS } from './fixtures/scale.ts';
import { put, slotList, type Slot } from './fixtures/slots.ts';
import { createTenantFixture, resetRateLimits, type TenantFixture } from './fixtures/tenant-fixture.ts';

let fixture: TenantFixture;
beforeAll(async () => {
  fixture = await createTenantFixture();
});
afterAll(() => fixture.stop());

/** Almost the id of a row that is there: whoever reads numbers kindly would find it. */
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
/** In JSON an id can be wrong in its type too. */
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

/** The forms that this slot must refuse. */
function invalidIds({ in: part, path, kind, as, orList }: Slot): { form: unknown; field: string }[] {
  const { ids, ticketUuid } = fixture.a;
  if (as === 'uuid')
    return [...almost(ids.ticket), `{${ticketUuid}}`, ` ${ticketUuid}`, ticketUuid.slice(1), `${ticketUuid}0`].map(
      (form) => ({ form, field: path }),
    );
  const forms = part === 'body' ? almostInJson(ids[kind]) : almost(ids[kind]);
  return (
    forms
      // Messages are counted further than anything else.
      .filter((form) => !(kind === 'message' && form === '2147483648') && !(orList && Array.isArray(form)))
      // On the board 0 is the lane of those without one.
      .filter((form) => !(kind === 'lane' && part === 'query' && form === '0'))
      .map((form) => ({
        form: as === 'list' ? JSON.stringify([form]) : form,
        field: as === 'list' ? `${path}.0` : path,
      }))
  );
}

describe('an id is digits and nothing else [TI-07]', { timeout: SWEEP_MS }, () => {
  it('in every slot of every call: 400 with one shape, and no row is found or touched by it', async () => {
    const { rows, a } = fixture;
    let tried = 0;
    for (const { call, slot } of slotList) {
      const sample = await fixture.sample(call, a);
      const before = await rows.hash(a.companyId);
      for (const { form, field } of invalidIds(slot)) {
        const answer = await fixture.send(call, put(sample, slot, form), a.admin);
        const label = `${call} ${slot.in}.${slot.path} = ${JSON.stringify(form)}`;
        expect(answer.statusCode, `${label}: ${answer.body}`).toBe(400);
        expect(answer.json(), label).toMatchObject({ error: 'ERR_VALIDATION', fields: [{ field }] });
        tried++;
      }
      // A company that is named is remembered in the audit log.
      if (slot.kind !== 'company') expect(await rows.hash(a.companyId), `${call} touched something`).toBe(before);
    }
    figure('TI-07', 'odd ids tried, 500s', `${tried}, 0`);
  });

  it('addresses that cannot be read are refused, not guessed at', async () => {
    const { server, a } = fixture;
    for (const { call, slot, endpoint } of slotList.filter(({ slot }) => slot.in === 'params')) {
      await resetRateLimits(server);
      const address = addressOf(endpoint, withValue({}, slot, 'ODD'));
      for (const odd of ['%', '%zz', '%c3%28', '%00', '..%2f1', '%2e%2e', '1%2f2', '1%3b--', '%u0031']) {
        // One step up stands the list itself.
        if (odd === '%2e%2e' && slot.as === 'uuid') continue;
        const { statusCode } = await server.app.inject({
          method: endpoint.method,
          url: address.replace('ODD', odd),
          headers: { authorization: `Bearer ${a.admin.token}` },
        });
        expect([400, 404], `${call} ${odd}`).toContain(statusCode);
      }
    }
  });
});

/** Values that no place of a query is made for, written as a browser would send them. */
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

describe('a malformed query is answered, never an accident of ours [IJ-03]', { timeout: SWEEP_MS }, () => {
  it('one wrong value, the same name twice, a list or a map instead of a word', async () => {
    const { server, a } = fixture;
    let tried = 0;
    for (const field of callFields.filter((candidate) => candidate.in === 'query')) {
      const sample = await fixture.sample(field.call, a);
      const { endpoint } = callNamed(field.call);
      const { method } = endpoint;
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
          headers: { authorization: `Bearer ${a.admin.token}` },
        });
        expect(answer.statusCode, `${field.call}?${query.slice(0, 60)}: ${answer.body.slice(0, 200)}`).toBeLessThan(
          500,
        );
        tried++;
      }
      // The same name twice is a list, and nobody asks for a list.
      const repeated = await server.app.inject({
        method,
        url: `${base}?${name}=1&${name}=2`,
        headers: { authorization: `Bearer ${a.admin.token}` },
      });
      expect(repeated.statusCode, `${field.call}?${name} twice`).toBe(400);
    }
    figure('IJ-03', 'malformed queries tried, 500s', `${tried}, 0`);
  });

  it('page numbers, lanes and columns are told which field is wrong', async () => {
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
