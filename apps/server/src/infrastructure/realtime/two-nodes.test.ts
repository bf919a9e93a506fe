import { describe, expect, it } from 'vitest';
import type { TestServer } from '../../../test/server.ts';
import { shareTwoNodes } from '../../../test/shared-server.ts';
import { assertMaxDuration } from '../../../test/case-counts.ts';
import { createSocket, drainEvents, openSocket } from '../../../test/sockets.ts';

let nodeA: TestServer;
let nodeB: TestServer;
shareTwoNodes((first, second) => ([nodeA, nodeB] = [first, second]));

describe('two nodes on one database', () => {
  it('publish the events of both nodes to their sockets, once and in order', async () => {
    const admin = await nodeA.createAdmin();
    const [near, far] = [await openSocket(nodeA, admin), await openSocket(nodeB, admin)];
    const startedAt = performance.now();
    for (let n = 0; n < 10; n++)
      await (n % 2 ? nodeA : nodeB).withToken(admin.token)('POST', '/tags', { name: `Tag ${n}` });
    for (const screen of [near, far]) {
      await screen.waitFor('tag', (payload) => 'tag' in payload && payload.tag.name === 'Tag 9');
      expect(screen.allOf('tag').map((payload) => 'tag' in payload && payload.tag.name)).toEqual(
        Array.from({ length: 10 }, (_, n) => `Tag ${n}`),
      );
    }
    assertMaxDuration('an event on the other node', 1_000, startedAt);
    for (const screen of [near, far]) screen.close();
  });

  it('announce a change of the platform’s appearance to every window of every company', async () => {
    const owner = await nodeA.createSuperUser();
    const windows = await Promise.all([nodeA, nodeB].map(async (node) => ({ node, user: await node.createAdmin() })));
    const sockets = windows.map(({ node, user }) =>
      createSocket(node, user.companyId, { auth: { token: user.token } }),
    );
    await Promise.all(sockets.map((socket) => new Promise((done) => socket.once('connect', () => done(undefined)))));
    const notified = sockets.map((socket) => new Promise((done) => socket.once('brand', () => done(true))));
    const saved = await owner.request('PUT', '/settings/appName', { value: 'Atende Já' });
    expect(saved.statusCode, saved.body).toBe(200);
    expect(await Promise.all(notified)).toEqual([true, true]);
    for (const socket of sockets) socket.close();
  });

  it('reject a session that the other node ended, in requests and sockets, within a second [AU-10] [SK-08]', async () => {
    const admin = await nodeA.createAdmin();
    const agent = await nodeA.createAgent(admin.companyId);
    const far = await openSocket(nodeB, agent);
    const requestOnB = () => nodeB.withToken(agent.token)('GET', '/auth/me');
    expect((await requestOnB()).statusCode).toBe(200);
    const startedAt = performance.now();
    await admin.request('PUT', `/users/${agent.user.id}`, { password: 'Outra-senha-2' });
    await far.closes();
    assertMaxDuration('AU-10 on the other node', 1_000, startedAt);
    expect((await requestOnB()).statusCode).toBe(401);
  });

  it('apply a permission changed on the other node as soon as its event arrives [RB-07]', async () => {
    const admin = await nodeA.createAdmin();
    const agent = await nodeA.createAgent(admin.companyId);
    const { id } = (await admin.request('POST', '/queue', { name: 'Vendas', color: '#112233' })).json();
    const queueIdsOnB = async () => (await nodeB.modules.access.authenticator.authenticate(agent.token)).queueIds;
    expect(await queueIdsOnB()).toEqual([]);
    const far = await openSocket(nodeB, agent);
    // The presence message of this socket also carries the user; it must not be taken for the change.
    await drainEvents(admin, far);
    await admin.request('PUT', `/users/${agent.user.id}`, { queueIds: [id] });
    await far.waitFor('user', (payload) => 'user' in payload && payload.user.queues.length === 1);
    expect(await queueIdsOnB()).toEqual([id]);
    far.close();
  });

  it('resume a socket that reconnects to the other node', async () => {
    const admin = await nodeA.createAdmin();
    const near = await openSocket(nodeA, admin);
    const lastEventId = near.lastEventId();
    near.close();
    const witness = await openSocket(nodeB, admin);
    await admin.request('POST', '/tags', { name: 'Entre um e outro' });
    await witness.waitFor('tag');
    const far = await openSocket(nodeB, admin, { lastEventId });
    expect(far.allOf('tag')).toMatchObject([{ tag: { name: 'Entre um e outro' } }]);
    for (const screen of [witness, far]) screen.close();
  });
});
