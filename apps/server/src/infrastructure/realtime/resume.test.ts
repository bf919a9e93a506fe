import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import type { Caller } from '../../../test/users.ts';
import { caseCounts } from '../../../test/case-counts.ts';
import { createSocket, openSocket, drainEvents, type TestSocket } from '../../../test/sockets.ts';
import { EVENTS_KEPT_MS, jobHandlers } from '../../wiring/job-handlers.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ open: true });
});
afterAll(() => server.stop());

const tag = (caller: Caller, name: string) => caller.request('POST', '/tags', { name });
const namesOf = (screen: TestSocket) =>
  screen.allOf('tag').map((payload) => ('tag' in payload ? payload.tag.name : payload.action));

describe('a reconnecting socket', () => {
  it('receives exactly the missed events, in order, and then `resumed` [SR10]', async () => {
    const admin = await server.createAdmin();
    const otherCompanyAdmin = await server.createAdmin();
    const before = await openSocket(server, admin);
    await tag(admin, 'Antes');
    await before.waitFor('tag');
    const lastEventId = before.lastEventId();
    before.close();

    const witness = await openSocket(server, admin);
    await tag(admin, 'Primeira');
    await tag(otherCompanyAdmin, 'Do vizinho');
    const { id } = (await tag(admin, 'Segunda')).json();
    await admin.request('PUT', `/tags/${id}`, { name: 'Segunda mudada' });
    const removedTag = (await tag(admin, 'Some logo')).json();
    await admin.request('DELETE', `/tags/${removedTag.id}`);
    await admin.request('PUT', '/companySettings', { column: 'lgpdLink', data: 'https://example.com' });
    await witness.waitFor('settings');
    witness.close();

    const after = await openSocket(server, admin, { lastEventId });
    // Messages show the current state: removed records as deleted, changed ones with their latest values.
    expect(namesOf(after)).toEqual(['Primeira', 'Segunda mudada', 'Segunda mudada', 'delete']);
    expect(after.allOf('settings')).toHaveLength(1);
    expect([after.names().at(-1), after.names().includes('reload')]).toEqual(['resumed', false]);
    await tag(admin, 'Ao vivo');
    await after.waitFor('tag', (payload) => 'tag' in payload && payload.tag.name === 'Ao vivo');
    after.close();
  });

  it('receives only `resumed` if it missed nothing or connects for the first time', async () => {
    const admin = await server.createAdmin();
    const witness = await openSocket(server, admin);
    await drainEvents(admin, witness);
    const first = await openSocket(server, admin);
    expect(first.names()).toEqual(['resumed']);
    const second = await openSocket(server, admin, { lastEventId: first.lastEventId() });
    expect(second.names()).toEqual(['resumed']);
    for (const screen of [witness, first, second]) screen.close();
  });

  it('receives missed events only as far as its user may see them [SK-05]', async () => {
    const admin = await server.createAdmin();
    const agent = await server.createAgent(admin.companyId);
    const witness = await openSocket(server, admin);
    await drainEvents(admin, witness);
    const eventId = witness.lastEventId();
    await admin.request('PUT', `/users/${admin.user.id}`, { farewellMessage: 'canary' });
    await witness.waitFor('user');
    const [agents, admins] = [
      await openSocket(server, agent, { lastEventId: eventId }),
      await openSocket(server, admin, { lastEventId: eventId }),
    ];
    expect(agents.allOf('user')).toEqual([
      { action: 'update', user: { id: admin.user.id, name: admin.user.name, online: true, paused: false, queues: [] } },
    ]);
    expect(admins.allOf('user')).toEqual([
      { action: 'update', user: expect.objectContaining({ farewellMessage: 'canary' }) },
    ]);
    for (const screen of [witness, agents, admins]) screen.close();
  });

  it('receives `reload` when the missed events are pruned, too many or the event id is invalid [SK-11]', async () => {
    const admin = await server.createAdmin();
    // Once the witness has received an event, only a resume can deliver it to others.
    const witness = await openSocket(server, admin);
    await drainEvents(admin, witness);
    const early = witness.lastEventId();
    await tag(admin, 'Velha');
    await witness.waitFor('tag');
    const resumeFrom = async (lastEventId: unknown) => {
      const reconnected = await openSocket(server, admin, { lastEventId });
      const names = reconnected.names();
      reconnected.close();
      return {
        isReload: names.includes('reload'),
        isResumed: names.at(-1) === 'resumed',
        lastEventId: reconnected.lastEventId(),
        names: namesOf(reconnected),
      };
    };
    for (const invalid of [
      'x',
      '1',
      '1-',
      '-1-1',
      '1-1-1',
      7,
      {},
      [early],
      '99999999999999999999-1',
      '9999999999999999999-1',
      '999999999999999999-1',
    ]) {
      expect(await resumeFrom(invalid), String(invalid)).toMatchObject({
        isReload: true,
        isResumed: true,
        names: [],
      });
    }
    expect(await resumeFrom(early)).toMatchObject({ isReload: false, isResumed: true, names: ['Velha'] });

    await server.db.inCompany(admin.companyId, async (tx) => {
      for (let n = 1; n <= 500; n++) tx.emit({ type: 'tag.removed', tagId: n });
    });
    await witness.waitFor('tag', (payload) => 'tagId' in payload && payload.tagId === 500);
    expect(await resumeFrom(early)).toMatchObject({ isReload: true, isResumed: true, names: [] });

    // Events are pruned after a day: an older cursor gets `reload`, a newer one resumes.
    await server.asOwner.query(`update event_log set at = at - $2 * interval '1 millisecond' where company_id = $1`, [
      admin.companyId,
      EVENTS_KEPT_MS + 1_000,
    ]);
    const { lastEventId } = await resumeFrom(undefined);
    await tag(admin, 'Nova');
    await witness.waitFor('tag', (payload) => 'tag' in payload && payload.tag.name === 'Nova');
    const prune = jobHandlers(server.modules, server)['event-log.prune'];
    await prune({});
    await prune({});
    expect(await resumeFrom(early)).toMatchObject({ isReload: true, isResumed: true, names: [] });
    expect(await resumeFrom(lastEventId)).toMatchObject({ isReload: false, isResumed: true, names: ['Nova'] });
    const { rows } = await server.asOwner.query(
      'select count(*)::int as retained from event_log where company_id = $1',
      [admin.companyId],
    );
    expect(rows[0].retained).toBe(1);
    witness.close();
  });

  it('is closed when the missed events cannot be read, so that it connects again and receives them', async () => {
    const admin = await server.createAdmin();
    const witness = await openSocket(server, admin);
    await drainEvents(admin, witness);
    const lastEventId = witness.lastEventId();
    witness.close();
    await tag(admin, 'Perdida');
    const holder = await server.asOwner.connect();
    await holder.query('begin; lock table event_log in access exclusive mode');
    const socket = createSocket(server, admin.companyId, { auth: { token: admin.token, lastEventId } });
    await new Promise((resolve) => socket.on('disconnect', resolve)).finally(async () => {
      await holder.query('rollback');
      holder.release();
    });
    socket.close();
    const again = await openSocket(server, admin, { lastEventId });
    expect(namesOf(again)).toEqual(['Perdida']);
    expect(again.names()).not.toContain('reload');
    again.close();
  }, 30_000);

  it('misses no event when it reconnects many times during changes [SK-10]', async () => {
    const admin = await server.createAdmin();
    const drops = caseCounts(1_000);
    const received = new Set<string>();
    let isOver = false;
    const creating = (async () => {
      for (let n = 0; n < drops * 5; n++) await tag(admin, `Tag ${n}`);
      isOver = true;
    })();
    let lastEventId: string | undefined;
    let rounds = 0;
    const listen = async () => {
      const screen = await openSocket(server, admin, { lastEventId });
      for (const name of namesOf(screen)) received.add(name);
      expect(screen.names()).not.toContain('reload');
      lastEventId = screen.lastEventId();
      screen.socket.io.engine.close();
      rounds += 1;
    };
    const first = await openSocket(server, admin);
    lastEventId = first.lastEventId();
    namesOf(first).forEach((name) => received.add(name));
    first.close();
    while (!isOver || rounds < drops) await listen();
    await creating;
    await listen();
    // Tags created before the first socket opened are not sent as events.
    const { rows } = await server.asOwner.query('select name from tags where company_id = $1 order by id', [
      admin.companyId,
    ]);
    const names = rows.map((row) => row.name as string);
    const missing = names.slice(names.findIndex((name) => received.has(name))).filter((name) => !received.has(name));
    expect(missing).toEqual([]);
    expect(received.size).toBeGreaterThan(drops);
  }, 600_000);
});
