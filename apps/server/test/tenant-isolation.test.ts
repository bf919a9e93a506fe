import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CANARY, wordColumns, wordless } from './world/canary.ts';
import { places, reads, withValue, type CallName } from './world/calls.ts';
import { lists } from './world/lists.ts';
import { thereAlready } from './world/samples.ts';
import { figure, SWEEP_MS } from './world/scale.ts';
import { idPlaces, put, slotList, valueFor, type Slot } from './world/slots.ts';
import { allOf, aWorld, forgetCounts, type World } from './world/world.ts';

// Two locks keep companies apart: every query names the company, and the database shows no other. Each is tried alone.
describe.each([
  ['with both locks', true],
  ['by the queries alone, without row-level security', false],
])('one company beside another, %s', { timeout: SWEEP_MS }, (how, rowSecurity) => {
  let world: World;
  beforeAll(async () => {
    world = await aWorld({ rowSecurity });
  });
  afterAll(() => world.stop());

  it('the two are mirrored: at least two rows in every table, and the canary in every column of the second', async () => {
    const { house, rows, a, b } = world;
    for (const { name, key } of rows.tenant) {
      const least = key.length === 1 ? 1 : 2;
      for (const { companyId } of [a, b]) {
        const { rowCount } = await house.asOwner.query(`select from ${name} where company_id = $1`, [companyId]);
        expect(rowCount, `${name} of company ${companyId}`).toBeGreaterThanOrEqual(least);
      }
    }
    for (const { table, name } of await wordColumns(house, rows)) {
      if (`${table}.${name}` in wordless) continue;
      const { rowCount } = await house.asOwner.query(
        `select from ${table} where company_id = $1 and ${name}::text like $2`,
        [b.companyId, `%${CANARY}%`],
      );
      expect(rowCount, `${table}.${name} holds the canary`).toBeGreaterThan(0);
    }
  });

  it('its own people see the canary: a leak would be seen', async () => {
    const seen: CallName[] = [];
    for (const { name, endpoint } of reads) {
      if (endpoint.may === 'public') continue;
      const sent = thereAlready(name, world.b);
      const answer = await world.send(name, sent, world.b.admin);
      expect(answer.statusCode, `${name}: ${answer.body}`).toBe(200);
      if (answer.body.includes(CANARY)) seen.push(name);
    }
    expect(seen).toEqual(
      expect.arrayContaining([
        'settings.company',
        'companies.plan',
        'tags.list',
        'tags.show',
        'access.me',
        'access.users',
        'queues.list',
        'connections.list',
        'connections.show',
        'contacts.list',
        'contacts.pick',
        'contacts.show',
        'contacts.merges',
        'contactSheets.list',
        'contactSheets.show',
        'tickets.list',
        'tickets.kanban',
        'tickets.show',
        'tickets.showByUuid',
        'tickets.log',
        'tickets.draft',
        'notes.list',
        'quickMessages.list',
        'quickMessages.pick',
        'quickMessages.show',
        'fileLists.list',
        'fileLists.pick',
        'fileLists.show',
        'messages.search',
        'messages.list',
        'messages.transcribe',
        'messages.deliveries',
        'messages.life',
        'sandbox.overview',
      ]),
    );
  });

  it('the id slots that the contract shows are the declared ones', () => {
    const shown = idPlaces.map((place) => `${place.call} ${place.in}.${place.path}`);
    const declared = slotList.map(({ call, slot }) => `${call} ${slot.in}.${slot.path}`);
    expect(declared.sort()).toEqual(shown.sort());
  });

  it("a stranger's id opens nothing, changes nothing and tells nothing [TI-01] [TI-05] [M-018]", async () => {
    const { house, rows, a, b, secrets } = world;
    let tried = 0;
    const stranger = await rows.hash(b.companyId);
    for (const { call, slot } of slotList) {
      for (const [role, caller] of Object.entries({ admin: a.admin, agent: a.agent, super: world.super })) {
        if (role === 'super' && slot.superMay) continue;
        await forgetCounts(house);
        const label = `${call} ${slot.in}.${slot.path} as ${role}`;
        const home = role === 'super' ? world.super.companyId : a.companyId;
        const sent = put(await world.sample(call, a), slot, valueFor(slot, b));
        const before = await rows.hash(home);
        const answer = await world.send(call, sent, caller);

        expect(await rows.hash(b.companyId), `${label} changed the stranger`).toBe(stranger);
        for (const secret of secrets) expect(allOf(answer), label).not.toContain(secret);
        await expectStranger(label, call, slot, sent, { status: answer.statusCode, body: answer.body, role });
        // A named company is remembered in the audit log; nothing else may be written by a refused call.
        const isDone = slot.kind === 'company' || slot.stranger === 'dropped';
        if (!isDone) expect(await rows.hash(home), `${label} wrote something`).toBe(before);
        tried++;
      }
    }
    figure('TI-01', `foreign ids tried ${how}, leaks, changed rows`, `${tried}, 0, 0`);

    async function expectStranger(
      label: string,
      call: CallName,
      slot: Slot,
      sent: object,
      { status, body, role }: { status: number; body: string; role: string },
    ) {
      if (slot.stranger === 'ignored') {
        const other = put(sent, slot, valueFor(slot, 'nobody'));
        const same = await world.send(
          call,
          other,
          role === 'admin' ? a.admin : role === 'agent' ? a.agent : world.super,
        );
        return expect([status, body], label).toEqual([same.statusCode, same.body]);
      }
      if (slot.stranger === 'dropped') return expect([200, 404], `${label}: ${body}`).toContain(status);
      // Whoever may not do it at all hears that first, and hears it of every id.
      const isForbidden = status === 403 && role === 'agent';
      if (!isForbidden) expect(slot.stranger === 'missing' ? [404] : [400, 404], `${label}: ${body}`).toContain(status);
    }
  });

  it('lists, searches and counts hold the own rows, all of them and no others [TI-04] [M-018]', async () => {
    const { house, a, b, secrets } = world;
    let compared = 0;
    for (const { name } of reads) {
      const list = lists[name];
      expect(list, `${name} needs a row in world/lists.ts`).toBeDefined();
      if (!list) continue;
      for (const { companyId, admin } of [a, b]) {
        const answer = await world.send(name, list.sent ?? {}, admin);
        const { rows } = await house.asOwner.query(list.sql, [companyId]);
        expect(list.shown(answer.json()), name).toEqual(list.expected(rows as never));
        compared++;
      }
      for (const { token } of [a.admin, a.agent]) {
        const told = allOf(await world.send(name, list.sent ?? {}, { token }));
        for (const secret of secrets) expect(told, name).not.toContain(secret);
      }
    }
    figure('TI-04', `lists compared with SQL ${how}, mismatches`, `${compared}, 0`);
  });

  it("searching for a stranger's words finds nothing [TI-04]", async () => {
    const searching = places.filter(({ path, in: part }) => part === 'query' && path === 'searchParam');
    expect(searching.length).toBeGreaterThan(0);
    for (const place of searching) {
      const found = (await world.send(place.call, withValue({}, place, CANARY), world.b.admin)).body;
      const answer = await world.send(place.call, withValue({}, place, CANARY), world.a.admin);
      expect(found, `${place.call} finds them at home`).toContain(CANARY);
      expect(answer.statusCode).toBe(200);
      expect(answer.body, place.call).toMatch(/\[\]/);
      expect(answer.body).not.toContain(CANARY);
    }
  });
});
