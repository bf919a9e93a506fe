import type { FlowPublished, FlowReferences } from '@balcao/contract/endpoints/flows';
import type { FlowCase, FlowTried } from '@balcao/contract/flow/tries';
import type { FlowDoc, FlowNode } from '@balcao/domain/flow/document';
import { nodeKinds } from '@balcao/domain/flow/nodes/index';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import type { Caller } from '../../../test/users.ts';
import {
  createFlow,
  docOfNodes,
  errorOf,
  menu,
  message,
  question,
  readDraft,
  release,
  saveDraft,
  toQueue,
} from './flows.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const send = async (caller: Caller, id: number, body: object) => {
  const answer = await caller.request('POST', `/flowbuilder/${id}/try`, body);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<FlowTried>();
};
/** What the test says next, with what the last response gave. */
const next = (caller: Caller, id: number, rev: number, last: FlowTried, input: object) =>
  send(caller, id, { rev, run: last.run, at: last.now, inboundAt: last.inboundAt, input });
const texts = (test: FlowTried) => test.says.map(({ text }) => text);

async function conversation(caller: Caller) {
  const queue = (await caller.request('POST', '/queue', { name: 'Vendas', color: '#123456' })).json<{ id: number }>();
  const { id } = await createFlow(caller);
  const doc = docOfNodes(
    [
      question('nome', 'nome'),
      message('ola', 'Prazer, {{nome}}!'),
      menu('menu', ['Comprar', 'Sair']),
      toQueue('fila', queue.id),
      message('tchau', 'Tchau'),
    ],
    ['nome a ola', 'ola a menu', 'menu a1 fila', 'menu a2 tchau'],
  );
  const { rev } = (await saveDraft(caller, id, 1, doc)).json<{ rev: number }>();
  return { id, rev, doc, queue };
}
const cases = async (caller: Caller, id: number) =>
  (await caller.request('GET', `/flowbuilder/${id}/cases`)).json<{ cases: FlowCase[] }>().cases;

describe('a test of a draft', () => {
  it('takes the real steps with an invented customer, and stores and sends nothing', async () => {
    const admin = await server.createAdmin();
    const { id, rev, queue } = await conversation(admin);
    const stored = () =>
      server.asOwner.query(
        `select (select count(*) from flow_runs) as runs, (select count(*) from flow_steps) as steps,
                (select count(*) from messages) as messages, (select count(*) from tickets) as tickets`,
      );
    const before = (await stored()).rows;
    const asked = await send(admin, id, { rev, input: { type: 'start', text: 'oi' }, as: { name: 'Helena Souza' } });
    expect(texts(asked)).toEqual(['Qual é o seu nome?']);
    expect(asked).toMatchObject({ node: 'nome', waits: { for: 'answer' }, ended: null });
    const named = await next(admin, id, rev, asked, { type: 'message', text: 'Ana {{nome}}' });
    // An answer is inserted as it is, braces included.
    expect(texts(named)[0]).toBe('Prazer, Ana {{nome}}!');
    expect(named).toMatchObject({ node: 'menu', variables: { nome: 'Ana {{nome}}' } });
    const chosen = await next(admin, id, rev, named, { type: 'message', text: '1' });
    expect(chosen.effects).toContainEqual({
      type: 'assign',
      queueId: queue.id,
      queueName: 'Vendas',
      userId: null,
      userName: null,
      reason: 'node',
    });
    expect(chosen.trace).toContainEqual(expect.objectContaining({ nodeId: 'menu', event: 'left', port: 'a1' }));
    expect(chosen.ended).toBe('handedOver');
    expect((await stored()).rows).toEqual(before);
  });

  it('compares the additional data of its customer', async () => {
    const admin = await server.createAdmin();
    const { id } = await createFlow(admin);
    const position = { x: 0, y: 0 };
    const rules = [{ subject: 'Convênio', operator: 'equal' as const, value: 'bem ver' }];
    const doc = docOfNodes(
      [
        { id: 'condition', type: 'condition', position, data: { match: 'all', rules } },
        message('sim', 'Atendemos'),
        message('nao', 'Particular'),
      ],
      ['condition a sim', 'condition b nao'],
    );
    const { rev } = (await saveDraft(admin, id, 1, doc)).json<{ rev: number }>();
    const tryAs = (fields: object) => send(admin, id, { rev, input: { type: 'start', text: 'oi' }, as: { fields } });
    expect(texts(await tryAs({ Convênio: 'Bem Ver' }))).toEqual(['Atendemos']);
    expect(texts(await tryAs({}))).toEqual(['Particular']);
  });

  it('moves its clock to the end of a wait, and is refused for a draft that changed meanwhile', async () => {
    const admin = await server.createAdmin();
    const { id, rev, doc } = await conversation(admin);
    const asked = await send(admin, id, { rev, input: { type: 'start' } });
    const late = await next(admin, id, rev, asked, { type: 'time' });
    expect(+new Date(late.now) - +new Date(asked.now)).toBe(10 * 60_000);
    expect(late.inboundAt).toBe(asked.inboundAt);
    await saveDraft(admin, id, rev, doc);
    const stale = await admin.request('POST', `/flowbuilder/${id}/try`, { rev, input: { type: 'start' } });
    expect(errorOf(stale)).toEqual([409, 'ERR_FLOW_CHANGED']);
  });

  it('accepts no forged state', async () => {
    const admin = await server.createAdmin();
    const { id, rev } = await conversation(admin);
    const { run } = await send(admin, id, { rev, input: { type: 'start' } });
    for (const forged of [
      { ...run, node: 'nobody' },
      { ...run, versionId: 987_654 },
      { ...run, stack: [{ flowId: 9, versionId: 9, node: 'x' }] },
      { ...run, part: 999_999, spent: 1_000_000 },
    ]) {
      const answer = await admin.request('POST', `/flowbuilder/${id}/try`, {
        rev,
        run: forged,
        input: { type: 'message', text: 'Ana' },
      });
      expect([200, 400], answer.body).toContain(answer.statusCode);
    }
    const wrong = { rev, run: { ...run, vars: [] }, input: { type: 'message', text: 'Ana' } };
    expect((await admin.request('POST', `/flowbuilder/${id}/try`, wrong)).statusCode).toBe(400);
  });
});

