import type { BotSimulator } from '@balcao/bot-simulator/simulator';
import type { FlowTried, FlowTryCalled } from '@balcao/contract/flow/tries';
import type { FlowDoc, FlowNode } from '@balcao/domain/flow/document';
import { newNode } from '@balcao/domain/flow/new-node';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import type { Caller } from '../../../test/users.ts';
import { createLimits } from '../../infrastructure/limits/limits.ts';
import { KEY, startSimulator } from '../../gateways/simulator.fixture.ts';
import { createFlow, docOfNodes, errorOf, message, saveDraft } from './flows.fixture.ts';

let simulator: BotSimulator;
let server: TestServer;
beforeAll(async () => {
  simulator = await startSimulator();
  server = await startTestServer({ reachesLoopback: true });
});
beforeEach(() => simulator.control.reset());
afterAll(async () => {
  await server.stop();
  await simulator.stop();
});

/** A test of a new flow. `call` makes the call that the last step waits for; its result is the next input. */
async function startTest(admin: Caller, doc: FlowDoc) {
  const { id } = await createFlow(admin);
  const { rev } = (await saveDraft(admin, id, 1, doc)).json<{ rev: number }>();
  let sent: object = {};
  let last: FlowTried | undefined;
  async function step(input: object): Promise<FlowTried> {
    const state = last && { run: last.run, at: last.now, inboundAt: last.inboundAt };
    sent = { rev, input, ...state };
    const answer = await admin.request('POST', `/flowbuilder/${id}/try`, sent);
    expect(answer.statusCode, answer.body).toBe(200);
    last = answer.json<FlowTried>();
    return last;
  }
  const request = (more: object = {}) => admin.request('POST', `/flowbuilder/${id}/try/call`, { ...sent, ...more });
  return {
    id,
    step,
    request,
    async call(more: object = {}) {
      const answer = await request(more);
      expect(answer.statusCode, answer.body).toBe(200);
      const { result } = answer.json<FlowTryCalled>();
      return { result, next: await step({ type: 'callResult', callId: last!.waits!.callId, result }) };
    },
  };
}
const texts = (tried: FlowTried) => tried.says.map(({ text }) => text);
const nodeOf = (type: 'http' | 'openai' | 'typebot', data: object): FlowNode => {
  const node = newNode(type, type, { x: 0, y: 0 });
  return { ...node, data: { ...node.data, ...data } } as FlowNode;
};
const created = async (admin: Caller, path: string, body: object) => {
  const answer = await admin.request('POST', path, body);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ id: number }>();
};
const createPrompt = async (admin: Caller) =>
  created(admin, '/prompt', {
    name: 'Tira-dúvidas',
    prompt: 'Você atende a Ótica Boa Vista. Responda com gentileza e em poucas frases, sem prometer prazos.',
    queueId: (await created(admin, '/queue', { name: 'Vendas', color: '#123456' })).id,
    provider: 'openai',
    model: 'gpt-standard',
    baseUrl: simulator.urls.openai,
    apiKey: KEY,
  });
const rowsOf = async (text: string, companyId: number) => (await server.asOwner.query(text, [companyId])).rows;

