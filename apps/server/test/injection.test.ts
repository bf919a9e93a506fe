import { NewPassword } from '@balcao/contract/endpoints/password-reset';
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
import { isForSuperUsers, publicCalls, tokenCalls } from './fixtures/rights.ts';
import { figure, isFull, someOf, SWEEP_MS, times, timeLimitMs } from './fixtures/scale.ts';
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

describe('SQL in text fields [IJ-01]', () => {
  it('is tested with forty payloads in every text field', () => {
    expect(new Set(sqlPayloads).size).toBe(40);
    expect(textFields.length).toBeGreaterThan(60);
  });

  it(
    'gives the same status as a harmless text of the same length, as fast, without database errors',
    async () => {
      let requestCount = 0;
      const { rows: queueRows } = await fixture.server.asOwner.query<{ newest: number }>(
        'select max(id) as newest from queues',
      );
      // A request without a token is rejected before its fields are read: one field of each endpoint, all with PROOF=full.
      const refusedCalls = new Set<CallName>();
      for (const [n, field] of textFields.entries()) {
        const nextSample = await sampleFor(field);
        for (let i = 0; i < times(sqlPayloads.length); i++) {
          const payload = sqlPayloads[(n + i) % sqlPayloads.length]!;
          // A payload with enough digits is a valid phone number.
          if (field.path === 'number' && isPhone(digitsOf(payload))) continue;
          // One with capital and small letters and digits is a strong password, which the letters beside it are not.
          if (field.path === 'password' && NewPassword.safeParse(payload).success) continue;
          for (const caller of [undefined, callerOf(field)]) {
            const isRefused =
              caller === undefined && !publicCalls.includes(field.call) && !tokenCalls.includes(field.call);
            if (isRefused && !isFull && refusedCalls.has(field.call)) continue;
            if (isRefused) refusedCalls.add(field.call);
            const sample = isRefused ? () => unusedSample(field) : nextSample;
            const plain = await put(field, await sample(), harmlessAs(payload, field), caller);
            const answer = await expectFast(async () => put(field, await sample(), payload, caller));
            const label = `${field.call} ${field.in}.${field.path} = ${payload}`;
            const bodies = [plain, answer].map(({ body }) => body.slice(0, 300)).join(' and ');
            expect(answer.statusCode, `${label}: ${bodies}`).toBe(plain.statusCode);
            expect(answer.statusCode, label).toBeLessThan(500);
            expect(answer.body.replaceAll(JSON.stringify(payload).slice(1, -1), ''), label).not.toMatch(
              POSTGRES_ERROR_TEXT,
            );
            requestCount++;
            if (field.path === 'companyName') await freeCompanyNames();
          }
          await freeUniqueTexts(field, queueRows[0]!.newest);
        }
      }
      const { rows } = await fixture.server.asOwner.query(
        "select to_regclass('tags') is not null as whole, (select count(*)::int from users where is_super) as supers",
      );
      expect(rows[0]).toEqual({ whole: true, supers: 1 });
      figure('IJ-01', 'payloads in text fields, anomalies', `${requestCount} in ${textFields.length}, 0`);
    },
    timeLimitMs(300),
  );

  /** An injected sleep is slow every time; a busy machine is not. */
  async function expectFast(request: () => Promise<Answer>): Promise<Answer> {
    for (let attempt = 0; ; attempt++) {
      const start = performance.now();
      const answer = await request();
      if (performance.now() - start < MAX_MS) return answer;
      expect(attempt, 'slower than a second, three times in a row').toBeLessThan(2);
    }
  }
});

/** Names of queues and connections and client keys of messages are unique: frees them for the next request. */
async function freeUniqueTexts({ path }: CallField, newestQueueId: number) {
  const { asOwner } = fixture.server;
  if (path === 'clientKey') await asOwner.query('update messages set client_key = null where client_key is not null');
  if (path !== 'name') return;
  await asOwner.query('delete from queues where id > $1', [newestQueueId]);
  await asOwner.query("update connections set name = 'Linha ' || id where name <> 'Linha ' || id");
}

const freeCompanyNames = () => fixture.server.asOwner.query("delete from directory where kind = 'company-name'");

const callerOf = ({ call }: CallField) => (isForSuperUsers(call) ? fixture.super : fixture.a.admin);

async function put(field: CallField, sample: AnySent, value: unknown, caller: Caller | undefined): Promise<Answer> {
  await resetRateLimits(fixture.server);
  return fixture.send(field.call, withValue(sample, field, value), caller);
}

/** Endpoints whose sample can be used only once. */
const usedUp: CallName[] = [
  'contacts.merge',
  'tickets.update',
  'contactSheets.start',
  'privacy.withdraw',
  'invoices.settle',
  'invoices.voidInvoice',
  'invoices.pay',
  'invoices.changePlan',
  'payments.applyHeld',
  'payments.returnHeld',
  'payments.refund',
  'platform.removeCompany',
  'platform.addConnection',
  'platform.restoreCompany',
  'flows.saveDraft',
  'integrations.resend',
];