describe('saved cases', () => {
  it('run at each publication; a failed one is shown and does not prevent it', async () => {
    const admin = await server.createAdmin();
    const { id } = await createFlow(admin);
    const saved = await admin.request('POST', `/flowbuilder/${id}/cases`, {
      name: 'Cumprimenta',
      inputs: [{ type: 'start', text: 'oi' }],
      expect: ['Olá!'],
    });
    expect(saved.statusCode, saved.body).toBe(200);
    const passed = await release(admin, id, docOfNodes([message('ola', 'Olá!')]));
    expect(passed.cases).toMatchObject([{ name: 'Cumprimenta', passed: true, got: ['Olá!'] }]);
    const failed = await release(admin, id, docOfNodes([message('ola', 'Oi!')]));
    expect(failed).toMatchObject({ isNew: true, cases: [{ passed: false, expected: ['Olá!'], got: ['Oi!'] }] });

    const [one] = await cases(admin, id);
    const changed = { name: 'Cumprimenta', inputs: [{ type: 'start', text: '' }], expect: ['Oi!'] };
    await admin.request('PUT', `/flowbuilder/${id}/cases/${one!.id}`, changed);
    const run = await admin.request('POST', `/flowbuilder/${id}/cases/run`);
    expect(run.json<Pick<FlowPublished, 'cases'>>().cases).toMatchObject([{ passed: true }]);
    const other = await createFlow(admin);
    const gone = [404, 'ERR_NO_FLOW_CASE_FOUND'];
    expect(errorOf(await admin.request('DELETE', `/flowbuilder/${other.id}/cases/${one!.id}`))).toEqual(gone);
    expect((await admin.request('DELETE', `/flowbuilder/${id}/cases/${one!.id}`)).statusCode).toBe(200);
    expect(await cases(admin, id)).toEqual([]);
    expect((await readDraft(admin, id)).hasChanges).toBe(false);
  });

  it('run at the time and with the choices of the test that was saved', async () => {
    const admin = await server.createAdmin();
    const { id } = await createFlow(admin);
    const draw = (n: number): FlowDoc['nodes'][number] => ({
      id: `sorteio${n}`,
      type: 'randomizer',
      position: { x: 0, y: 0 },
      data: { percent: 50 },
    });
    // Six choices in a row: another seed takes another path in 63 of 64 tests.
    const turns = Array.from({ length: 6 }, (_, n) => n);
    const doc = docOfNodes(
      [
        message('dia', 'Hoje é {{date}}'),
        ...turns.flatMap((n) => [draw(n), message(`a${n}`, `A${n}`), message(`b${n}`, `B${n}`)]),
      ],
      [
        'dia a sorteio0',
        ...turns.flatMap((n) => [`sorteio${n} a a${n}`, `sorteio${n} b b${n}`]),
        ...turns.slice(1).flatMap((n) => [`a${n - 1} a sorteio${n}`, `b${n - 1} a sorteio${n}`]),
      ],
    );
    const { rev } = (await saveDraft(admin, id, 1, doc)).json<{ rev: number }>();
    const input = { type: 'start', text: 'oi' };
    const tried = await send(admin, id, { rev, input, at: '2026-11-14T15:00:00.000Z' });
    expect(texts(tried)).toHaveLength(7);
    const saved = { name: 'Sábado', at: tried.now, seed: tried.run.seed, inputs: [input], expect: texts(tried) };
    const answer = await admin.request('POST', `/flowbuilder/${id}/cases`, saved);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(await cases(admin, id)).toMatchObject([{ at: tried.now, seed: tried.run.seed }]);
    const run = await admin.request('POST', `/flowbuilder/${id}/cases/run`);
    expect(run.json<Pick<FlowPublished, 'cases'>>().cases).toMatchObject([{ passed: true, got: texts(tried) }]);
    expect(texts(tried)[0]).toBe('Hoje é 14/11/2026');
  });
});

