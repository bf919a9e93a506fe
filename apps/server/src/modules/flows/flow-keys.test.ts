import type { FlowTried } from '@balcao/contract/flow/tries';
import type { FlowNode } from '@balcao/domain/flow/document';
import { keysOf } from '@balcao/domain/flow/keys';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { openSocket } from '../../../test/sockets.ts';
import type { Caller } from '../../../test/users.ts';
import { unzip } from '../privacy/person.fixture.ts';
import { createFlow, errorOf, readDraft, saveDraft } from './flows.fixture.ts';

let server: TestServer;
const logLines: string[] = [];
beforeAll(async () => {
  server = await startTestServer({
    open: true,
    logTo: (line) => logLines.push(line),
    env: { LOG_LEVEL: 'debug' },
  });
});
afterAll(() => server.stop());

const KEYS = { apiKey: 'sk-canario-do-modelo', voiceKey: 'canario-da-voz' };
const wireDoc = (fields: object) => ({
  nodes: [
    { id: 'start', type: 'start', position: { x: 0, y: 0 }, data: {} },
    {
      id: 'ia',
      type: 'openai',
      position: { x: 0, y: 0 },
      data: { typebotIntegration: { name: 'Assistente', prompt: 'Responda em poucas frases.', ...fields } },
    },
  ],
  connections: [{ source: 'start', sourceHandle: 'a', target: 'ia' }],
});
const save = async (caller: Caller, idFlow: number, fields: object) => {
  const answer = await caller.request('POST', '/flowbuilder/flow', { idFlow, ...wireDoc(fields) });
  expect(answer.statusCode, answer.body).toBe(200);
};
async function nodeOf(caller: Caller, id: number) {
  const { doc } = await readDraft(caller, id);
  const node = doc.nodes.find(({ type }) => type === 'openai');
  if (node?.type !== 'openai') throw new Error('no node');
  return node.data;
}

