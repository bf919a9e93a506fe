import { isOpenToSupport } from '@balcao/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls, type AnySent, type Call, type CallName } from './fixtures/calls.ts';
import { isForSuperUsers, publicCalls, tokenCalls } from './fixtures/rights.ts';
import { inGroups, namesOf } from './fixtures/rows.ts';
import { figure, SWEEP_MS } from './fixtures/scale.ts';
import { allOf, createTenantFixture, resetRateLimits, type TenantFixture } from './fixtures/tenant-fixture.ts';

/** Reviewed: the only writes of support access: settings, queues and their bot, connections, hours, and its own end. */
const openWrites: CallName[] = [
  'chatbots.create',
  'chatbots.remove',
  'chatbots.try',
  'chatbots.update',
  'companies.addHoliday',
  'companies.addNationalDays',
  'companies.changeHoliday',
  'companies.removeHoliday',
  'companies.saveSchedules',
  'companies.saveTimeZone',
  'connections.attach',
  'connections.detach',
  'connections.endSession',
  'connections.newSession',
  'connections.openSession',
  'connections.restart',
  'connections.update',
  'queues.create',
  'queues.remove',
  'queues.update',
  'settings.saveCompany',
  'settings.undo',
  'support.end',
  'support.renew',
];
/** Reviewed: reads that support access does not include, and why. */
const closedReads: Partial<Record<CallName, string>> = {
  'messages.list': 'messages',
  'messages.search': 'messages',
  'messages.transcribe': 'messages',
  'messages.counts': 'messages',
  'messages.deliveries': 'messages',
  'messages.life': 'messages',
  'tickets.list': 'their last message',
  'tickets.kanban': 'their last message',
  'tickets.show': 'their last message',
  'tickets.showByUuid': 'their last message',
  'tickets.draft': 'a message that is being written',
  'tickets.log': 'what happened in a conversation',
  'flows.runs': 'what happened in a conversation',
  'flows.run': 'the answers of a customer',
  'flows.runContents': 'what a conversation sent to services',
  'flows.ticketRuns': 'what happened in a conversation',
  'prompts.knowledgeEntry': 'texts of the company',
  'doctor.show': 'the machine, not a company',
  'reports.list': 'their last message',
  'reports.ratings': 'how customers rated agents',
  'reports.messages': 'who wrote to whom',
  'reports.filters': 'filters of a user',
  'reports.exports': 'exports',
  'reports.exported': 'an export',
  'livePanel.show': 'their last message',
  'livePanel.users': 'their last message',
  'livePanel.moments': 'their last message',
  'campaigns.list': 'messages to customers',
  'campaigns.show': 'messages to customers',
  'campaigns.forecast': 'a campaign',
  'campaigns.report': 'a campaign',
  'campaigns.recipients': 'names and numbers of customers',
  'campaigns.exported': 'a file with numbers',
  'schedules.list': 'messages to customers',
  'contactLists.items': 'numbers of customers',
  'contactLists.item': 'numbers of customers',
  'schedules.occurrences': 'messages to customers',
  'schedules.show': 'messages to customers',
  'teamChats.list': 'words of colleagues',
  'teamChats.show': 'words of colleagues',
  'teamChats.messages': 'words of colleagues',
  'notes.list': 'notes about a customer',
  'quarantine.list': 'messages that could not be read',
  'sandbox.overview': 'messages of the simulator',
  'sandbox.thread': 'messages of the simulator',
  'sandbox.media': 'messages of the simulator',
  'sandbox.trace': 'messages of the simulator',
  'contacts.incompleteNumbers': 'numbers',
  'contacts.picture': 'found by its number',
  'contactSheets.list': 'spreadsheets with numbers',
  'contactSheets.show': 'spreadsheets with numbers',
  'contactSheets.exported': 'an export',
  'privacy.exports': 'exports',
  'privacy.consents': 'belongs to the export of a person',
  'linkings.show': 'the token of a webhook',
  'linkings.begin': 'a sign-in for the user who begins it',
  'linkings.pages': 'a sign-in for the user who begins it',
  'push.key': 'notifications of a user',
  'invoices.list': 'payment',
  'invoices.shown': 'payment',
  'invoices.offers': 'payment',
  'invoices.price': 'payment',
  'invoices.subscription': 'payment',
  'settings.payment': 'payment',
};
/** Texts that no response to support access contains. */
const MESSAGE = 'qxmensagemxq';

