import { OWNER_COMPANY_ID } from '@balcao/domain/billing/standing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls, type AnySent, type CallName } from './world/calls.ts';
import { tokenCalls } from './world/rights.ts';
import { figure, SWEEP_MS } from './world/scale.ts';
import { freshToken } from './world/tenants.ts';
import { allOf, aWorld, endsSession, forgetCounts, type World } from './world/world.ts';

/** One note a minute and caller is kept: the clock passes on, so that each call can leave its own. */
const NOTE_EVERY_MS = 60_000;

let world: World;
beforeAll(async () => {
  world = await aWorld();
});
afterAll(() => world.stop());

/** Every way to say "I am of that company" besides the session; `noted` ways are remembered in the audit log. */
const ways: { name: string; noted: boolean; say: (sent: AnySent) => AnySent }[] = [
  {
    name: 'body',
    noted: true,
    say: (sent) => ({ ...sent, body: { ...(sent.body as object), companyId: world.b.companyId } }),
  },
  { name: 'query', noted: true, say: (sent) => ({ ...sent, query: { ...sent.query, companyId: world.b.companyId } }) },
  { name: 'header', noted: true, say: (sent) => withHeaders(sent, { 'x-company-id': String(world.b.companyId) }) },
  {
    name: 'tenant headers',
    noted: false,
    say: (sent) =>
      withHeaders(sent, { 'x-tenant-id': String(world.b.companyId), companyid: String(world.b.companyId) }),
  },
  {
    name: "headers with the stranger's own token",
    noted: false,
    say: (sent) =>
      withHeaders(sent, {
        'x-access-token': world.b.admin.token,
        'x-authorization': `Bearer ${world.b.admin.token}`,
        'proxy-authorization': `Bearer ${world.b.admin.token}`,
      }),
  },
];

let tried = 0;
afterAll(() => figure('TI-06', 'calls with a company named, differences', `${tried}, 0`));

describe('a company named in a call decides nothing [TI-06]', { timeout: SWEEP_MS }, () => {
  it.each(ways)(
    'in the $name: the answer is the one without it, and the stranger is left as it was',
    async ({ say, noted }) => {
      const { house, rows, a, b, secrets } = world;
      const stranger = await rows.hash(b.companyId);
      for (const { name, endpoint } of calls) {
        const caller = endpoint.may === 'platform-settings.manage' ? world.super : a.admin;
        const home = caller === world.super ? world.super.companyId : a.companyId;
        // Neither a read nor an upload has a JSON body to name a company in.
        const isUpload = endpoint.files !== undefined || (await world.sample(name, a)).file !== undefined;
        if (say({}).body && (isUpload || endpoint.method === 'GET')) continue;
        const plain = await ask(name, caller, (sent) => sent);
        house.clock.pass(NOTE_EVERY_MS + 1000);
        const notes = await notesOf(home);
        const named = await ask(name, caller, say);

        expect([named.statusCode, shapeOf(named.body)], name).toEqual([plain.statusCode, shapeOf(plain.body)]);
        expect(plain.statusCode, `${name}: ${plain.body}`).toBeLessThan(300);
        for (const secret of secrets) expect(allOf(named), name).not.toContain(secret);
        // Rows of the platform are shown as the owner's.
        const told = companiesIn(named.body).filter((id) => id !== OWNER_COMPANY_ID);
        expect(
          told.every((id) => id === home),
          `${name} tells of its own company only`,
        ).toBe(true);
        // That a read changes nothing at all is shown by a sweep of its own.
        if (endpoint.method !== 'GET')
          expect(await rows.hash(b.companyId), `${name} changed the stranger`).toBe(stranger);
        tried++;
        // Programs are no persons whose curiosity would be worth a note.
        const isNoted = noted && !tokenCalls.includes(name);
        if (endpoint.may !== 'public')
          expect((await notesOf(home)) - notes, `${name} is remembered`).toBe(isNoted ? 1 : 0);
      }
    },
  );

  it.each([[{ toString: 1, valueOf: 1 }], [[1, 2]], [{}], [true], ['x'.repeat(1000)], [{ companyId: 1 }]])(
    'however odd the name is: %j',
    async (companyId) => {
      const answer = await world.send('tags.create', { body: { name: 'Nome qualquer', companyId } }, world.a.admin);
      expect(answer.statusCode, answer.body).toBe(200);
    },
  );

  it('in the path it is remembered too, unless a super user asks', async () => {
    const { house, a, b } = world;
    for (const path of ['/companySettings/', '/companies/listPlan/']) {
      house.clock.pass(NOTE_EVERY_MS + 1000);
      const [own, supers] = [await notesOf(a.companyId), await notesOf(world.super.companyId)];
      await house.withToken(freshToken(house, a.admin))('GET', path + b.companyId);
      await house.withToken(freshToken(house, world.super))('GET', path + b.companyId);
      expect((await notesOf(a.companyId)) - own, path).toBe(1);
      expect((await notesOf(world.super.companyId)) - supers, path).toBe(0);
    }
  });
});

async function ask(name: CallName, caller: World['super'], say: (sent: AnySent) => AnySent) {
  await forgetCounts(world.house);
  const sent = say(await world.sample(name, world.a));
  if (!endsSession(name)) return world.send(name, sent, caller);
  const { email } = await world.a.make.person({ profile: 'admin' });
  return world.send(name, sent, await world.house.signIn(email));
}

const withHeaders = (sent: AnySent, headers: Record<string, string>): AnySent => ({
  ...sent,
  headers: { ...sent.headers, ...headers },
});

async function notesOf(companyId: number): Promise<number> {
  const { rowCount } = await world.house.asOwner.query(
    "select from audit_log where company_id = $1 and act = 'foreign-company-named'",
    [companyId],
  );
  return rowCount ?? 0;
}

/** Two calls make two things: their ids, colours, tokens and times differ, and nothing else does. */
const shapeOf = (body: string): string =>
  body
    .replace(
      /"(token|tokenLast4|sessionId|profileImage|urlPicture|uuid|wid|url|clientKey|now|timeZone|\w+At)":"[^"]*"/g,
      '"$1":""',
    )
    .replace(/#[0-9a-f]{6}/gi, '#')
    .replace(/\[[^\]]*\{.*\}[^\]]*\]/gs, '[…]')
    .replace(/\d+/g, '0');

/** Every company id anywhere in an answer. */
const companiesIn = (body: string): number[] =>
  [...body.matchAll(/"companyId":(\d+)/g)].map((match) => Number(match[1]));
