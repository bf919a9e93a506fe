import { digitsOf, isPhone } from '@balcao/domain/contact/phone';
import { companySettingNames } from '@balcao/domain/settings/company-settings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, type Caller } from './users.ts';
import {
  callNamed,
  callFields,
  takesText,
  withValue,
  type Answer,
  type AnySent,
  type CallName,
  type CallField,
} from './fixtures/calls.ts';
import { sqlPayloads } from './fixtures/payloads.ts';
import { figure, SWEEP_MS, times, timeLimitMs } from './fixtures/scale.ts';
import { createTenantFixture, resetRateLimits, type TenantFixture } from './fixtures/tenant-fixture.ts';

const MAX_MS = 1000;
const POSTGRES_ERROR_TEXT =
  /syntax error at|unterminated|pg_catalog|relation "|column "|SQLSTATE|drizzle|node_modules|at \w+ \(/i;

let fixture: TenantFixture;
beforeAll(async () => {
  fixture = await createTenantFixture();
});
afterAll(() => fixture.stop());

const textFields = callFields.filter(({ schema }) => takesText(schema));

describe('text is text, wherever it is put [IJ-01]', () => {
  it('there are forty payloads, and places to put them', () => {
    expect(new Set(sqlPayloads).size).toBe(40);
    expect(textFields.length).toBeGreaterThan(60);
  });

  it(
    'the answer is that of a harmless text of the same length, as quick, and without a word of the database',
    async () => {
      let tried = 0;
      const { rows: queueRows } = await fixture.server.asOwner.query<{ newest: number }>(
        'select max(id) as newest from queues',
      );
      for (const [n, field] of textFields.entries()) {
        const nextSample = await sampleFor(field);
        for (let i = 0; i < times(sqlPayloads.length); i++) {
          const payload = sqlPayloads[(n + i) % sqlPayloads.length]!;
          // With so many digits in it, it is a number like any other.
          if (field.path === 'number' && isPhone(digitsOf(payload))) continue;
          for (const caller of [undefined, callerOf(field)]) {
            const plain = await put(field, await nextSample(), harmlessAs(payload, field), caller);
            const answer = await expectFast(async () => put(field, await nextSample(), payload, caller));
            const label = `${field.call} ${field.in}.${field.path} = ${payload}`;
            expect(answer.statusCode, `${label}: ${answer.body.slice(0, 300)}`).toBe(plain.statusCode);
            expect(answer.statusCode, label).toBeLessThan(500);
            expect(answer.body.replaceAll(JSON.stringify(payload).slice(1, -1), ''), label).not.toMatch(
              POSTGRES_ERROR_TEXT,
            );
            tried++;
          }
          // Names of queues and connections are unique, and so are keys of messages: the next try must find them free.
          await fixture.server.asOwner.query('update messages set client_key = null');
          await fixture.server.asOwner.query('delete from queues where id > $1', [queueRows[0]!.newest]);
          await fixture.server.asOwner.query("update connections set name = 'Linha ' || id");
        }
      }
      const { rows } = await fixture.server.asOwner.query(
        "select to_regclass('tags') is not null as whole, (select count(*)::int from users where is_super) as supers",
      );
      expect(rows[0]).toEqual({ whole: true, supers: 1 });
      figure('IJ-01', 'payloads in text slots, anomalies', `${tried} in ${textFields.length}, 0`);
    },
    timeLimitMs(90),
  );

  /** A real sleep in the database is slow every time; a busy machine is not. */
  async function expectFast(request: () => Promise<Answer>): Promise<Answer> {
    for (let tries = 0; ; tries++) {
      const start = performance.now();
      const answer = await request();
      if (performance.now() - start < MAX_MS) return answer;
      expect(tries, 'slower than a second, three times in a row').toBeLessThan(2);
    }
  }
});

const callerOf = ({ call }: CallField) =>
  callNamed(call).endpoint.access === 'platform-settings.manage' ? fixture.super : fixture.a.admin;

async function put(field: CallField, sample: AnySent, value: unknown, caller: Caller | undefined): Promise<Answer> {
  await resetRateLimits(fixture.server);
  return fixture.send(field.call, withValue(sample, field, value), caller);
}

/** Done once, there is nothing left to do it with. */
const usedUp: CallName[] = ['contacts.merge', 'tickets.update', 'contactSheets.start', 'privacy.withdraw'];

/** What is made anew needs new words each time; what is changed can be the same thing for every try. */
async function sampleFor({ call }: CallField): Promise<() => Promise<AnySent>> {
  // Signing in as nobody costs a password check like any other; making somebody for each try would cost two more.
  if (call === 'access.signIn') return async () => ({ body: { email: 'ninguem@example.com', password: PASSWORD } });
  const { method, path } = callNamed(call).endpoint;
  if ((method === 'POST' && !path.includes(':')) || usedUp.includes(call)) return () => fixture.sample(call, fixture.a);
  const same = await fixture.sample(call, fixture.a);
  return async () => same;
}

let textCount = 0;
/** Letters that nobody has written before, of this length. */
const harmless = (length: number): string =>
  (++textCount)
    .toString(26)
    .replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)]!)
    .padStart(length, 'n');