let fixture: TenantFixture;
let access: { id: string; token: string };
const open = async () => {
  const path = `/companies/${fixture.a.companyId}/support`;
  const answer = await fixture.super.request('POST', path, { reason: 'Varredura' });
  expect(answer.statusCode, answer.body).toBe(201);
  access = answer.json();
};
beforeAll(async () => {
  fixture = await createTenantFixture();
  const { server, a } = fixture;
  await server.asOwner.query('update messages set body = $2 where company_id = $1', [a.companyId, MESSAGE]);
  await server.asOwner.query('update tickets set last_message = $2 where company_id = $1', [a.companyId, MESSAGE]);
  await open();
});
afterAll(() => fixture.stop());

const ofSessions = calls.filter(({ name }) => !publicCalls.includes(name) && !tokenCalls.includes(name));

/** One sample for all requests that are refused or read: they leave it unused. */
const unused = new Map<CallName, AnySent>();
async function samplesOf(isAsked: (call: Call) => boolean): Promise<Map<CallName, AnySent>> {
  const names = ofSessions.filter(isAsked).map(({ name }) => name);
  for (const name of names.filter((candidate) => !unused.has(candidate))) {
    await resetRateLimits(fixture.server);
    unused.set(name, await fixture.sample(name, fixture.a));
  }
  return new Map(names.map((name) => [name, unused.get(name)!]));
}

describe('what support access includes', { timeout: SWEEP_MS }, () => {
  it('is the reviewed writes and every read except the reviewed ones', () => {
    const included = (isRead: boolean) =>
      ofSessions.filter(({ endpoint }) => (endpoint.method === 'GET') === isRead && isOpenToSupport(endpoint));
    expect(
      included(false)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(openWrites);
    const reads = ofSessions.filter(({ endpoint }) => endpoint.method === 'GET').map(({ name }) => name);
    const open = new Set(included(true).map(({ name }) => name));
    expect(reads.filter((name) => !open.has(name)).sort()).toEqual(Object.keys(closedReads).sort());
  });

  it('every other endpoint is refused and writes nothing', async () => {
    const { a, rows } = fixture;
    let refused = 0;
    const samples = await samplesOf(({ endpoint }) => !isOpenToSupport(endpoint));
    const before = await rows.hash(a.companyId);
    for (const group of inGroups(samples)) {
      for (const [name, sample] of group) {
        await resetRateLimits(fixture.server);
        const answer = await fixture.send(name, sample, { token: access.token });
        expect([answer.statusCode, answer.json().error], name).toEqual([403, 'ERR_SUPPORT_REFUSED']);
        refused++;
      }
      expect(await rows.hash(a.companyId), namesOf(group)).toBe(before);
    }
    figure('AL-04', 'endpoints refused to support access', String(refused));
  });

  it('no read shows a message or a password hash, changes a row or belongs to the platform', async () => {
    const { a, rows } = fixture;
    const samples = await samplesOf(({ endpoint }) => endpoint.method === 'GET' && isOpenToSupport(endpoint));
    const before = await rows.hash(a.companyId);
    for (const group of inGroups(samples)) {
      for (const [name, sample] of group) {
        await resetRateLimits(fixture.server);
        const answer = await fixture.send(name, sample, { token: access.token });
        expect(answer.statusCode, `${name}: ${answer.body.slice(0, 200)}`).toBeLessThan(500);
        expect(answer.statusCode, `${name}: ${answer.body.slice(0, 200)}`).not.toBe(401);
        if (isForSuperUsers(name)) expect(answer.statusCode, name).toBe(403);
        expect(allOf(answer), name).not.toMatch(new RegExp(`${MESSAGE}|argon2id`));
      }
      expect(await rows.hash(a.companyId), namesOf(group)).toBe(before);
    }
  });

  it('every write that is included works', async () => {
    for (const name of openWrites) {
      if (name === 'support.end') continue;
      await resetRateLimits(fixture.server);
      const answer = await fixture.send(name, await fixture.sample(name, fixture.a), { token: access.token });
      expect(answer.statusCode, `${name}: ${answer.body.slice(0, 200)}`).toBeLessThan(300);
    }
  });

  it('after its end no endpoint answers', async () => {
    const ended = await fixture.send('support.end', { params: { id: access.id } }, { token: access.token });
    expect(ended.statusCode, ended.body).toBe(200);
    for (const [name, sample] of await samplesOf(() => true)) {
      const answer = await fixture.send(name, sample, { token: access.token });
      expect([answer.statusCode, answer.json().error], name).toEqual([401, 'ERR_SUPPORT_ENDED']);
    }
  });
});
