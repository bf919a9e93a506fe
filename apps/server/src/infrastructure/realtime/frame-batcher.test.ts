import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { openSocket, drainEvents } from '../../../test/sockets.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ open: true });
});
afterAll(() => server.stop());

const batchFramesIn = (frames: string[]) => frames.filter((frame) => frame.includes('["batch",'));

describe('batched frames', () => {
  it('carry the same events in the same order to the same users as single frames', async () => {
    const admin = await server.createAdmin();
    const agent = await server.createAgent(admin.companyId);
    const screens = await Promise.all(
      [admin, agent].map(async (user) => ({
        single: await openSocket(server, user),
        batched: await openSocket(server, user, { bundles: true }),
      })),
    );
    const all = screens.flatMap(({ single, batched }) => [single, batched]);
    await drainEvents(admin, ...all);
    await Promise.all(Array.from({ length: 30 }, (_, n) => admin.request('POST', '/tags', { name: `Etiqueta ${n}` })));
    await admin.request('PUT', `/users/${agent.user.id}`, { name: 'Outro nome' });
    await admin.request('POST', '/tags', { name: 'A última' });
    const isLast = (payload: object) => 'tag' in payload && (payload.tag as { name: string }).name === 'A última';
    for (const screen of all) await screen.waitFor('tag', isLast);
    for (const { single, batched } of screens) {
      const events = single.received.filter(({ name }) => name.startsWith('company-'));
      expect(events.length).toBeGreaterThan(31);
      expect(batched.received.filter(({ name }) => name.startsWith('company-'))).toEqual(events);
      expect(batchFramesIn(single.frames)).toHaveLength(0);
      // The burst arrived in far fewer frames than events.
      expect(batchFramesIn(batched.frames).length).toBeLessThan(events.length / 2);
    }
    all.forEach((screen) => screen.close());
  });

  it('deliver the missed events after a reconnect', async () => {
    const admin = await server.createAdmin();
    const before = await openSocket(server, admin, { bundles: true });
    await drainEvents(admin, before);
    const lastEventId = before.lastEventId();
    before.close();
    for (const name of ['Uma', 'Duas', 'Três']) await admin.request('POST', '/tags', { name });
    const after = await openSocket(server, admin, { bundles: true, lastEventId });
    await after.waitFor('tag', (payload) => 'tag' in payload && payload.tag.name === 'Três');
    // An event that is published while the socket resumes may arrive twice: live and from the log.
    const names = after.allOf('tag').map((payload) => 'tag' in payload && payload.tag.name);
    expect(new Set(names)).toEqual(new Set(['Uma', 'Duas', 'Três']));
    after.close();
  });

  it('deliver the reason before the session is closed', async () => {
    const admin = await server.createAdmin();
    const screen = await openSocket(server, admin, { bundles: true });
    await drainEvents(admin, screen);
    await admin.request('POST', '/tags', { name: 'Um instante antes' });
    await server.signIn(admin.email);
    await screen.closes();
    expect(screen.allOf('auth')).toHaveLength(1);
  });
});
