import { ReportFilter } from '@balcao/contract/endpoints/reports';
import { isAgentPart, isNowPart, nowParts, reportParts, type ReportPart } from '@balcao/domain/insight/metrics';
import { reportTexts } from '@balcao/domain/insight/report-texts';
import { dateIn } from '@balcao/domain/hours/hours';
import type { ClosedBy } from '@balcao/domain/ticket/ticket';
import { fold } from '@balcao/domain/text/fold';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createRandom, caseCounts, figure } from '../../../test/case-counts.ts';
import { createTestChannel } from '../../../test/channel.ts';
import { createFactory } from '../../../test/fixtures/factory.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { openSocket } from '../../../test/sockets.ts';
import { rowsOf as readSpreadsheet } from './workbook.fixture.ts';
import { createLives, type Lives } from '../dashboard/lives.fixture.ts';
import { addDays } from '../dashboard/index.ts';
import { reportRowStore } from './report-rows.store.ts';
import {
  cyclesOf,
  mean,
  minutes,
  readEverything,
  secondsOf,
  share,
  type FullCycle,
  type OracleData,
} from '../dashboard/oracle.fixture.ts';

const ZONE = 'America/Sao_Paulo';
const HOUR_MS = 3_600_000;
/** The hour that holds an instant; São Paulo is a whole number of hours from UTC. */
const hourOf = (at: Date) => new Date(Math.floor(+at / HOUR_MS) * HOUR_MS);
const SECONDS_PER_DAY = 86_400;
const random = createRandom();
let server: TestServer;
let lives: Lives;
beforeAll(async () => {
  const { channel } = createTestChannel({});
  server = await startTestServer({ open: true, channels: { of: () => channel, close: async () => {} } });
  await server.work();
  lives = await createLives(server, random);
  for (let n = 0; n < 60; n += 1) await lives.live(8, 20);
}, 120_000);
afterAll(() => server.stop());
const today = () => dateIn(ZONE, server.clock.now());
const list = async (query: Record<string, string>, caller = lives.admin) => {
  const response = await caller.request('GET', `/ticketreport/reports?${new URLSearchParams(query)}`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
};

/** The cycles of a part, by their rows. */
const isIn: Record<ReportPart, (full: FullCycle, isAgent: (id: number | null | undefined) => boolean) => boolean> = {
  finished: ({ cycle }) => cycle.finished_at !== null,
  groups: ({ ticket }) => ticket.is_group,
  active: ({ ticket }) => ticket.is_active_demand,
  passive: ({ ticket }) => !ticket.is_active_demand,
  waitRating: ({ cycle, ticket }) => cycle.finished_at === null && ticket.status === 'nps',
  withRating: ({ cycle, rating }) => cycle.finished_at !== null && rating !== undefined,
  withoutRating: ({ cycle, rating }) => cycle.finished_at !== null && rating === undefined,
  promoters: ({ rating }) => (rating?.rate ?? 0) >= 9,
  passives: ({ rating }) => [7, 8].includes(rating?.rate ?? 0),
  detractors: ({ rating }) => rating !== undefined && rating.rate <= 6,
  leads: () => true,
  attended: ({ periods }) => secondsOf(periods.filter(({ kind }) => kind === 'attended')) > 0,
  waited: ({ periods }) => secondsOf(periods.filter(({ kind }) => kind === 'waiting')) > 0,
  answered: ({ cycle, periods }) =>
    periods.some(({ kind, from_at }) => kind === 'waiting' && from_at <= (cycle.first_reply_at ?? 0)),
  unanswered: ({ cycle, periods }) => cycle.first_reply_at === null && periods.some(({ kind }) => kind === 'waiting'),
  replied: ({ cycle }) => cycle.reply_waits > 0,
  withTarget: ({ cycle }) => cycle.is_in_time !== null,
  withinTarget: ({ cycle }) => cycle.is_in_time === true,
  late: ({ cycle }) => cycle.is_in_time === false,
  unassigned: ({ cycle }) => cycle.last_user_id === null,
  handled: ({ periods }, isAgent) => periods.some(({ kind, user_id }) => kind === 'attended' && isAgent(user_id)),
  passedOn: ({ cycle, periods }, isAgent) =>
    periods.some(({ kind, user_id }) => kind === 'attended' && isAgent(user_id) && user_id !== cycle.last_user_id),
  accepted: ({ periods }, isAgent) =>
    periods.some(({ kind, ended_user_id }) => kind === 'waiting' && isAgent(ended_user_id)),
  ownRating: ({ rating }, isAgent) => isAgent(rating?.user_id),
  openNow: ({ cycle, ticket }) => cycle.finished_at === null && ticket.status === 'open',
  pendingNow: ({ cycle, ticket }) => cycle.finished_at === null && ticket.status === 'pending',
  groupNow: ({ cycle, ticket }) => cycle.finished_at === null && ticket.status === 'group',
};

/** Contacts with exactly one cycle, neither merged nor groups. */
const leadsOf = ({ contacts }: OracleData, all: FullCycle[]) =>
  new Map(
    contacts
      .filter(({ id, merged_into_id, is_group }) => {
        const cycles = all.filter(({ ticket }) => ticket.contact_id === id);
        return merged_into_id === null && !is_group && cycles.length === 1;
      })
      .map((contact) => [contact.id, contact]),
  );

/** The totals of a report, by its rows. */
function totalsOf(rows: FullCycle[]) {
  const secondsIn = (kind: string) =>
    rows.map(({ periods }) => secondsOf(periods.filter((period) => period.kind === kind))).filter((s) => s > 0);
  const rates = rows.flatMap(({ rating }) => rating?.rate ?? []);
  const promoters = rates.filter((rate) => rate >= 9).length;
  const detractors = rates.filter((rate) => rate <= 6).length;
  return {
    tickets: rows.length,
    avgSupportTime: expect.closeTo(minutes(mean(secondsIn('attended'))), 1),
    avgWaitTime: expect.closeTo(minutes(mean(secondsIn('waiting'))), 1),
    rated: rates.length,
    percRating: share(rates.length, rows.length),
    npsScore: share(promoters - detractors, rates.length),
  };
}
const ratings = async (query: Record<string, string>) =>
  (await lives.admin.request('GET', `/ticketreport/ratings?${new URLSearchParams(query)}`)).json();
/** The ratings of a report, by its rows. */
function ratingsOf(rows: FullCycle[]) {
  const countsOf = (rates: number[]) => ({
    promoters: rates.filter((rate) => rate >= 9).length,
    passives: rates.filter((rate) => rate === 7 || rate === 8).length,
    detractors: rates.filter((rate) => rate <= 6).length,
  });
  const ratesOf = (isCounted: (userId: number | null) => boolean) =>
    rows.flatMap(({ rating }) => (rating && isCounted(rating.user_id) ? [rating.rate] : []));
  const all = ratesOf(() => true);
  // Agents are listed by name; theirs are in the order of their ids.
  const agents = ['Ana', 'Bia', 'Caio'].flatMap((name, n) => {
    const rates = ratesOf((userId) => userId === lives.agents[n]);
    const { promoters, passives, detractors } = countsOf(rates);
    if (rates.length === 0) return [];
    return {
      id: lives.agents[n],
      name,
      removed: false,
      countRating: rates.length,
      rating: expect.closeTo(mean(rates)!, 2),
      npsScore: share(promoters - detractors, rates.length),
      promoters,
      passives,
      detractors,
    };
  });
  return { scores: Array.from({ length: 11 }, (_, score) => all.filter((rate) => rate === score).length), agents };
}
/** Two tags, each with some of the contacts; by contact. */
async function tagContacts(contactIds: number[]): Promise<{ tags: number[]; tagsOf: Map<number, number[]> }> {
  const tags: number[] = [];
  const tagsOf = new Map<number, number[]>();
  for (const name of ['Retirada', 'Garantia']) {
    const { id } = (await lives.admin.request('POST', '/tags', { name })).json<{ id: number }>();
    tags.push(id);
    for (const contactId of contactIds.filter(() => random() < 0.4)) {
      await lives.sql('insert into contact_tags (company_id, contact_id, tag_id) values ($1, $2, $3)', [
        lives.companyId,
        contactId,
        id,
      ]);
      tagsOf.set(contactId, [...(tagsOf.get(contactId) ?? []), id]);
    }
  }
  return { tags, tagsOf };
}

describe('the list', () => {
  it(
    'and its totals equal a naive filter of the rows, for random filters [M-293] [M-294]',
    { timeout: 1_200_000 },
    async () => {
      const data = await readEverything(server, lives.companyId);
      const all = cyclesOf(data);
      const names = new Map(data.contacts.map(({ id, name }) => [id, fold(name)]));
      const { tags, tagsOf } = await tagContacts([...names.keys()]);
      const leads = leadsOf(data, all);
      const otherConnection = await createFactory(server, lives.companyId).connection();
      const latest = new Map(
        all.toSorted((a, b) => Number(a.cycle.id) - Number(b.cycle.id)).map((full) => [full.ticket.id, full]),
      );
      const some = <T>(values: readonly T[], share = 0.3): T[] =>
        random() < share ? values.filter(() => random() < 0.5) : [];
      const count = caseCounts(10_000, 200);
      for (let n = 0; n < count; n += 1) {
        const by = random() < 0.5 ? 'cycle' : 'conversation';
        const from = addDays(today(), -Math.floor(random() * 25));
        const to = addDays(from, Math.floor(random() * 25));
        const users = some(lives.agents);
        const queues = some(lives.queues);
        const statuses = some(['open', 'pending', 'closed', 'nps', 'group', 'lgpd']);
        const onlyRated = random() < 0.2;
        const part = random() < 0.4 ? lives.pick(by === 'cycle' ? reportParts : nowParts) : undefined;
        const hour = by === 'cycle' && random() < 0.1 ? hourOf(lives.pick(all).cycle.created_at) : undefined;
        const score = random() < 0.1 ? Math.floor(random() * 11) : undefined;
        const contactId = random() < 0.1 ? lives.pick(data.tickets).contact_id : undefined;
        const connections = some([lives.connectionId, otherConnection], 0.2);
        const chosenTags = some(tags);
        const search = random() < 0.2 ? lives.pick(['helena', 'OTAV', ' José ', 'rit', '%', 'ninguém']) : '';
        const query = {
          by,
          dateFrom: from,
          dateTo: to,
          users: JSON.stringify(users),
          queueIds: JSON.stringify(queues),
          status: JSON.stringify(statuses),
          onlyRated: String(onlyRated),
          whatsappId: JSON.stringify(connections),
          tags: JSON.stringify(chosenTags),
          searchParam: search,
          ...(part && { part }),
          ...(contactId !== undefined && { contactId: String(contactId) }),
          ...(score !== undefined && { score: String(score) }),
          ...(hour && { hour: hour.toISOString() }),
        };
        const answer = await list({ ...query, pageSize: '50' });
        const isByCycle = by === 'cycle';
        const isOfAgents = isAgentPart(part ?? null);
        const isAgent = (id: number | null | undefined) =>
          typeof id === 'number' && (users.length === 0 || users.includes(id));
        const expected = (isByCycle ? all : [...latest.values()])
          .filter(({ cycle, ticket, rating, ...rest }) => {
            const lead = leads.get(ticket.contact_id);
            if (part === 'leads' && !lead) return false;
            const began = part === 'leads' ? lead!.created_at : isByCycle ? cycle.created_at : ticket.created_at;
            const day = dateIn(ZONE, began);
            const status = isByCycle && cycle.finished_at !== null ? 'closed' : ticket.status;
            return (
              (isNowPart(part ?? null) || (from <= day && day <= to)) &&
              (!hour || (+hour <= +cycle.created_at && +cycle.created_at < +hour + HOUR_MS)) &&
              (isOfAgents ||
                users.length === 0 ||
                users.includes((isByCycle ? cycle.last_user_id : ticket.user_id) ?? 0)) &&
              (contactId === undefined || ticket.contact_id === contactId) &&
              (connections.length === 0 ||
                connections.includes((isByCycle ? cycle.connection_id : ticket.connection_id) ?? 0)) &&
              (chosenTags.length === 0 ||
                (tagsOf.get(ticket.contact_id) ?? []).some((id) => chosenTags.includes(id))) &&
              names.get(ticket.contact_id)!.includes(fold(search.trim())) &&
              (queues.length === 0 || queues.includes((isByCycle ? cycle.queue_id : ticket.queue_id) ?? 0)) &&
              (statuses.length === 0 || statuses.includes(status)) &&
              (!onlyRated || rating !== undefined) &&
              (score === undefined || rating?.rate === score) &&
              (part === undefined || isIn[part]({ cycle, ticket, rating, ...rest }, isAgent))
            );
          })
          .toSorted((a, b) => {
            const at = (full: FullCycle) => +(isByCycle ? full.cycle.created_at : full.ticket.created_at);
            return at(b) - at(a);
          });
        expect(answer.totalTickets.total).toBe(String(expected.length));
        expect(answer.summary).toEqual(totalsOf(expected));
        expect(await ratings(query)).toEqual(ratingsOf(expected));
        const ids = answer.tickets
          .map((row: { cycleId: number }) => row.cycleId)
          .toSorted((a: number, b: number) => a - b);
        if (expected.length <= 50)
          expect(ids).toEqual(expected.map(({ cycle }) => Number(cycle.id)).toSorted((a, b) => a - b));
      }
      figure('reports', `${count} random filters, 0 differences`);
    },
  );

  it(
    'has as many rows as the number of the dashboard that opens it, for random ranges [M-289] [M-291]',
    { timeout: 1_200_000 },
    async () => {
      const inPeriod = {
        tickets: {},
        supportFinished: { part: 'finished' },
        supportGroups: { part: 'groups' },
        leads: { part: 'leads' },
        activeTickets: { part: 'active' },
        passiveTickets: { part: 'passive' },
        waitRating: { part: 'waitRating' },
        withRating: { part: 'withRating' },
        withoutRating: { part: 'withoutRating' },
      };
      const ofAgent = {
        tickets: 'handled',
        passedOn: 'passedOn',
        countRating: 'ownRating',
      };
      const compared = { numbers: 0, passedOn: 0, leads: 0 };
      for (let n = 0; n < caseCounts(100); n += 1) {
        const dateFrom = addDays(today(), -Math.floor(random() * 25));
        const dateTo = n === 0 ? today() : addDays(dateFrom, Math.floor(random() * 25));
        const totalOf = async (filter: Record<string, string>) =>
          Number((await list({ by: 'cycle', dateFrom, dateTo, ...filter })).totalTickets.total);
        const dashboard = await lives.admin.request('GET', `/dashboard?date_from=${dateFrom}&date_to=${dateTo}`);
        const { counters, period, attendants: agents } = dashboard.json();
        for (const [name, filter] of Object.entries(inPeriod)) expect(await totalOf(filter), name).toBe(counters[name]);
        expect(await totalOf({ part: 'attended' })).toBe(period.supportTime.count);
        expect(await totalOf({ part: 'waited' })).toBe(period.waitTime.count);
        expect(await totalOf({ part: 'answered' })).toBe(period.firstResponse.count);
        expect(await totalOf({ part: 'unanswered' })).toBe(period.unanswered);
        expect(await totalOf({ part: 'withTarget' })).toBe(period.withTarget);
        expect(await totalOf({ part: 'late' })).toBe(period.late);
        expect((await totalOf({ part: 'withinTarget' })) + period.late).toBe(period.withTarget);
        expect(await totalOf({ onlyRated: 'true' })).toBe(period.scores.reduce((sum: number, n: number) => sum + n, 0));
        for (const agent of agents)
          for (const [name, part] of Object.entries(ofAgent)) {
            expect(await totalOf({ part, users: `[${agent.id}]` }), `${name} of ${agent.name}`).toBe(agent[name]);
            compared.numbers += 1;
          }
        compared.passedOn += agents.reduce((sum: number, { passedOn }: { passedOn: number }) => sum + passedOn, 0);
        compared.leads += counters.leads;
      }
      expect(Math.min(...Object.values(compared))).toBeGreaterThan(0);
    },
  );

  it('of now has as many rows as the number of now that opens it, page by page, whatever the days [M-289]', async () => {
    await lives.sql('update users set is_online = (id = any($2)) where company_id = $1', [
      lives.companyId,
      lives.agents.slice(1),
    ]);
    const now = (await lives.admin.request('GET', '/dashboard/now')).json();
    const days = { dateFrom: '2001-01-01', dateTo: '2001-01-02' };
    const numbers = { openNow: now.supportHappening, pendingNow: now.supportPending, groupNow: now.groupsNow };
    expect(Math.max(...Object.values(numbers))).toBeGreaterThan(5);
    for (const [part, number] of Object.entries(numbers))
      for (const by of ['conversation', 'cycle']) {
        const ids: number[] = [];
        for (let after: string | null = ''; after !== null;) {
          const page = await list({ by, part, pageSize: '5', after, ...days });
          ids.push(...page.tickets.map(({ id }: { id: number }) => id));
          after = page.next;
        }
        expect(new Set(ids).size, `${part} by ${by}`).toBe(number);
        expect(ids).toHaveLength(number);
      }
    const { attendants: agents } = (await lives.admin.request('GET', '/dashboard')).json();
    const isOnline = agents.map(({ online }: { online: boolean }) => online).filter(Boolean);
    expect([isOnline.length, agents.length]).toEqual([2, 4]);
    expect(now).toMatchObject({ attendantsOnline: 2, attendantsTotal: 4 });
  });

  it('of an hour has as many rows as its column in the chart [M-292]', async () => {
    const day = today();
    const { data } = (
      await lives.admin.request('GET', `/dashboard/ticketsDay?initialDate=${day}&finalDate=${day}`)
    ).json();
    const columns = (data as { total: number; at: string }[]).filter(({ total }) => total > 0);
    expect(columns.length).toBeGreaterThan(0);
    for (const { total, at } of columns)
      expect((await list({ by: 'cycle', dateFrom: day, dateTo: day, hour: at })).totalTickets.total).toBe(`${total}`);
  });

  it('pages by cursor and by number give the same rows, newest first', async () => {
    const range = { by: 'cycle', dateFrom: addDays(today(), -40), dateTo: today(), pageSize: '5' };
    const byNumber: number[] = [];
    const byCursor: number[] = [];
    let after = '';
    for (let page = 1; page < 200; page += 1) {
      const { tickets } = await list({ ...range, page: String(page) });
      byNumber.push(...tickets.map(({ cycleId }: { cycleId: number }) => cycleId));
      const answer = await list({ ...range, ...(after && { after }) });
      byCursor.push(...answer.tickets.map(({ cycleId }: { cycleId: number }) => cycleId));
      if (after) expect(answer.summary).toBeNull();
      if (answer.next === null) break;
      after = answer.next;
    }
    expect(byCursor).toEqual(byNumber);
    expect(new Set(byCursor).size).toBe(byCursor.length);
    const { counters } = (
      await lives.admin.request('GET', `/dashboard?date_from=${range.dateFrom}&date_to=${range.dateTo}`)
    ).json();
    expect(byCursor.length).toBe(counters.tickets);
  });

  it('shows the local times, the time with agents and the score of a row [M-294]', async () => {
    const { tickets } = await list({ dateFrom: addDays(today(), -40), dateTo: today(), onlyRated: 'true' });
    for (const row of tickets) {
      expect(row).toMatchObject({ rated: true, whatsappName: expect.stringMatching(/./) });
      expect(row.createdAt).toMatch(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/);
      expect(row.supportTime).toMatch(/^(\d+d )?(\d+h )?\d+m$/);
      expect(row.NPS).toBeGreaterThanOrEqual(0);
    }
  });

  it('hides numbers in names and messages, and finds contacts by name', async () => {
    const other = await createLives(server, random);
    await other.live(2, 1);
    await server.asOwner.query(`update contacts set name = '5511987654321' where company_id = $1 and name <> ''`, [
      other.companyId,
    ]);
    await other.admin.request('PUT', '/companySettings', { column: 'enableLGPD', data: 'enabled' });
    await other.admin.request('PUT', '/companySettings', { column: 'lgpdHideNumber', data: 'enabled' });
    const range = { dateFrom: addDays(today(), -40), dateTo: today() };
    const { tickets } = await list(range, other.admin);
    expect(tickets.length).toBeGreaterThan(0);
    expect(new Set(tickets.map(({ contactName }: { contactName: string }) => contactName))).toEqual(
      new Set(['5511987**-**21']),
    );
    const found = await list({ ...range, searchParam: 'Helena' });
    expect(found.tickets.every(({ contactName }: { contactName: string }) => contactName === 'Helena')).toBe(true);
  });
});

describe('the list of messages', () => {
  type Listed = { id: number; sender: string; contactName: string; userId: number | null; userName: string };
  async function messagesOf(query: Record<string, string>, caller = lives.admin) {
    const pages: Listed[][] = [];
    for (let after: string | null = ''; after !== null;) {
      const path = `/ticketreport/messages?${new URLSearchParams({ ...query, after })}`;
      const response = await caller.request('GET', path);
      expect(response.statusCode, response.body).toBe(200);
      const { messages, next } = response.json<{ messages: Listed[]; next: string | null }>();
      pages.push(messages);
      after = next;
    }
    return pages;
  }

  it('has the messages that the dashboard counts as received and as sent, by sender, newest first [M-289]', async () => {
    await lives.sql(
      `update tickets set imported_at = now() + interval '1 hour' where company_id = $1 and id in (
         select ticket_id from messages where company_id = $1 order by id limit 3)`,
      [lives.companyId],
    );
    // More than two pages of the same moment.
    await lives.sql(
      `insert into messages (company_id, ticket_id, contact_id, connection_id, seq, from_me, origin, body, sent_at, created_at)
       select t.company_id, t.id, t.contact_id, t.connection_id, t.last + n, true, 'campaign', 'Oi', now(), now() - interval '1 day'
         from (select k.*, (select coalesce(max(seq), 0) from messages m where m.ticket_id = k.id) as last from tickets k
                where company_id = $1 and imported_at is null order by id limit 1) t, generate_series(1, 120) n`,
      [lives.companyId],
    );
    let pageCount = 0;
    for (let n = 0; n < 12; n += 1) {
      const dateFrom = addDays(today(), n === 0 ? -40 : -Math.floor(random() * 25));
      const dateTo = n === 0 ? today() : addDays(dateFrom, Math.floor(random() * 25));
      const { period } = (
        await lives.admin.request('GET', `/dashboard?date_from=${dateFrom}&date_to=${dateTo}`)
      ).json();
      const received = (await messagesOf({ direction: 'received', dateFrom, dateTo })).flat();
      const pages = await messagesOf({ direction: 'sent', dateFrom, dateTo });
      const sent = pages.flat();
      pageCount = Math.max(pageCount, pages.length);
      expect([received.length, sent.length]).toEqual([period.received, period.sent]);
      expect(new Set(received.map(({ sender }) => sender)).size).toBeLessThanOrEqual(1);
      const by = (sender: string) => sent.filter((message) => message.sender === sender).length;
      expect({
        users: by('users'),
        bot: by('bot'),
        campaigns: by('campaigns'),
        phone: by('phone'),
      }).toEqual(period.sentBy);
      const expected = await lives.sql(
        `select m.id::float8 from messages m join tickets t on t.id = m.ticket_id where m.company_id = $1 and m.from_me and not m.is_private
            and (t.imported_at is null or m.sent_at >= t.imported_at)
            and (m.created_at at time zone $4)::date between $2 and $3 order by m.created_at desc, m.id desc`,
        [lives.companyId, dateFrom, dateTo, ZONE],
      );
      expect(sent.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    }
    expect(pageCount).toBeGreaterThan(2);
    await lives.sql('update tickets set imported_at = null where company_id = $1', [lives.companyId]);
  });

  it('names its contacts and users, hides numbers, has no texts, and is empty for another company', async () => {
    const other = await createLives(server, random);
    const range = { dateFrom: addDays(today(), -40), dateTo: today() };
    expect((await messagesOf({ direction: 'sent', ...range }, other.admin)).flat()).toEqual([]);
    const [agent] = other.agents;
    const ticketId = await other.live(1, 1);
    await other.sql(
      `insert into messages (company_id, ticket_id, contact_id, connection_id, seq, from_me, origin, user_id, body, sent_at)
       select company_id, id, contact_id, connection_id, 9000000, true, 'agent', $2, 'segredo', now() from tickets where id = $1`,
      [ticketId, agent],
    );
    await other.sql(`update contacts set name = '5511987654321' where company_id = $1`, [other.companyId]);
    for (const column of ['enableLGPD', 'lgpdHideNumber'])
      await other.admin.request('PUT', '/companySettings', { column, data: 'enabled' });
    const [message] = (await messagesOf({ direction: 'sent', ...range }, other.admin)).flat();
    expect(message).toMatchObject({
      sender: 'users',
      userId: agent,
      userName: 'Ana',
      contactName: '5511987**-**21',
      ticketId,
      whatsappName: expect.stringMatching(/./),
    });
    expect(JSON.stringify(message)).not.toContain('segredo');
  });
});

describe('saved filters', () => {
  it('belong to their user, have unique names and are limited', async () => {
    const { admin, companyId } = await createLives(server, random);
    const reader = await server.createAgent(companyId, { showDashboard: 'enabled' });
    const save = (caller: typeof admin, name: string) =>
      caller.request('POST', '/report-filters', { name, filter: { onlyRated: true } });
    const saved = (await save(admin, 'Só avaliados')).json();
    expect(saved.filter).toMatchObject({ onlyRated: true, by: 'conversation' });
    expect((await save(admin, 'só avaliados')).statusCode).toBe(409);
    expect((await save(reader, 'Só avaliados')).statusCode).toBe(200);
    expect((await reader.request('DELETE', `/report-filters/${saved.id}`)).statusCode).toBe(404);
    expect((await reader.request('PUT', `/report-filters/${saved.id}`, { name: 'X', filter: {} })).statusCode).toBe(
      404,
    );
    const renamed = await admin.request('PUT', `/report-filters/${saved.id}`, { name: 'Notas', filter: {} });
    expect(renamed.json()).toMatchObject({ name: 'Notas', filter: { onlyRated: false } });
    for (let n = 1; n < 50; n += 1) await save(admin, `Filtro ${n}`);
    expect((await save(admin, 'Mais um')).json().error).toBe('ERR_TOO_MANY_REPORT_FILTERS');
    expect((await admin.request('DELETE', `/report-filters/${saved.id}`)).statusCode).toBe(200);
    expect((await admin.request('GET', '/report-filters')).json()).toHaveLength(49);
  });
});

describe('an export', () => {
  /** The job may have begun already. */
  const run = async (id: number) => {
    await server.modules.reportExports.run({ companyId: lives.companyId, exportId: id });
    await expect.poll(async () => (await get(id)).status, { timeout: 10_000 }).not.toMatch(/waiting|running/);
  };
  const request = async (body: object, status = 200) => {
    const response = await lives.admin.request('POST', '/report-exports', body);
    expect(response.statusCode, response.body).toBe(status);
    return response.json<{ id: number; error?: string }>();
  };
  const get = async (id: number) => (await lives.admin.request('GET', `/report-exports/${id}`)).json();
  const download = async (url: string) => (await server.app.inject({ method: 'GET', url })).rawPayload;

  it('has one row for each cycle, typed cells and a summary with the same numbers [M-295] [I5] [IM-11]', async () => {
    const [dateFrom, dateTo] = [addDays(today(), -40), today()];
    const { id } = await request({ filter: { by: 'cycle', dateFrom, dateTo } });
    await run(id);
    const done = await get(id);
    expect(done).toMatchObject({ status: 'done', fileName: 'relatorio-de-atendimentos.xlsx' });
    const sheets = await readSpreadsheet(await download(done.url));
    expect(sheets.map(({ name }) => name)).toEqual(['Atendimentos', 'Resumo']);
    const { summary, totalTickets, tickets } = await list({ by: 'cycle', dateFrom, dateTo, pageSize: '50' });
    expect(sheets[0]!.rows).toHaveLength(Number(totalTickets.total) + 1);
    expect(done).toMatchObject({ rows: summary.tickets, total: summary.tickets });
    const cells = Object.fromEntries(sheets[1]!.rows.map(([key, value]) => [key!.value, value]));
    expect(cells['Atendimentos']).toEqual({ type: 'number', value: String(summary.tickets) });
    expect(cells['NPS']).toEqual({ type: 'number', value: String(summary.npsScore) });
    // «Confere?» compares what the file holds with the total and the cards.
    const { lines } = (
      await lives.admin.request('GET', `/dashboard/check?dateFrom=${dateFrom}&dateTo=${dateTo}`)
    ).json<{ lines: { name: string; left: number; right: number; holds: boolean }[] }>();
    const line = (name: string) => lines.find((one) => one.name === name);
    const column = (at: number) =>
      sheets[0]!.rows.slice(1).reduce((sum, cells) => sum + Number(cells[at]?.value ?? 0), 0);
    expect(line('exportRows')).toMatchObject({ left: sheets[0]!.rows.length - 1, right: summary.tickets, holds: true });
    expect(line('exportScores')).toMatchObject({ left: column(11), right: column(11), holds: true });
    const seconds = (column(9) + column(10)) * SECONDS_PER_DAY;
    // Each cell is rounded to the second.
    expect(Math.abs(line('exportTimes')!.left - seconds)).toBeLessThanOrEqual(summary.tickets);
    expect(line('exportTimes')).toMatchObject({ holds: true });
    // Who ended each cycle: no one yet while it waits for its rating.
    const closers = await lives.sql(
      `select id::float8, case when finished_at is not null then closed_by end as by from ticket_tracking where company_id = $1`,
      [lives.companyId],
    );
    const closerOf = new Map(closers.map(({ id: cycleId, by }) => [cycleId, by as ClosedBy | null]));
    const shown: { cycleId: number; closedBy: ClosedBy | null }[] = tickets;
    expect(shown.map(({ closedBy }) => closedBy)).toEqual(shown.map(({ cycleId }) => closerOf.get(cycleId)));
    const texts = shown.map(({ closedBy }) => (closedBy === null ? undefined : reportTexts.closedBy[closedBy]));
    expect(sheets[0]!.rows.slice(1, 1 + texts.length).map((cells) => cells[13]?.value)).toEqual(texts);
    const row = sheets[0]!.rows[1]!;
    // Number, begin and duration are numbers; the names are text.
    expect([0, 1, 7, 9].map((column) => row[column]!.type)).toEqual(['number', 'text', 'number', 'number']);
    const { rows } = await server.asOwner.query(
      `select data from audit_log where company_id = $1 and act = 'report.exported' order by id desc limit 1`,
      [lives.companyId],
    );
    expect(rows).toMatchObject([{ data: { kind: 'tickets', dateFrom, by: 'cycle' } }]);
  });

  it('writes formulas as text, exports agents and says when there is nothing [IM-09] [M-291]', async () => {
    await server.asOwner.query(
      `update contacts set name = '=HYPERLINK("http://x")' where company_id = $1 and id = (
         select contact_id from tickets where company_id = $1 order by id desc limit 1)`,
      [lives.companyId],
    );
    const range = { dateFrom: addDays(today(), -40), dateTo: today() };
    const { id } = await request({ filter: range });
    await run(id);
    const [sheet] = await readSpreadsheet(await download((await get(id)).url));
    const names = sheet!.rows.map((row) => row[1]);
    expect(names).toContainEqual({ type: 'text', value: '=HYPERLINK("http://x")' });
    const agents = await request({ kind: 'attendants', filter: range });
    await run(agents.id);
    const [table] = await readSpreadsheet(await download((await get(agents.id)).url));
    expect(table!.rows.slice(1).map((row) => row[0]!.value)).toEqual(expect.arrayContaining(['Ana', 'Bia', 'Caio']));
    expect(await request({ filter: { dateFrom: '2020-01-01', dateTo: '2020-01-02' } }, 404)).toMatchObject({
      error: 'ERR_NOTHING_TO_EXPORT',
    });
  });

  it('hides numbers, is refused to users who may not see reports, and is announced only to who requested it [IM-11] [M-319]', async () => {
    const other = await createLives(server, random);
    for (let n = 0; n < 3; n += 1) await other.live(2, 1);
    const number = '5511987654321';
    await other.sql(`update contacts set name = $2 where company_id = $1`, [other.companyId, number]);
    await other.sql(`update tickets set last_message = $2 where company_id = $1`, [other.companyId, number]);
    for (const column of ['enableLGPD', 'lgpdHideNumber'])
      await other.admin.request('PUT', '/companySettings', { column, data: 'enabled' });
    const plain = await server.createAgent(other.companyId);
    const colleague = await server.createAgent(other.companyId, { profile: 'admin' });
    const [own, others] = [await openSocket(server, other.admin), await openSocket(server, colleague)];
    const [{ contact_id: contactId }] = await other.sql(
      'select contact_id from tickets where company_id = $1 order by id limit 1',
      [other.companyId],
    );
    const body = { filter: { dateFrom: addDays(today(), -40), dateTo: today(), contactId } };
    expect((await plain.request('POST', '/report-exports', body)).statusCode).toBe(403);
    const { id } = (await other.admin.request('POST', '/report-exports', body)).json<{ id: number }>();
    await server.modules.reportExports.run({ companyId: other.companyId, exportId: id });
    const change = await own.waitFor('reportExport', (payload) => payload.export.status === 'done');
    // The link is signed for who asks for it.
    expect(change).toMatchObject({ action: 'update', export: { id, url: null } });
    for (const caller of [plain, colleague, lives.admin])
      expect((await caller.request('GET', `/report-exports/${id}`)).statusCode).toBe(caller === plain ? 403 : 404);
    const { url } = (await other.admin.request('GET', `/report-exports/${id}`)).json();
    const sheets = await readSpreadsheet(await download(url));
    expect(new Set(sheets[0]!.rows.slice(1).map((row) => row[1]!.value))).toEqual(new Set(['5511987**-**21']));
    expect(sheets[1]!.rows.map((row) => row[1]?.value)).toContain('Contato: 5511987**-**21');
    expect(JSON.stringify(sheets)).not.toContain(number);
    // Something later that the colleague does receive.
    await other.admin.request('POST', '/tags', { name: 'Depois' });
    await others.waitFor('tag');
    expect(others.allOf('reportExport')).toEqual([]);
    for (const screen of [own, others]) screen.close();
  });

  it('can be canceled, is invisible to others, and its file is removed after a day', async () => {
    const range = { dateFrom: addDays(today(), -40), dateTo: today() };
    const canceled = { id: await createFactory(server, lives.companyId).reportExport() };
    expect((await lives.admin.request('POST', `/report-exports/${canceled.id}/cancel`)).json().status).toBe('canceled');
    await run(canceled.id);
    expect(await get(canceled.id)).toMatchObject({ status: 'canceled', url: null });
    const { id } = await request({ filter: range });
    await run(id);
    const { url } = await get(id);
    const reader = await server.createAgent(lives.companyId, { showDashboard: 'enabled' });
    expect((await reader.request('GET', `/report-exports/${id}`)).statusCode).toBe(404);
    expect((await reader.request('POST', `/report-exports/${id}/cancel`)).statusCode).toBe(404);
    await server.asOwner.query(
      `update report_exports set created_at = created_at - interval '25 hours' where id = $1`,
      [id],
    );
    await server.modules.reportExports.sweep();
    expect((await get(id)).url).toBeNull();
    expect((await server.app.inject({ method: 'GET', url })).statusCode).toBe(404);
  });

  it('has times in its rows that add up to those of the summary, with conversations that go on', async () => {
    const running = await lives.sql(
      `select from ticket_periods where company_id = $1 and to_at is null and kind in ('attended', 'waiting')`,
      [lives.companyId],
    );
    expect(running.length).toBeGreaterThan(0);
    const { rows, summary } = await server.db.inCompany(lives.companyId, async (tx) => {
      const range = { dateFrom: addDays(today(), -40), dateTo: today() };
      const scope = await server.modules.reports.inTx.scopeOf(tx, ReportFilter.parse({ by: 'cycle', ...range }));
      const page = await reportRowStore.page(tx, scope, { limit: 500, offset: 0 });
      return { rows: page.rows, summary: await reportRowStore.summary(tx, scope) };
    });
    for (const key of ['supportSeconds', 'waitSeconds'] as const) {
      const times = rows.map((row) => row[key]).filter((seconds) => seconds > 0);
      expect(times.reduce((sum, seconds) => sum + seconds, 0) / times.length, key).toBeCloseTo(summary[key]!, 3);
    }
  });

  it('fails when it has not as many rows as were counted', async () => {
    const id = await createFactory(server, lives.companyId).reportExport();
    await server.asOwner.query('update report_exports set tries = 2 where id = $1', [id]);
    const { summary } = reportRowStore;
    vi.spyOn(reportRowStore, 'summary').mockImplementationOnce(async (tx, scope) => {
      const counted = await summary(tx, scope);
      return { ...counted, tickets: counted.tickets + 1 };
    });
    await run(id);
    expect(await get(id)).toMatchObject({ status: 'failed', url: null });
  });

  it('begins when the one before it on the same node is over', async () => {
    const factory = createFactory(server, lives.companyId);
    const ids = [await factory.reportExport(), await factory.reportExport(), await factory.reportExport()];
    for (const exportId of ids) server.modules.reportExports.start({ companyId: lives.companyId, exportId });
    for (const id of ids) await expect.poll(async () => (await get(id)).status, { timeout: 5_000 }).toBe('done');
  });

  it('names agents who were deleted by their number, in every kind of row', async () => {
    const [found] = await lives.sql(
      `select t.user_id as "userId", k.id::int as "cycleId", t.id as "ticketId"
         from tickets t join ticket_tracking k on k.company_id = t.company_id and k.ticket_id = t.id
        where t.company_id = $1 and t.status = 'closed' and t.user_id = k.last_user_id
          and k.id = (select max(id) from ticket_tracking o where o.ticket_id = t.id) limit 1`,
      [lives.companyId],
    );
    const { userId, cycleId, ticketId } = found as { userId: number; cycleId: number; ticketId: number };
    expect((await lives.admin.request('DELETE', `/users/${userId}`)).statusCode).toBe(200);
    const range = { dateFrom: addDays(today(), -40), dateTo: today() };
    for (const by of ['cycle', 'conversation'] as const) {
      const rows = await server.db.inCompany(lives.companyId, async (tx) => {
        const scope = await server.modules.reports.inTx.scopeOf(tx, ReportFilter.parse({ by, ...range }));
        return (await reportRowStore.page(tx, scope, { limit: 500, offset: 0 })).rows;
      });
      const row = rows.find((one) => (by === 'cycle' ? one.cycleId === cycleId : one.ticketId === ticketId));
      expect(row, by).toMatchObject({ userId });
    }
    const { id } = await request({ filter: { ...range, by: 'cycle', userIds: [userId], queueIds: lives.queues } });
    await run(id);
    const [sheet, summary] = await readSpreadsheet(await download((await get(id)).url));
    expect(sheet!.rows.map((row) => row[3]?.value)).toContain(`Usuário excluído ${userId}`);
    expect(summary!.rows.map((row) => row[1]?.value)).toContain(
      `Atendentes: Usuário excluído ${userId}; Filas: Vendas, Suporte`,
    );
  });
});