/** Where only certain letters may stand, a payload with others is compared with a text that has another too. */
function harmlessAs(payload: string, { schema: { pattern } }: CallField): string {
  const isRefused = pattern !== undefined && !new RegExp(pattern).test(payload);
  return isRefused ? `${harmless(payload.length - 1)} ` : harmless(payload.length);
}

describe('a setting is chosen from the list of settings [IJ-02]', () => {
  it.each([
    'id',
    'company_id',
    'value; drop table company_settings',
    '__proto__',
    'constructor',
    'toString',
    '',
    'userRating,enableLGPD',
    ['userRating', 'enableLGPD'],
    { userRating: 1 },
    null,
    1,
    'USERRATING',
    'userRating ',
  ])('%j is none', async (column) => {
    const { rows, a } = fixture;
    const before = await rows.hash(a.companyId);
    const answer = await a.admin.request('PUT', '/companySettings', { column, data: 'enabled' });
    expect([answer.statusCode, answer.json().error]).toEqual([400, 'ERR_VALIDATION']);
    expect(
      (await a.admin.request('GET', `/companySettingOne?column=${encodeURIComponent(String(column))}`)).statusCode,
    ).toBe(400);
    expect(await rows.hash(a.companyId)).toBe(before);
  });

  it('and each of the list can be', async () => {
    for (const column of companySettingNames) {
      expect((await fixture.a.admin.request('GET', `/companySettingOne?column=${column}`)).statusCode, column).toBe(
        200,
      );
    }
  });
});

describe('what is typed into a search is text [IJ-04]', () => {
  it.each(['%', '_', '\\', '%%%', '\\%', "a'b"])('%s finds itself and nothing else', async (typed) => {
    const admin = await fixture.server.createAdmin();
    await admin.request('POST', '/tags', { name: 'Sem nada disso' });
    await admin.request('POST', '/tags', { name: `Com ${typed} dentro`, color: '#123456' });
    for (const path of ['/tags?searchParam=', '/tags/list?searchParam=']) {
      const found = (await admin.request('GET', path + encodeURIComponent(typed))).json();
      expect(
        (found.tags ?? found).map((tag: { name: string }) => tag.name),
        path,
      ).toEqual([`Com ${typed} dentro`]);
    }
    expect((await admin.request('GET', `/users?searchParam=${encodeURIComponent(typed)}`)).json().count).toBe(0);
  });

  it('is of a length that a person types', async () => {
    for (const path of ['/tags', '/tags/list', '/users']) {
      expect((await fixture.a.admin.request('GET', `${path}?searchParam=${'%25'.repeat(1000)}`)).statusCode, path).toBe(
        400,
      );
    }
    expect((await fixture.a.admin.request('POST', '/tags', { name: '%'.repeat(10 * 1024 * 1024) })).statusCode).toBe(
      413,
    );
  });
});

describe('a map or a list where a word belongs is a wrong word [IJ-05]', { timeout: SWEEP_MS }, () => {
  it('in every text of every body, sign-in first of all', async () => {
    const bodies = textFields.filter((field) => field.in === 'body');
    expect(bodies.map(({ call }) => call)).toContain('access.signIn');
    let tried = 0;
    for (const field of bodies) {
      const nextSample = await sampleFor(field);
      for (const value of [{ $gt: '' }, { $ne: null }, { length: 5 }, ['a', 'b'], [], { toString: 1 }]) {
        // An empty list of queues or hours is a list as it should be.
        if (Array.isArray(value) && field.path.endsWith('.0')) continue;
        const answer = await put(field, await nextSample(), value, callerOf(field));
        expect(
          [answer.statusCode, answer.json().error],
          `${field.call} ${field.path} = ${JSON.stringify(value)}`,
        ).toEqual([400, 'ERR_VALIDATION']);
        tried++;
      }
    }
    figure('IJ-05', 'maps and lists for words, taken', `${tried}, 0`);
  });

  it.each(['', '[]', '"x"', 'null', '1', '{', '{"email":', 'not json', '[[[[', '\u0000', `{"a":${'['.repeat(5000)}`])(
    'a body that is %j is refused',
    async (payload) => {
      const answer = await fixture.server.app.inject({
        method: 'POST',
        url: '/api/auth/login',
        headers: { 'content-type': 'application/json' },
        payload,
      });
      expect(answer.statusCode).toBe(400);
    },
  );
});
