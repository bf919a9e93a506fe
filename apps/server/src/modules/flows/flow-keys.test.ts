import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import type { Caller } from '../../../test/users.ts';
import { createFlow, errorOf, readDraft } from './flows.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
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
});
