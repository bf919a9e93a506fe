import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jsonSchemaOf, type JsonSchema } from '../src/foundation/http/json-schema.ts';
import { createHttpServer } from '../src/foundation/http/server.ts';
import { createLog } from '../src/foundation/log/log.ts';
import { routes } from '../src/wiring/routes.ts';
import { somePhones } from './phones.ts';
import { calls, send, type CallName } from './world/calls.ts';
import { figure, SWEEP_MS } from './world/scale.ts';
import { freshToken } from './world/tenants.ts';
import { aWorld, endsSession, forgetCounts, type World } from './world/world.ts';

/** A column that somebody added and nobody meant to show. */
const NEW_COLUMN = 'passwordHash';
const VALUE = '$argon2id$never-to-be-seen';

/** Reviewed: answers whose keys are not fixed, a map of settings by name. */
const maps: CallName[] = ['settings.company', 'settings.companyOne', 'settings.payment', 'settings.saveCompany'];

/**
 * Reviewed: parts of answers whose keys are not fixed: what a message carries beside its text, counts by state, and what
 * stands in the gaps of a template.
 */
const freeParts = ['dataJson', 'counts', 'values'];
const partlyFree: CallName[] = [
  'messages.deliveries',
  'privacy.erase',
  'privacy.erasures',
  'privacy.erasure',
  'templates.automatic',
];

let world: World;
let leaky: Awaited<ReturnType<typeof createHttpServer>>;
beforeAll(async () => {
  world = await aWorld();
  const { access } = world.house.modules;
  // The same house, but every handler answers more than it should, at every depth.
  leaky = await createHttpServer({
    routes: routes(world.house.modules, { version: '0.0.0', phones: somePhones() }).map((route) => ({
      ...route,
      run: (async (ask: never) => withColumn(await route.run(ask))) as typeof route.run,
    })),
    gatekeepers: {
      whoIs: access.doorkeeper.whoIs,
      noteForeignCompany: access.noteForeignCompany,
      whoseToken: world.house.modules.sendApi.whoseToken,
      cookie: { name: world.house.config.cookieName, secure: false },
    },
    log: createLog({ level: 'silent' }),
    trustProxy: [],
    besides: async () => {},
    answered: () => {},
  });
  await leaky.ready();
});
afterAll(async () => {
  await leaky.close();
  await world.stop();
});

describe('only what the contract names goes out [SR4]', { timeout: SWEEP_MS }, () => {
  it('a new column is never sent by accident', async () => {
    const { house, a } = world;
    let asked = 0;
    for (const { name, endpoint } of calls) {
      if (maps.includes(name)) continue;
      await forgetCounts(house);
      const caller =
        endpoint.may === 'platform-settings.manage'
          ? world.super
          : endsSession(name)
            ? await house.anAgent(a.companyId)
            : a.admin;
      const answer = await send({ app: leaky }, name, await world.sample(name, a), {
        token: freshToken(house, caller),
      });
      expect(answer.statusCode, `${name}: ${answer.body}`).toBeLessThan(300);
      expect(answer.body.includes(NEW_COLUMN) || answer.body.includes(VALUE), name).toBe(false);
      asked++;
    }
    figure('SR4', 'answers with a slipped-in column, let out', `${asked}, 0`);
  });

  it('answers with free keys are the reviewed ones', () => {
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
      Object.entries(value).map(([key, part]) => [key, freeParts.includes(key) ? part : withColumn(part)]),
    ),
    [NEW_COLUMN]: VALUE,
  };
}

const hasFreeKeys = ({ additionalProperties, properties = {}, items, anyOf = [] }: JsonSchema): boolean =>
  (typeof additionalProperties === 'object' && Object.keys(properties).length === 0) ||
  [...Object.values(properties), ...anyOf, ...(typeof items === 'object' ? [items] : [])].some(hasFreeKeys);