/** Creating endpoints need a new sample each time; changing endpoints can reuse one. */
async function sampleFor({ call }: CallField): Promise<() => Promise<AnySent>> {
  // A sign-in with an unknown address costs one password check; creating a user for each request would cost two more.
  if (call === 'access.signIn') return async () => ({ body: { email: 'ninguem@example.com', password: PASSWORD } });
  const { method, path } = callNamed(call).endpoint;
  if ((method === 'POST' && !path.includes(':')) || usedUp.includes(call)) return () => fixture.sample(call, fixture.a);
  const same = await fixture.sample(call, fixture.a);
  if (call === 'platform.updateCompany') {
    // A new password ends the sessions of the company's admin, which the other requests need.
    const { companyId } = await fixture.server.createCompany();
    return async () => ({ ...same, params: { companyId: String(companyId) } });
  }
  return async () => same;
}

/** One sample per endpoint for requests that are rejected, which leave it unused. */
const unusedSamples = new Map<CallName, Promise<AnySent>>();
function unusedSample(field: CallField): Promise<AnySent> {
  const known = unusedSamples.get(field.call) ?? sampleFor(field).then((next) => next());
  unusedSamples.set(field.call, known);
  return known;
}

/** Fields of an upload are always text; what is wrong for the endpoint has its own error. */
const ownErrors: Partial<Record<CallName, [status: number, error: string]>> = {
  'settings.uploadLogo': [406, 'ERR_LOGO_MODE'],
  'settings.uploadCertificate': [400, 'ERR_CERTIFICATE_PASSPHRASE'],
};

let textCount = 0;
/** Unique letters of this length. */
const harmless = (length: number): string =>
  (++textCount)
    .toString(26)
    .replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)]!)
    .padStart(length, 'n');

/** If the field's pattern rejects the payload, it is compared with a harmless text that is rejected too. */
function harmlessAs(payload: string, { schema: { pattern } }: CallField): string {
  if (pattern === undefined || new RegExp(pattern).test(payload)) return harmless(payload.length);
  // Spaces at the end are trimmed from some fields; a space inside is refused there. Headers take only letters of Latin.
  const refused = [' ', ' n', 'ａ'];
  const candidates = refused.map((end) => `${harmless(payload.length - end.length)}${end}`);
  return candidates.find((text) => !new RegExp(pattern).test(text.trim())) ?? candidates[0]!;
}

describe('setting names [IJ-02]', () => {
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
  ])('%j is rejected', async (column) => {
    const { rows, a } = fixture;
    const before = await rows.hash(a.companyId);
    const answer = await a.admin.request('PUT', '/companySettings', { column, data: 'enabled' });
    expect([answer.statusCode, answer.json().error]).toEqual([400, 'ERR_VALIDATION']);
    expect(
      (await a.admin.request('GET', `/companySettingOne?column=${encodeURIComponent(String(column))}`)).statusCode,
    ).toBe(400);
    expect(await rows.hash(a.companyId)).toBe(before);
  });

  it('of the list are accepted', async () => {
    for (const column of companySettingNames) {
      expect((await fixture.a.admin.request('GET', `/companySettingOne?column=${column}`)).statusCode, column).toBe(
        200,
      );
    }
  });
});

describe('search terms [IJ-04]', () => {
  it.each(['%', '_', '\\', '%%%', '\\%', "a'b"])('%s matches only itself', async (term) => {
    const admin = await fixture.server.createAdmin();
    await admin.request('POST', '/tags', { name: 'Sem nada disso' });
    await admin.request('POST', '/tags', { name: `Com ${term} dentro`, color: '#123456' });
    for (const path of ['/tags?searchParam=', '/tags/list?searchParam=']) {
      const found = (await admin.request('GET', path + encodeURIComponent(term))).json();
      expect(
        (found.tags ?? found).map((tag: { name: string }) => tag.name),
        path,
      ).toEqual([`Com ${term} dentro`]);
    }
    expect((await admin.request('GET', `/users?searchParam=${encodeURIComponent(term)}`)).json().count).toBe(0);
  });

  it('that are too long are rejected', async () => {
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

const notTexts: unknown[] = [{ $gt: '' }, { $ne: null }, { length: 5 }, ['a', 'b'], [], { toString: 1 }];

describe('objects and lists in place of text [IJ-05]', { timeout: SWEEP_MS }, () => {
  it('are rejected in every text field of every body, including sign-in', async () => {
    // The name of an imported flow is a field of an upload, so every value is a text.
    const bodies = textFields.filter((field) => field.in === 'body' && field.call !== 'flows.import');
    expect(bodies.map(({ call }) => call)).toContain('access.signIn');
    let requestCount = 0;
    for (const [index, field] of bodies.entries()) {
      const sample = await unusedSample(field);
      const expected = ownErrors[field.call] ?? [400, 'ERR_VALIDATION'];
      for (const value of someOf(notTexts, 2, index)) {
        // An empty list of queues or hours is valid.
        if (Array.isArray(value) && field.path.endsWith('.0')) continue;
        // The variables of campaigns are a list, or its JSON text.
        if (Array.isArray(value) && value.length === 0 && field.path === 'settings.variables') continue;
        const answer = await put(field, sample, value, callerOf(field));
        expect(
          [answer.statusCode, answer.json().error],
          `${field.call} ${field.path} = ${JSON.stringify(value)}`,
        ).toEqual(expected);
        requestCount++;
      }
    }
    figure('IJ-05', 'objects and lists in place of text, accepted', `${requestCount}, 0`);
  });

  it.each(['', '[]', '"x"', 'null', '1', '{', '{"email":', 'not json', '[[[[', '\u0000', `{"a":${'['.repeat(5000)}`])(
    'as a whole body: %j is rejected',
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