describe('a real call in a test of a flow', () => {
  it('asks what the draft asks, stores nothing but an audit row, and its result is the next input', async () => {
    const admin = await server.createAdmin();
    await simulator.control.setJson({ pedido: { situacao: 'a caminho' } });
    const url = `${simulator.urls.http}/json?cliente={{firstName}}`;
    const select = [{ name: 'situacao', pointer: '/pedido/situacao' }];
    const doc = docOfNodes(
      [nodeOf('http', { url, select }), message('ok', 'Está {{situacao}}.'), message('no', 'Não achei.')],
      ['http a ok', 'http failed no'],
    );
    const test = await startTest(admin, doc);
    await test.step({ type: 'start', text: 'oi' });
    expect(await simulator.control.received()).toEqual([]);
    const { next } = await test.call();
    expect([texts(next), next.variables]).toEqual([['Está a caminho.'], { situacao: 'a caminho' }]);
    expect(await simulator.control.received()).toMatchObject([{ service: 'http', method: 'GET' }]);
    expect(
      await rowsOf(
        `select act, data, (select count(*)::int from flow_calls where company_id = $1) as calls
           from audit_log where company_id = $1 and act = 'flow.service-called'`,
        admin.companyId,
      ),
    ).toEqual([{ act: 'flow.service-called', data: { nodeId: 'http', kind: 'http' }, calls: 0 }]);

    const other = await startTest(admin, doc);
    await simulator.control.fault('http', { type: 'down' });
    await other.step({ type: 'start', text: 'oi' });
    const failed = await other.call();
    expect([failed.result, texts(failed.next)]).toEqual([{ type: 'failed', reason: 'down' }, ['Não achei.']]);
  });

  it('of a model is paid like a try-out, and answers what was written before', async () => {
    const admin = await server.createAdmin();
    const { id: promptId } = await createPrompt(admin);
    const test = await startTest(admin, docOfNodes([nodeOf('openai', { promptId })]));
    await test.step({ type: 'start', text: 'Quanto custa?' });
    await test.step({ type: 'time' });
    const history = [
      { from: 'customer', text: 'Vocês abrem hoje?' },
      { from: 'bot', text: 'Até as 18h.' },
      { from: 'customer', text: 'Quanto custa?' },
    ];
    const { next } = await test.call({ history });
    expect([texts(next), next.waits?.for]).toEqual([['Você escreveu: Quanto custa?'], 'answer']);
    const [asked] = await simulator.control.received('openai');
    const { messages } = asked!.body as { messages: { content: string }[] };
    expect(messages.slice(1).map(({ content }) => content)).toEqual(history.map(({ text }) => text));
    expect(
      await rowsOf('select purpose, flow_id, prompt_id, outcome from ai_usage where company_id = $1', admin.companyId),
    ).toEqual([{ purpose: 'try', flow_id: test.id, prompt_id: promptId, outcome: 'done' }]);
  });

  it('of an external bot continues its session; its files are shown as addresses and not stored', async () => {
    const admin = await server.createAdmin();
    const { id: integrationId } = await created(admin, '/queueIntegration', {
      type: 'typebot',
      name: 'Cadastro',
      urlN8N: simulator.urls.typebot,
      typebotSlug: 'cadastro',
      typebotDelayMessage: 0,
    });
    const test = await startTest(admin, docOfNodes([nodeOf('typebot', { integrationId })]));
    const replies: string[][] = [];
    await test.step({ type: 'start', text: 'oi' });
    for (const text of ['Ana', 'ana@example.com', '']) {
      await test.step({ type: 'time' });
      const { next } = await test.call();
      replies.push(texts(next));
      if (text !== '') await test.step({ type: 'message', text });
    }
    expect(replies).toEqual([
      ['Qual é o seu nome?'],
      ['E o seu e-mail, Ana?'],
      [expect.stringMatching(/cartao\.png$/), expect.any(String), expect.any(String), 'Pronto, Ana.'],
    ]);
    expect(await rowsOf('select 1 from files where company_id = $1', admin.companyId)).toEqual([]);
  });

  it('is not made where the step leads to none, for a draft that changed, too often, or without AI in the plan [AI-08]', async () => {
    const admin = await server.createAdmin();
    const { id: promptId } = await createPrompt(admin);
    const doc = docOfNodes([nodeOf('openai', { promptId })]);
    const test = await startTest(admin, doc);
    await test.step({ type: 'start', text: 'oi' });
    expect(errorOf(await test.request())).toEqual([400, 'ERR_VALIDATION']);
    await test.step({ type: 'time' });
    await server.asOwner.query(
      `update plans set use_open_ai = false where id = (select plan_id from companies where company_id = $1)`,
      [admin.companyId],
    );
    server.modules.db.invalidate(admin.companyId);
    expect((await test.call()).result).toEqual({ type: 'failed', reason: 'notConfigured' });
    await saveDraft(admin, test.id, 2, doc);
    expect(errorOf(await test.request())).toEqual([409, 'ERR_FLOW_CHANGED']);
    const other = await startTest(admin, doc);
    await other.step({ type: 'start', text: 'oi' });
    await other.step({ type: 'time' });
    const counted = {
      limit: 'calls of services in tests of a user',
      of: `${admin.companyId} ${admin.user.id}`,
    } as const;
    for (let uses = 1; uses < 60; uses += 1) await createLimits({ db: server.db }).use(counted);
    expect(errorOf(await other.request())).toEqual([429, 'ERR_TOO_MANY_TRIES']);
    expect(await simulator.control.received()).toEqual([]);
  });
});
