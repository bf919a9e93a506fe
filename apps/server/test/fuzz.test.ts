import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jsonSchemaOf } from '../src/infrastructure/http/json-schema.ts';
import { arbitraryOf, corrupted } from './fixtures/arbitrary.ts';
import { calls, PARTS, withValue, type AnySent, type Call, type CallName } from './fixtures/calls.ts';
import { isForSuperUsers } from './fixtures/rights.ts';
import { figure, times, timeLimitMs } from './fixtures/scale.ts';
import { slots } from './fixtures/slots.ts';
import { createTenantFixture, resetRateLimits, type TenantFixture } from './fixtures/tenant-fixture.ts';

const ALL = 1_000_000;
/** A normal run sends ten thousand requests, about sixty to each endpoint, each run with other values. */
const SHARE = 100;
/** A valid request to these computes a password hash, about fifty times the cost of others: they get fewer runs. */
const SLOW: CallName[] = ['access.signIn', 'access.createUser'];
const SLOW_SHARE = 20;
/** Removes created rows regularly, so that lists stay short and requests fast. */
const TIDY_EVERY = 300;

const fuzzed = calls.filter(({ endpoint }) => PARTS.some((part) => endpoint[part]));
const shares = fuzzed.reduce((sum, { name }) => sum + (SLOW.includes(name) ? 1 : SLOW_SHARE), 0);
const runsFor = ({ name }: Call) => Math.ceil((times(ALL, SHARE) * (SLOW.includes(name) ? 1 : SLOW_SHARE)) / shares);

let fixture: TenantFixture;
/** Ids of rows that may be changed and removed; random ids are replaced by these. */
let rowIds: Record<string, number>;
let apiToken: string;
/** What super users change: a new password or due day would end the sessions of the other companies. */
let spareCompanyId: number;
const outcomes = { valid: 0, invalid: 0, succeeded: 0 };

beforeAll(async () => {
  fixture = await createTenantFixture();
  spareCompanyId = (await fixture.server.createCompany()).companyId;
  await tidy();
});
afterAll(async () => {
  await fixture.stop();
  figure(
    'FZ-06',
    'random requests: valid, of which succeeded, invalid, server errors',
    `${outcomes.valid}, ${outcomes.succeeded}, ${outcomes.invalid}, 0`,
  );
});

describe('requests with random values are answered if the contract allows them, otherwise rejected [FZ-06]', () => {
  it.each(fuzzed)(
    '$name',
    async (call) => {
      let runs = 0;
      await fc.assert(
        fc.asyncProperty(sentTo(call), async (sent) => {
          if (++runs % TIDY_EVERY === 0) await tidy();
          await sendRandom(call, sent);
        }),
        { numRuns: runsFor(call), endOnFailure: true },
      );
    },
    timeLimitMs(60),
  );
});

async function sendRandom({ name, endpoint }: Call, random: AnySent) {
  const sent = withRealIds(name, withPath(endpoint.path, random));
  const isValid = PARTS.every((part) => endpoint[part]?.safeParse(sent[part] ?? {}).success ?? true);
  if (name === 'access.signIn' || endpoint.files || endpoint.access === 'api-token')
    await resetRateLimits(fixture.server);
  const caller = isForSuperUsers(name) ? fixture.super : fixture.a.admin;
  const request = serialized(sent);
  const token = endpoint.access === 'api-token' && { authorization: `Bearer ${apiToken}` };
  const answer = await fixture.send(name, { ...request, headers: { ...request.headers, ...token } }, caller);
  const label = `${answer.statusCode} ${answer.body.slice(0, 300)}`;
  if (/"__proto__":/.test(String(request.body))) {
    // Refused before the fields are checked.
    expect(answer.statusCode, label).toBe(400);
    outcomes.invalid++;
    return;
  }
  if (!isValid) {
    expect([answer.statusCode, answer.json().error], label).toEqual([400, 'ERR_VALIDATION']);
    expect(answer.json().fields.length, label).toBeGreaterThan(0);
    outcomes.invalid++;
    return;
  }
  expect(answer.statusCode, label).toBeLessThan(500);
  // A lost session would make every following request fail with 401.
  if (name !== 'access.signIn') expect(answer.statusCode, label).not.toBe(401);
  outcomes.valid++;
  if (answer.statusCode < 300) outcomes.succeeded++;
}