describe('keys of nodes', () => {
  it('are stored apart: the document names them, and nothing shows them [M-271] [FL-20] [SE-03]', async () => {
    const admin = await server.createAdmin();
    const flow = await createFlow(admin);
    await save(admin, flow.id, KEYS);
    const { apiKeyRef, voiceKeyRef } = await nodeOf(admin, flow.id);
    expect(apiKeyRef).toMatch(/^[0-9a-f-]{36}$/);
    expect(voiceKeyRef).toMatch(/^[0-9a-f-]{36}$/);
    const opened = await server.modules.integrationModule.flowKeys.open(admin.companyId, [apiKeyRef!, voiceKeyRef!]);
    expect(opened.get(apiKeyRef!)?.key.reveal()).toBe(KEYS.apiKey);
    expect(opened.get(voiceKeyRef!)?.key.reveal()).toBe(KEYS.voiceKey);

    const copy = (await admin.request('POST', '/flowbuilder/duplicate', { flowId: flow.id })).json<{ id: number }>();
    const paths = [
      `/flowbuilder/flow/${flow.id}`,
      `/flowbuilder/${flow.id}/draft`,
      `/flowbuilder/${flow.id}/versions`,
      `/flowbuilder/${flow.id}/versions/1`,
      `/flowbuilder/${copy.id}/draft`,
    ];
    for (const path of paths) {
      const answer = await admin.request('GET', path);
      expect(answer.statusCode, path).toBe(200);
      expect(answer.body).not.toMatch(/canario/);
    }
    const { rows } = await server.asOwner.query(
      `select (select json_agg(d) from flow_drafts d), (select json_agg(v) from flow_versions v),
              (select json_agg(k) from encrypted_keys k), (select json_agg(a) from audit_log a) as audit`,
    );
    expect(JSON.stringify(rows)).not.toMatch(/canario/);
    expect(JSON.stringify(rows[0].audit)).toContain('flow.key-set');

    // A client sends the fields back as it got them: without the key, with its reference.
    await save(admin, flow.id, { apiKey: '', voiceKey: '', apiKeyRef, voiceKeyRef });
    expect(await nodeOf(admin, flow.id)).toMatchObject({ apiKeyRef, voiceKeyRef });
    await save(admin, flow.id, { apiKey: 'sk-outra', apiKeyRef });
    expect((await nodeOf(admin, flow.id)).apiKeyRef).not.toBe(apiKeyRef);
  });

  it('of twenty nodes, forty in all, are in no answer, export, comparison, trace, socket, table or log [FL-20]', async () => {
    const admin = await server.createAdmin();
    const screen = await openSocket(server, admin);
    const flow = await createFlow(admin);
    const saveAll = async (round: number) => {
      const nodes = Array.from({ length: 20 }, (_, n) => ({
        id: `ia${n}`,
        type: 'openai',
        position: { x: 0, y: 0 },
        data: {
          typebotIntegration: {
            name: 'IA',
            prompt: `Responda em ${round + 1} frases.`,
            apiKey: `sk-canario-${round}-${n}`,
            voiceKey: `voz-canario-${round}-${n}`,
          },
        },
      }));
      const { nodes: drawn, connections } = wireDoc({});
      const links = connections.map((connection) => ({ ...connection, target: 'ia0' }));
      const body = { idFlow: flow.id, nodes: [drawn[0], ...nodes], connections: links };
      const answer = await admin.request('POST', '/flowbuilder/flow', body);
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.body;
    };
    const bodies = [await saveAll(0), await saveAll(1)];
    const { rev, doc } = await readDraft(admin, flow.id);
    expect(keysOf(doc)).toHaveLength(40);

    const read = async (method: 'GET' | 'POST', path: string, body?: object) => {
      const answer = await admin.request(method, path, body);
      expect(answer.statusCode, path).toBe(200);
      bodies.push(answer.body);
      return answer;
    };
    const own = `/flowbuilder/${flow.id}`;
    for (const path of ['draft', 'versions', 'versions/1', 'versions/2', 'references', 'compare?from=1&to=draft'])
      await read('GET', `${own}/${path}`);
    await read('GET', `/flowbuilder/flow/${flow.id}`);
    await read('GET', '/flowbuilder');
    const exported = (await read('POST', `${own}/export`)).json<{ url: string }>();
    const files = await unzip((await server.app.inject(exported.url)).rawPayload);
    bodies.push(...[...files.values()].map((bytes) => bytes.toString()));
    expect(bodies.at(-1)).toContain('Responda em 2 frases.');
    // The model is asked after a pause: its call names the key.
    const first = (await read('POST', `${own}/try`, { rev, input: { type: 'start', text: 'oi' } })).json<FlowTried>();
    const state = { run: first.run, at: first.now, inboundAt: first.inboundAt };
    const called = (await read('POST', `${own}/try`, { rev, input: { type: 'time' }, ...state })).json<FlowTried>();
    expect(called.waits).toMatchObject({ for: 'call', callKind: 'model' });
    bodies.push(JSON.stringify(await screen.waitFor('flowbuilder')), ...screen.frames);
    screen.close();
    const { rows } = await server.asOwner.query(
      `select (select json_agg(d) from flow_drafts d), (select json_agg(v) from flow_versions v),
              (select json_agg(k) from encrypted_keys k), (select json_agg(a) from audit_log a),
              (select json_agg(e) from event_log e)`,
    );
    expect(logLines.length).toBeGreaterThan(0);
    for (const text of [...bodies, JSON.stringify(rows), ...logLines]) expect(text).not.toMatch(/canario-\d/);
  });

  it('are added one by one for the editor, for one host [M-270] [FL-20]', async () => {
    const [admin, other] = [await server.createAdmin(), await server.createAdmin()];
    const flow = await createFlow(admin);
    const add = (caller: Caller, body: object) => caller.request('POST', `/flowbuilder/${flow.id}/keys`, body);
    const answer = await add(admin, { value: ' canario ', url: 'https://API.example.com/pedidos?x=1' });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.body).not.toContain('canario');
    const { ref } = answer.json<{ ref: string }>();
    const { flowKeys } = server.modules.integrationModule;
    expect((await flowKeys.open(admin.companyId, [ref])).get(ref)).toMatchObject({ host: 'api.example.com' });
    expect((await flowKeys.open(other.companyId, [ref])).size).toBe(0);
    expect(errorOf(await add(other, { value: 'x' }))).toEqual([404, 'ERR_NO_FLOW_FOUND']);
    expect(errorOf(await add(await server.createAgent(admin.companyId), { value: 'x' }))[0]).toBe(403);
  });

  const keysOfFlow = async (flowId: number) =>
    (
      await server.asOwner.query<{ id: string }>('select id from encrypted_keys where flow_id = $1 order by id', [
        flowId,
      ])
    ).rows.map(({ id }) => id);
  async function withKeys() {
    const admin = await server.createAdmin();
    const flow = await createFlow(admin);
    await save(admin, flow.id, KEYS);
    const ref = await admin.request('POST', `/flowbuilder/${flow.id}/keys`, {
      value: 'canario-http',
      url: 'https://api.example.com/pedidos',
    });
    const { rev, doc } = await readDraft(admin, flow.id);
    const headers = [{ name: 'authorization', keyRef: ref.json<{ ref: string }>().ref }];
    const http: FlowNode = {
      id: 'pedido',
      type: 'http',
      position: { x: 0, y: 0 },
      data: { method: 'GET', url: 'https://api.example.com/pedidos', headers, body: '', select: [], sample: '' },
    };
    const whole = { ...doc, nodes: [...doc.nodes, http] };
    expect((await saveDraft(admin, flow.id, rev, whole)).statusCode).toBe(200);
    return { admin, flow, doc: whole };
  }
  /** Removes the original; the values and hosts of the keys that the copy names. */
  async function afterRemoval(admin: Caller, originalId: number, copyId: number) {
    const removed = await admin.request('DELETE', `/flowbuilder/${originalId}`);
    expect(removed.statusCode, removed.body).toBe(200);
    const references = keysOf((await readDraft(admin, copyId)).doc).map(({ ref }) => ref);
    const opened = await server.modules.integrationModule.flowKeys.open(admin.companyId, references);
    return references.map((ref) => [opened.get(ref)?.key.reveal(), opened.get(ref)?.host]);
  }
  const ALL = [
    [KEYS.apiKey, ''],
    [KEYS.voiceKey, ''],
    ['canario-http', 'api.example.com'],
  ];

  it('of a duplicate are its own: they stay when the original is deleted', async () => {
    const { admin, flow } = await withKeys();
    const copy = (await admin.request('POST', '/flowbuilder/duplicate', { flowId: flow.id })).json<{ id: number }>();
    expect(await afterRemoval(admin, flow.id, copy.id)).toEqual(ALL);
    expect(await keysOfFlow(copy.id)).toHaveLength(ALL.length);
  });

  it('of a draft that was saved as a copy are its own, and are copied once', async () => {
    const { admin, flow, doc } = await withKeys();
    const own = await keysOfFlow(flow.id);
    const copy = await createFlow(admin);
    for (const _ of ['first', 'again']) {
      const { rev } = await readDraft(admin, copy.id);
      expect((await saveDraft(admin, copy.id, rev, doc)).statusCode).toBe(200);
    }
    expect(await keysOfFlow(copy.id)).toHaveLength(ALL.length);
    expect(await keysOfFlow(flow.id)).toEqual(own);
    expect(keysOf((await readDraft(admin, flow.id)).doc)).toEqual(keysOf(doc));
    expect(await afterRemoval(admin, flow.id, copy.id)).toEqual(ALL);
  });

  it('of another company are not copied', async () => {
    const { doc } = await withKeys();
    const other = await server.createAdmin();
    const flow = await createFlow(other);
    const { rev } = await readDraft(other, flow.id);
    expect((await saveDraft(other, flow.id, rev, doc)).statusCode).toBe(200);
    expect(await keysOfFlow(flow.id)).toEqual([]);
  });
});
