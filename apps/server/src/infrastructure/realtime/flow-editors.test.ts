import type { FlowEditors } from '@balcao/contract';
import { describe, expect, it } from 'vitest';
import { createFactory } from '../../../test/fixtures/factory.ts';
import type { TestServer } from '../../../test/server.ts';
import { shareTwoNodes } from '../../../test/shared-server.ts';
import { openSocket, type TestSocket } from '../../../test/sockets.ts';
import type { Caller } from '../../../test/users.ts';

let nodeA: TestServer;
let nodeB: TestServer;
shareTwoNodes((first, second) => ([nodeA, nodeB] = [first, second]));

const editorsOf = (screen: TestSocket) =>
  screen.received.filter(({ name }) => name === 'flowEditors').map(({ payload }) => payload as FlowEditors);
async function waitForEditors(screen: TestSocket, ...names: string[]): Promise<void> {
  await expect
    .poll(
      () =>
        editorsOf(screen)
          .at(-1)
          ?.people.map(({ name }) => name),
      { timeout: 8_000, interval: 20 },
    )
    .toEqual(names);
}
async function createEditors() {
  const admin = await nodeA.createAdmin();
  const ana = await nodeA.createAgent(admin.companyId, { name: 'Ana', profile: 'admin' });
  const bia = await nodeA.createAgent(admin.companyId, { name: 'Bia', profile: 'admin' });
  return { admin, ana, bia, flowId: await createFactory(nodeA, admin.companyId).flow() };
}
const openEditor = async (caller: Caller, flowId: number, node: TestServer = nodeA) => {
  const screen = await openSocket(node, caller);
  return { screen, answer: await screen.emitWithAck('joinFlow', flowId) };
};

describe('editors of a flow', () => {
  it('see each other on every node, without typing marks, until they leave or disconnect', async () => {
    const { ana, bia, flowId } = await createEditors();
    const { screen: first, answer } = await openEditor(ana, flowId);
    expect(answer).toBeNull();
    await waitForEditors(first, 'Ana');
    const { screen: far } = await openEditor(bia, flowId, nodeB);
    for (const screen of [first, far]) await waitForEditors(screen, 'Ana', 'Bia');
    expect(editorsOf(first).at(-1)).toEqual({
      flowId,
      people: [
        { id: ana.user.id, name: 'Ana' },
        { id: bia.user.id, name: 'Bia' },
      ],
    });
    expect(await far.emitWithAck('leaveFlow', flowId)).toBeNull();
    await waitForEditors(first, 'Ana');
    const { screen: again } = await openEditor(bia, flowId, nodeB);
    await waitForEditors(first, 'Ana', 'Bia');
    again.close();
    await waitForEditors(first, 'Ana');
    first.close();
    far.close();
  });

  it('are users who manage flows of the own company, in flows that exist', async () => {
    const { admin, ana, flowId } = await createEditors();
    const agent = await nodeA.createAgent(admin.companyId, { name: 'Eva' });
    const otherAdmin = await nodeA.createAdmin();
    const { screen } = await openEditor(ana, flowId);
    await waitForEditors(screen, 'Ana');
    for (const caller of [agent, otherAdmin]) {
      const { screen: refused, answer } = await openEditor(caller, flowId);
      expect([answer, editorsOf(refused)]).toEqual(['ERR_NO_FLOW_FOUND', []]);
      refused.close();
    }
    expect(await screen.emitWithAck('joinFlow', flowId + 1_000_000)).toBe('ERR_NO_FLOW_FOUND');
    for (const value of [null, 'x', 0, -1, 1.5, {}])
      expect(await screen.emitWithAck('joinFlow', value)).toBe('ERR_VALIDATION');
    expect(
      editorsOf(screen)
        .at(-1)
        ?.people.map(({ name }) => name),
    ).toEqual(['Ana']);
    screen.close();
  });

  it('disappear when they are admins no more', async () => {
    const { admin, ana, bia, flowId } = await createEditors();
    const [{ screen: first }, { screen: second }] = [await openEditor(ana, flowId), await openEditor(bia, flowId)];
    await waitForEditors(first, 'Ana', 'Bia');
    const answer = await admin.request('PUT', `/users/${bia.user.id}`, { profile: 'user' });
    expect(answer.statusCode, answer.body).toBe(200);
    await waitForEditors(first, 'Ana');
    first.close();
    second.close();
  });

  it('may not open flows without end', async () => {
    const { admin, ana } = await createEditors();
    const factory = createFactory(nodeA, admin.companyId);
    const screen = await openSocket(nodeA, ana);
    const answers = [];
    for (let n = 0; n < 6; n++) answers.push(await screen.emitWithAck('joinFlow', await factory.flow()));
    expect(answers).toEqual([null, null, null, null, null, 'ERR_TOO_MANY_TRIES']);
    screen.close();
  });
});