/** Values for each part of a request; three in four are valid for the schema. */
function sentTo({ endpoint }: Call): fc.Arbitrary<AnySent> {
  const parts = PARTS.flatMap((part) => {
    const schema = endpoint[part];
    if (!schema) return [];
    const valid = arbitraryOf(jsonSchemaOf(schema, 'input'));
    const value = fc.oneof({ weight: 3, arbitrary: valid }, { weight: 1, arbitrary: corrupted(valid) });
    return [[part, part === 'body' ? value : value.map(asText)] as const];
  });
  const file = endpoint.files ? { file: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) } : {};
  return fc.record({ ...Object.fromEntries(parts), ...file }) as fc.Arbitrary<AnySent>;
}

/** In a URL every value is text, and a path segment is never empty, `.` or `..`. */
const asText = (part: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(typeof part === 'object' && part !== null ? part : {}).map(([key, value]) => {
      const text = (typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed().slice(0, 90);
      return [key, /^\.{0,2}$/.test(text) ? '-' : text];
    }),
  );

/** Fills missing path parameters; without them the URL would be another one. */
const withPath = (path: string, sent: AnySent): AnySent => ({
  ...sent,
  ...(sent.params && {
    params: { ...Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name]) => [name, '-'])), ...sent.params },
  }),
});

/** Replaces every second id by the id of an existing row, so that valid requests succeed. The caller's own id is always replaced. */
function withRealIds(name: CallName, sent: AnySent): AnySent {
  let changed = sent;
  for (const slot of slots[name]) {
    const sentValue = valueAt(sent[slot.in], slot.path);
    if (slot.kind === 'company' && isForSuperUsers(name)) {
      if (/^\d+$/.test(String(sentValue))) changed = withValue(changed, slot, String(spareCompanyId));
      continue;
    }
    const isOdd =
      typeof sentValue === 'number'
        ? sentValue % 2 === 1
        : typeof sentValue === 'string' && /^[1-9]\d{0,8}$/.test(sentValue) && Number(sentValue) % 2 === 1;
    const isSelf = sentValue === fixture.a.admin.user.id || sentValue === String(fixture.a.admin.user.id);
    const real = name === 'access.keepListWidth' ? fixture.a.admin.user.id : rowIds[slot.kind];
    if (isOdd || isSelf) changed = withValue(changed, slot, typeof sentValue === 'number' ? real : String(real));
  }
  return changed;
}
/** Undefined inside a text: its first letter is not the first id of a list. */
const valueAt = (part: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (value, key) =>
        typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined,
      part,
    );

/** A body may be any JSON value, not only an object. */
const serialized = (sent: AnySent): AnySent =>
  sent.body === undefined
    ? sent
    : { ...sent, body: JSON.stringify(sent.body), headers: { 'content-type': 'application/json' } };

/** Removes the rows of random requests and creates new ones. */
async function tidy() {
  const { server, a } = fixture;
  const excludedIds = [a.admin.user.id, a.agent.user.id];
  await server.asOwner.query(
    "delete from directory d using users u where d.kind = 'email' and d.row_id = u.id::text and u.company_id = $1 and u.id <> all($2)",
    [a.companyId, excludedIds],
  );
  await server.asOwner.query('delete from users where company_id = $1 and id <> all($2)', [a.companyId, excludedIds]);
  // Tickets, messages and dependent rows are removed with their contacts.
  for (const table of ['contacts', 'connections', 'tags', 'queues', 'event_log', 'audit_log'])
    await server.asOwner.query(`delete from ${table} where company_id = $1`, [a.companyId]);
  const { factory } = a;
  rowIds = {
    tag: await factory.tag(),
    lane: await factory.lane(),
    queue: await factory.queue(),
    user: await factory.user(),
    company: a.companyId,
    connection: await factory.connection(),
    contact: await factory.contact(),
    merge: await factory.merge(),
    ticket: await factory.ticket(),
    message: await factory.message(),
    integration: await factory.integration(),
  };
  apiToken = await factory.apiToken();
}