describe('a call in a test', () => {
  it('is named and answered with a sample; a saved case repeats it', async () => {
    const admin = await server.createAdmin();
    const { id } = await createFlow(admin);
    const http = {
      id: 'http',
      type: 'http' as const,
      position: { x: 0, y: 0 },
      data: {
        method: 'GET' as const,
        url: 'https://api.example/pedidos/{{firstName}}',
        headers: [],
        body: '',
        select: [{ name: 'status', pointer: '/status' }],
        sample: '',
      },
    };
    const doc = docOfNodes([http, message('fim', 'Seu pedido: {{status}}')], ['http a fim']);
    const { rev } = (await saveDraft(admin, id, 1, doc)).json<{ rev: number }>();
    const first = await send(admin, id, { rev, input: { type: 'start', text: 'oi' } });
    const [call] = first.effects;
    expect([call, first.waits?.callKind]).toEqual([
      {
        type: 'call',
        callId: first.waits?.callId,
        nodeId: 'http',
        kind: 'http',
        text: 'GET https://api.example/pedidos/Maria',
        isAwaited: true,
      },
      'http',
    ]);
    const result = { type: 'done', values: { status: 'enviado' } };
    const answered = await next(admin, id, rev, first, { type: 'callResult', callId: first.waits!.callId, result });
    expect([texts(answered), answered.ended]).toEqual([['Seu pedido: enviado'], 'completed']);
    const late = await next(admin, id, rev, first, { type: 'callResult', callId: 'outra', result });
    expect([texts(late), late.trace.at(-1)?.reason]).toEqual([[], 'tooLate']);

    const saved = await admin.request('POST', `/flowbuilder/${id}/cases`, {
      name: 'Pedido',
      inputs: [
        { type: 'start', text: 'oi' },
        { type: 'callResult', callId: 'de outra vez', result },
      ],
      expect: ['Seu pedido: enviado'],
    });
    expect(saved.statusCode, saved.body).toBe(200);
    const run = await admin.request('POST', `/flowbuilder/${id}/cases/run`, {});
    expect(run.json<{ cases: { passed: boolean }[] }>().cases).toMatchObject([{ passed: true }]);
  });

  it('is never made to an address inside the network [FL-19] [SS-10]', async () => {
    const admin = await server.createAdmin();
    const { id } = await createFlow(admin);
    const data = { method: 'GET' as const, headers: [], body: '', select: [], sample: '' };
    const fields = { name: 'Bot', slug: 'bot', delayMs: 0 };
    const drawn = (host: string) =>
      [
        { id: 'n', type: 'http', position: { x: 0, y: 0 }, data: { ...data, url: `http://${host}/pedidos` } },
        {
          id: 'n',
          type: 'typebot',
          position: { x: 0, y: 0 },
          data: { ...nodeKinds.typebot.defaults(), ...fields, url: `http://${host}` },
        },
      ] satisfies FlowNode[];
    let rev = 1;
    for (const host of [
      '127.0.0.1:9',
      '127.1:9',
      '2130706433',
      'localhost',
      '10.0.0.5',
      '169.254.169.254',
      'db.internal',
    ])
      for (const node of drawn(host)) {
        const saved = await saveDraft(admin, id, rev, docOfNodes([node]));
        expect(saved.statusCode, saved.body).toBe(200);
        ({ rev } = saved.json<{ rev: number }>());
        const answer = await admin.request('POST', `/flowbuilder/${id}/try/call`, { rev, input: { type: 'start' } });
        expect([host, answer.json()]).toEqual([host, { result: { type: 'failed', reason: 'address' } }]);
      }
  });

  it('the editor gets the prompts and integrations of the company', async () => {
    const [admin, other] = [await server.createAdmin(), await server.createAdmin()];
    const integration = await admin.request('POST', '/queueIntegration', {
      type: 'webhook',
      name: 'Automação',
      urlN8N: 'https://receiver.example/balcao',
    });
    expect(integration.statusCode, integration.body).toBe(200);
    const lists = async (caller: Caller) => {
      const { id } = await createFlow(caller);
      const answer = await caller.request('GET', `/flowbuilder/${id}/references`);
      return answer.json<FlowReferences>();
    };
    expect((await lists(admin)).integrations).toMatchObject([{ name: 'Automação', type: 'webhook' }]);
    expect((await lists(other)).integrations).toEqual([]);
  });
});
