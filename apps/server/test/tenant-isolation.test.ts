import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isStorageKey } from '../src/infrastructure/storage/storage.ts';
import { signMedia } from '../src/infrastructure/storage/signed-url.ts';
import { mediaSecret } from '../src/wiring/shared-services.ts';
import { CANARY, textColumns, skippedColumns } from './fixtures/canary.ts';
import { callFields, reads, withValue, type AnySent, type CallName } from './fixtures/calls.ts';
import { lists } from './fixtures/lists.ts';
import { isForSuperUsers } from './fixtures/rights.ts';
import { sampleOfExisting } from './fixtures/samples.ts';
import { figure, SWEEP_MS } from './fixtures/scale.ts';
import { idFields, put, slotList, valueFor, type Slot } from './fixtures/slots.ts';
import type { Tenant } from './fixtures/tenants.ts';
import { createTenantFixture, leaksIn, resetRateLimits, type TenantFixture } from './fixtures/tenant-fixture.ts';

/** Responses with a time or a random value, which differ from one request to the next. */
const differing: CallName[] = [
  'signUp.puzzle',
  'linkings.begin',
  'linkings.pages',
  'dashboard.now',
  'livePanel.show',
  'sandbox.overview',
];

// Two checks separate companies: every query filters by company, and row-level security. The queries are also tested alone.
describe.each([
  ['with both checks', true],
  ['by the queries alone, without row-level security', false],
])('isolation of two companies, %s', { timeout: SWEEP_MS }, (how, rowSecurity) => {
  let fixture: TenantFixture;
  beforeAll(async () => {
    fixture = await createTenantFixture({ rowSecurity });
  });
  afterAll(() => fixture.stop());

  it('fixture: both companies have at least two rows in every table, the second has the canary in every column', async () => {
    const { server, rows, a, b } = fixture;
    for (const { name, key } of rows.tenant) {
      const least = key.length === 1 ? 1 : 2;
      for (const { companyId } of [a, b]) {
        const { rowCount } = await server.asOwner.query(`select from ${name} where company_id = $1`, [companyId]);
        expect(rowCount, `${name} of company ${companyId}`).toBeGreaterThanOrEqual(least);
      }
    }
    for (const { table, name } of await textColumns(server, rows)) {
      if (`${table}.${name}` in skippedColumns) continue;
      const { rowCount } = await server.asOwner.query(
        `select from ${table} where company_id = $1 and ${name}::text like $2`,
        [b.companyId, `%${CANARY}%`],
      );
      expect(rowCount, `${table}.${name} contains the canary`).toBeGreaterThan(0);
    }
  });

  it('users of the second company receive the canary, so that a leak would be noticed', async () => {
    const seen: CallName[] = [];
    for (const { name, endpoint } of reads) {
      if (endpoint.access === 'public' || isForSuperUsers(name)) continue;
      const sent = sampleOfExisting(name, fixture.b);
      const answer = await fixture.send(name, sent, fixture.b.admin);
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
        'teamChats.list',
        'teamChats.show',
        'teamChats.messages',
        'reports.list',
        'reports.messages',
        'reports.filters',
        'livePanel.show',
        'livePanel.users',
        'livePanel.moments',
        'campaigns.list',
        'campaigns.show',
        'campaigns.report',
        'campaigns.recipients',
        'schedules.list',
        'schedules.show',
        'quickMessages.list',
        'quickMessages.pick',
        'quickMessages.show',
        'contactLists.list',
        'contactLists.pick',
        'contactLists.show',
        'contactLists.items',
        'contactLists.item',
        'fileLists.list',
        'fileLists.pick',
        'fileLists.show',
        'messages.search',
        'messages.list',
        'messages.transcribe',
        'messages.deliveries',
        'messages.life',
        'quarantine.list',
        'sandbox.overview',
      ]),
    );
  });

  it('the id slots of the contract are the declared ones', () => {
    const contractSlots = idFields.map((field) => `${field.call} ${field.in}.${field.path}`);
    const declared = slotList.map(({ call, slot }) => `${call} ${slot.in}.${slot.path}`);
    expect(declared.sort()).toEqual(contractSlots.sort());
  });

  it('an id of another company reads nothing, changes nothing and reveals nothing [TI-01] [TI-05] [M-018]', async () => {
    const { server, rows, a, b } = fixture;
    let requestCount = 0;
    const otherCompanyHash = await rows.hash(b.companyId);
    // A company id in the request is audited; a rejected request writes nothing else, so its sample is used again.
    const canWrite = (slot: Slot) => slot.kind === 'company' || slot.otherCompany === 'dropped';
    const rejectedSamples = new Map<CallName, AnySent>();
    for (const { call, slot } of slotList)
      if (!canWrite(slot) && !rejectedSamples.has(call)) rejectedSamples.set(call, await fixture.sample(call, a));
    // Both companies of the caller, and the other one.
    const companyIds = [a.companyId, fixture.super.companyId, b.companyId];
    let before = await rows.hash(...companyIds);
    for (const { call, slot } of slotList) {
      for (const [role, caller] of Object.entries({ admin: a.admin, agent: a.agent, super: fixture.super })) {
        if (role === 'super' && slot.superUserCan) continue;
        await resetRateLimits(server);
        const label = `${call} ${slot.in}.${slot.path} as ${role}`;
        const sample = canWrite(slot) ? await fixture.sample(call, a) : rejectedSamples.get(call)!;
        const sent = put(sample, slot, valueFor(slot, b));
        const answer = await fixture.send(call, sent, caller);
        expect(leaksIn(fixture, answer), label).toEqual([]);
        await expectForeignIdResult(label, call, slot, sent, { status: answer.statusCode, body: answer.body, role });
        requestCount++;
      }
      const label = `${call} ${slot.in}.${slot.path}`;
      const after = await rows.hash(...companyIds);
      if (!canWrite(slot)) expect(after, `${label} wrote something`).toBe(before);
      else {
        before = after;
        expect(await rows.hash(b.companyId), `${label} changed the other company`).toBe(otherCompanyHash);
      }
    }
    expect(await rows.hash(b.companyId)).toBe(otherCompanyHash);
    figure('TI-01', `foreign ids sent ${how}, leaks, changed rows`, `${requestCount}, 0, 0`);

    async function expectForeignIdResult(
      label: string,
      call: CallName,
      slot: Slot,
      sent: object,
      { status, body, role }: { status: number; body: string; role: string },
    ) {
      if (slot.otherCompany === 'ignored') {
        const other = put(sent, slot, valueFor(slot, 'nobody'));
        const same = await fixture.send(
          call,
          other,
          role === 'admin' ? a.admin : role === 'agent' ? a.agent : fixture.super,
        );
        return expect([status, body], label).toEqual([same.statusCode, same.body]);
      }
      // A caller without the permission gets 403 for every id.
      if (status === 403 && (role === 'agent' || isForSuperUsers(call))) return;
      const expected = { dropped: [200, 404], missing: [404], refused: [400, 404] }[slot.otherCompany];
      expect(expected, `${label}: ${body}`).toContain(status);
    }
  });

  it('lists, searches and counts contain all rows of the own company and no others [TI-04] [M-018]', async () => {
    const { server, a, b } = fixture;
    let compared = 0;
    for (const { name } of reads) {
      const list = lists[name];
      expect(list, `${name} needs a row in fixtures/lists.ts`).toBeDefined();
      if (!list) continue;
      for (const { companyId, admin } of [a, b]) {
        const answer = await fixture.send(name, list.sent ?? {}, admin);
        const { rows } = await server.asOwner.query(list.sql, [companyId]);
        expect(list.actual(answer.json()), name).toEqual(list.expected(rows as never));
        compared++;
      }
      for (const { token } of [a.admin, a.agent]) {
        expect(leaksIn(fixture, await fixture.send(name, list.sent ?? {}, { token })), name).toEqual([]);
      }
    }
    figure('TI-04', `lists compared with SQL ${how}, mismatches`, `${compared}, 0`);
  });

  it.runIf(rowSecurity)('what was cached for one company is not read by another [TI-08]', async () => {
    const { server, a, b } = fixture;
    const forgetAll = () => [a, b, fixture.super].forEach(({ companyId }) => server.db.invalidate(companyId));
    const hideNumbers = async (data: 'enabled' | 'disabled') => {
      for (const column of ['enableLGPD', 'lgpdHideNumber'])
        expect((await b.admin.request('PUT', '/companySettings', { column, data })).statusCode).toBe(200);
    };
    await hideNumbers('enabled');
    const ask = (name: CallName, { admin }: Tenant, of: Tenant) =>
      fixture.send(name, sampleOfExisting(name, of), admin);
    let compared = 0;
    for (const { name } of reads) {
      if (isForSuperUsers(name)) continue;
      forgetAll();
      const own = await ask(name, a, a);
      forgetAll();
      await ask(name, b, b);
      const afterOther = await ask(name, a, a);
      expect(leaksIn(fixture, afterOther), name).toEqual([]);
      if (!differing.includes(name)) expect(afterOther.body, name).toBe(own.body);
      compared++;
    }
    await hideNumbers('disabled');
    figure('TI-08', 'reads after those of another company, leaks', `${compared}, 0`);
  });

  it('no file of another company is served without its signed link [TI-09]', async () => {
    const { server, a, b } = fixture;
    const secret = mediaSecret(server.config.signing.current);
    const keys = await storedKeys(b.companyId);
    expect(keys.length).toBeGreaterThan(5);
    const bytes = `${CANARY} bytes`;
    for (const key of keys) {
      const path = join(server.config.storageDir, key);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, bytes);
    }
    const later = new Date(+server.clock.now() + 3_600_000);
    const ownKey = (await storedKeys(a.companyId))[0]!;
    let requests = 0;
    let served = 0;
    for (const key of keys) {
      const link = signMedia(key, { secret, expiresAt: later });
      const own = await server.app.inject(link);
      // A key that no row of `files` describes is not served at all.
      if (own.statusCode === 200) {
        expect(own.body).toBe(bytes);
        served++;
      }
      const expired = signMedia(key, { secret, expiresAt: new Date(+server.clock.now() - 3_600_000) });
      const ofOwnFile = signMedia(ownKey, { secret, expiresAt: later });
      const wrongLinks = [
        `/media/${key}`,
        expired,
        `${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`,
        link.replace(/e=(\d+)/, (_, end: string) => `e=${Number(end) + 3600}`),
        ofOwnFile.replace(ownKey, key),
        signMedia(key, { secret: `${secret}x`, expiresAt: later }),
        `/public/${key}`,
        `/public/${encodeURIComponent(key)}`,
      ];
      for (const url of wrongLinks)
        for (const headers of [{}, { authorization: `Bearer ${a.admin.token}`, cookie: a.admin.cookie }]) {
          const answer = await server.app.inject({ url, headers });
          expect(answer.statusCode, url).toBe(404);
          expect(answer.body).not.toContain(CANARY);
          requests++;
        }
    }
    expect(served).toBeGreaterThan(1);
    figure('TI-09', `links to files of another company ${how}, bytes`, `${requests}, 0`);
  });

  /** The keys of every file that a row of the company names. */
  async function storedKeys(companyId: number): Promise<string[]> {
    const { server, rows } = fixture;
    const keys = new Set<string>();
    for (const { table, name } of await textColumns(server, rows)) {
      if (!name.endsWith('_key')) continue;
      const { rows: found } = await server.asOwner.query<{ key: string }>(
        `select ${name} as key from ${table} where company_id = $1`,
        [companyId],
      );
      for (const { key } of found) if (isStorageKey(key)) keys.add(key);
    }
    return [...keys];
  }

  it('a search for texts of another company finds nothing [TI-04]', async () => {
    // Their texts belong to no company.
    const ofPlatform: CallName[] = ['announcements.list', 'helps.list'];
    // Numbers of what is found, without the texts that were searched for.
    const ofNumbers: CallName[] = ['reports.ratings'];
    const excepted = new Set([...ofPlatform, ...ofNumbers]);
    const searching = callFields.filter(
      ({ call, path, in: part }) =>
        part === 'query' && path === 'searchParam' && !isForSuperUsers(call) && !excepted.has(call),
    );
    expect(searching.length).toBeGreaterThan(0);
    for (const field of searching) {
      const searchIn = (tenant: Tenant) =>
        fixture.send(field.call, withValue(sampleOfExisting(field.call, tenant), field, CANARY), tenant.admin);
      const ownResult = (await searchIn(fixture.b)).body;
      const answer = await searchIn(fixture.a);
      expect(ownResult, `${field.call} finds them in the own company`).toContain(CANARY);
      expect(answer.statusCode).toBe(200);
      expect(answer.body, field.call).toMatch(/\[\]/);
      expect(answer.body).not.toContain(CANARY);
    }
  });
});
