import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jsonSchemaOf, type JsonSchema } from '../src/infrastructure/http/json-schema.ts';
import { createHttpServer } from '../src/infrastructure/http/server.ts';
import { createLog } from '../src/infrastructure/log/log.ts';
import { createUploadDir } from '../src/infrastructure/storage/left-overs.ts';
import { routes } from '../src/wiring/routes.ts';
import { createTestPhones } from './phones.ts';
import { calls, send, type CallName } from './fixtures/calls.ts';
import { isForSuperUsers, supportCalls } from './fixtures/rights.ts';
import { figure, SWEEP_MS } from './fixtures/scale.ts';
import { freshToken } from './fixtures/tenants.ts';
import { createTenantFixture, endsSession, resetRateLimits, type TenantFixture } from './fixtures/tenant-fixture.ts';

/** A column that must never be sent. */
const NEW_COLUMN = 'passwordHash';
const VALUE = '$argon2id$never-to-be-seen';

/** Reviewed: responses without fixed keys: settings by name, and a flow in the form of other programs. */
const maps: CallName[] = [
  'settings.company',
  'settings.companyOne',
  'settings.payment',
  'settings.saveCompany',
  'flows.document',
];

/**
 * Reviewed: parts of responses without fixed keys: data of a message besides its text, counts by state, values of
 * template placeholders, variables of a flow, and extra fields of an invented customer.
 */
const freeParts = [
  'dataJson',
  'counts',
  'values',
  'templateValues',
  'statusCounts',
  'states',
  'vars',
  'variables',
  'fields',
];
/** Documents of flows refuse unknown keys: a response with one fails. */
const strictParts = ['doc', 'added', 'removed', 'settings'];
const partlyFree: CallName[] = [
  'flows.addCase',
  'flows.cases',
  'flows.changeCase',
  'flows.run',
  'flows.try',
  'messages.deliveries',
  'privacy.erase',
  'privacy.erasures',
  'privacy.erasure',
  'templates.automatic',
  'campaigns.list',
  'campaigns.show',
  'campaigns.create',
  'campaigns.update',
  'campaigns.stopVariant',
  'campaigns.repeat',
  'campaigns.report',
  'schedules.list',
  'schedules.show',
  'schedules.create',
  'schedules.update',
];

let fixture: TenantFixture;
let leaky: Awaited<ReturnType<typeof createHttpServer>>;
beforeAll(async () => {
  fixture = await createTenantFixture();
  const { access } = fixture.server.modules;
  // The same server, but every handler returns an additional column at every depth.
  leaky = await createHttpServer({
    routes: routes(fixture.server.modules, {
      version: '0.0.0',
      phones: createTestPhones(),
      doctor: fixture.server.doctor,
    }).map((route) => ({
      ...route,
      run: (async (request: never) => withColumn(await route.run(request))) as typeof route.run,
    })),
    authHooks: {
      authenticate: access.authenticator.authenticate,
      noteForeignCompany: access.auditForeignCompany,
      noteSupportWrite: access.support.noteWrite,
      authenticateToken: fixture.server.modules.publicSendApi.authenticateToken,
      cookie: { name: fixture.server.config.cookieName, secure: false },
      reserveStorage: async () => {},
    },
    uploadDir: createUploadDir(fixture.server.config.storageDir),
    log: createLog({ level: 'silent' }),
    trustProxy: [],
    registerRawRoutes: async () => {},
    answered: () => {},
  });
  await leaky.ready();
});
afterAll(async () => {
  await leaky.close();
  await fixture.stop();
});

describe('responses contain only fields of the contract [SR4]', { timeout: SWEEP_MS }, () => {
  it('a new column is never sent', async () => {
    const { server, a } = fixture;
    let requestCount = 0;
    for (const { name } of calls) {
      if (maps.includes(name) || supportCalls.includes(name)) continue;
      await resetRateLimits(server);
      const caller = isForSuperUsers(name)
        ? fixture.super
        : endsSession(name)
          ? await server.createAgent(a.companyId)
          : a.admin;
      const answer = await send({ app: leaky }, name, await fixture.sample(name, a), {
        token: freshToken(server, caller),
      });
      expect(answer.statusCode, `${name}: ${answer.body}`).toBeLessThan(300);
      expect(answer.body.includes(NEW_COLUMN) || answer.body.includes(VALUE), name).toBe(false);
      requestCount++;
    }
    figure('SR4', 'responses with an additional column, sent', `${requestCount}, 0`);
  });

  it('responses without fixed keys are the reviewed ones', () => {
    const free = calls
      .filter(({ endpoint }) => hasFreeKeys(jsonSchemaOf(endpoint.reply, 'output')))
      .map(({ name }) => name);
    expect(free.sort()).toEqual([...maps, ...partlyFree].sort());
  });
});

function withColumn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withColumn);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return {
    ...Object.fromEntries(
      Object.entries(value).map(([key, part]) => [
        key,
        [...freeParts, ...strictParts].includes(key) ? part : withColumn(part),
      ]),
    ),
    [NEW_COLUMN]: VALUE,
  };
}

const hasFreeKeys = ({ additionalProperties, properties = {}, items, anyOf = [] }: JsonSchema): boolean =>
  (typeof additionalProperties === 'object' && Object.keys(properties).length === 0) ||
  [...Object.values(properties), ...anyOf, ...(typeof items === 'object' ? [items] : [])].some(hasFreeKeys);
