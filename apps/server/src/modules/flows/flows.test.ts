import { MAX_FLOWS, type Flow, type FlowBrief } from '@balcao/contract/endpoints/flows';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createForm } from '../../../test/form.ts';
import { onePixelPicture } from '../../../test/fixtures/values.ts';
import type { TestServer } from '../../../test/server.ts';
import { openSocket, type TestSocket } from '../../../test/sockets.ts';
import type { Caller } from '../../../test/users.ts';
import { startConnectionServer } from '../connections/connections.fixture.ts';
import { createFlow, docOfNodes, errorOf, message, release, toFlow } from './flows.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startConnectionServer();
});
afterAll(() => server.stop());

const list = async (caller: Caller, query = '') =>
  (await caller.request('GET', `/flowbuilder?${query}`)).json<{
    flows: Flow[];
    count: number;
    hasMore: boolean;
    counts: { all: number; active: number; inactive: number };
  }>();
const show = async (caller: Caller, id: number) =>
  (await caller.request('GET', `/flowbuilder/${id}`)).json<{ flow: Flow }>().flow;
const upload = (caller: Caller, path: string, files: { name: string; bytes: Buffer }[]) => {
  const form = createForm(
    files.map(({ name }): [string, string] => ['body', name]),
    files.map(({ name, bytes }) => ({ field: 'medias', name, bytes })),
  );
  return server.app.inject({
    method: 'POST',
    url: `/api/flowbuilder/${path}`,
    headers: { ...form.headers, authorization: `Bearer ${caller.token}` },
    payload: form.payload,
  });
};
const ogg = (bytes = 100) => Buffer.concat([Buffer.from('OggS'), Buffer.alloc(bytes)]);
const mp4 = () => Buffer.concat([Buffer.from('\0\0\0\x18ftypisom', 'latin1'), Buffer.alloc(100)]);

describe('flows', () => {
  it('are refused above the limit of a company, and other companies are not affected [DX-09]', async () => {
    const [full, other] = [await server.createAdmin(), await server.createAdmin()];
    await server.asOwner.query(
      `insert into flows (company_id, name) select $1, 'Fluxo cheio ' || n from generate_series(1, $2) n`,
      [full.companyId, MAX_FLOWS - 1],
    );
    const create = (admin: Caller) => admin.request('POST', '/flowbuilder', { name: 'Mais um' });
    expect((await create(full)).statusCode).toBe(200);
    expect(errorOf(await full.request('POST', '/flowbuilder', { name: 'Um a mais' }))).toEqual([
      400,
      'ERR_FLOW_LIMIT_REACHED',
    ]);
    expect((await create(other)).statusCode).toBe(200);
  });

  it('are created, renamed, duplicated and listed by name in pages [M-255]', async () => {
    const admin = await server.createAdmin();
    const first = await createFlow(admin, ' Vendas ');
    expect(first).toMatchObject({
      name: 'Vendas',
      active: true,
      user_id: admin.user.id,
      company_id: admin.companyId,
      conversations: 0,
      published: null,
      hasChanges: true,
      usedBy: { connections: [], phrases: [], queues: [], options: [], integrations: [], flows: [] },
    });
    const renamed = await admin.request('PUT', '/flowbuilder', { name: 'Atendimento', flowId: first.id });
    expect([renamed.statusCode, renamed.json()]).toEqual([200, 'ok']);
    const copies = [];
    for (let n = 0; n < 3; n++)
      copies.push((await admin.request('POST', '/flowbuilder/duplicate', { flowId: first.id })).json<Flow>().name);
    expect(copies).toEqual(['Atendimento - copy', 'Atendimento - copy 2', 'Atendimento - copy 3']);
    for (let n = 0; n < 18; n++) await createFlow(admin, `Outro ${String(n).padStart(2, '0')}`);
    const page = await list(admin, 'pageNumber=1');
    expect([page.flows.length, page.count, page.hasMore, page.flows[0]!.name]).toEqual([20, 22, true, 'Atendimento']);
    expect((await list(admin, 'pageNumber=2')).flows).toHaveLength(2);
    expect((await list(admin, 'searchParam=ATENDIMENTO - copy 3')).flows.map(({ name }) => name)).toEqual([copies[2]]);
  });

  it('are filtered by status, with the number of each', async () => {
    const admin = await server.createAdmin();
    const [sales] = [await createFlow(admin, 'Vendas'), await createFlow(admin, 'Suporte')];
    await admin.request('PUT', `/flowbuilder/${sales.id}/active`, { active: false });
    const filtered = async (query: string) => {
      const { flows, count, counts } = await list(admin, query);
      return [flows.map(({ name }) => name), count, counts];
    };
    const counts = { all: 2, active: 1, inactive: 1 };
    expect(await filtered('')).toEqual([['Suporte', 'Vendas'], 2, counts]);
    expect(await filtered('status=active')).toEqual([['Suporte'], 1, counts]);
    expect(await filtered('status=inactive')).toEqual([['Vendas'], 1, counts]);
    expect(await filtered('status=active&searchParam=vendas')).toEqual([[], 0, { all: 1, active: 0, inactive: 1 }]);
    expect((await admin.request('GET', '/flowbuilder?status=broken')).statusCode).toBe(400);
    const agent = await server.createAgent(admin.companyId);
    expect((await agent.request('GET', '/flowbuilder?status=inactive')).json()).toEqual({
      flows: [{ id: sales.id, name: 'Vendas', active: false }],
      count: 1,
      hasMore: false,
    });
  });

  it('have a unique name of 2 to 50 characters', async () => {
    const admin = await server.createAdmin();
    const { id } = await createFlow(admin, 'Recepção');
    const rules = async (name: string) =>
      (await admin.request('POST', '/flowbuilder', { name })).json<{ fields: { rule: string }[] }>().fields[0]!.rule;
    expect([await rules(''), await rules(' a '), await rules('a'.repeat(51))]).toEqual([
      'required',
      'tooShort',
      'tooLong',
    ]);
    const taken = [409, 'ERR_FLOW_NAME_TAKEN'];
    expect(errorOf(await admin.request('POST', '/flowbuilder', { name: 'RECEPCAO' }))).toEqual(taken);
    const other = await createFlow(admin, 'a'.repeat(50));
    expect(errorOf(await admin.request('PUT', '/flowbuilder', { name: 'recepção', flowId: other.id }))).toEqual(taken);
    expect((await admin.request('PUT', '/flowbuilder', { name: 'recepção', flowId: id })).statusCode).toBe(200);
    // A copy of a long name still fits.
    expect((await admin.request('POST', '/flowbuilder/duplicate', { flowId: other.id })).statusCode).toBe(200);
  });

  it('begin with a template in the language of the user, without errors', async () => {
    const admin = await server.createAdmin();
    const { templates } = (await admin.request('GET', '/flowbuilder/templates')).json<{
      templates: { key: string; name: string }[];
    }>();
    expect(templates).toHaveLength(8);
    for (const { key, name } of templates) {
      const answer = await admin.request('POST', '/flowbuilder', { name, template: key });
      expect(answer.json<Flow>(), key).toMatchObject({ name, problems: { errors: 0 } });
    }
    const unknown = await admin.request('POST', '/flowbuilder', { name: 'Outro', template: 'nenhum' });
    expect([unknown.statusCode, unknown.json().fields[0].field]).toEqual([400, 'template']);
  });

  it('show other users their id, name and state only', async () => {
    const admin = await server.createAdmin();
    const { id, name } = await createFlow(admin);
    const agent = await server.createAgent(admin.companyId);
    expect((await list(agent)).flows).toEqual([{ id, name, active: true }]);
    expect(await show(agent, id)).toEqual({ id, name, active: true });
    expect(errorOf(await agent.request('GET', `/flowbuilder/${id}/draft`))).toEqual([403, 'ERR_NO_PERMISSION']);
    const without = await server.createAdmin({ plan: { useIntegrations: false } });
    expect((await list(without)).flows).toEqual([]);
    expect(errorOf(await without.request('POST', '/flowbuilder', { name: 'Sem plano' }))).toEqual([
      403,
      'ERR_NO_PERMISSION',
    ]);
  });

  it('are switched off and on, and every change reaches open screens', async () => {
    const admin = await server.createAdmin();
    const agent = await server.createAgent(admin.companyId);
    const [adminSocket, agentSocket] = [await openSocket(server, admin), await openSocket(server, agent)];
    const next = (socket: TestSocket, action: string) =>
      socket.waitFor('flowbuilder', (payload) => payload.action === action);
    const { id, name } = await createFlow(admin);
    expect(await next(adminSocket, 'create')).toMatchObject({ action: 'create', flow: { id, usedBy: { flows: [] } } });
    expect(await next(agentSocket, 'create')).toEqual({ action: 'create', flow: { id, name, active: true } });
    const off = await admin.request('PUT', `/flowbuilder/${id}/active`, { active: false });
    expect(off.json<Flow>().active).toBe(false);
    expect(await next(agentSocket, 'update')).toEqual({ action: 'update', flow: { id, name, active: false } });
    await admin.request('DELETE', `/flowbuilder/${id}`);
    expect(await next(agentSocket, 'delete')).toEqual({ action: 'delete', flowId: id });
    for (const socket of [adminSocket, agentSocket]) socket.close();
    const { rows } = await server.asOwner.query<{ action: string }>(
      `select act as action from audit_log where company_id = $1 and act like 'flow.%' order by id`,
      [admin.companyId],
    );
    expect(rows.map(({ action }) => action)).toEqual(['flow.switched', 'flow.removed']);
  });

  it('name what starts them, and leave these links empty when they are deleted [M-181]', async () => {
    const admin = await server.createAdmin();
    const { id, name } = await createFlow(admin);
    await release(admin, id, docOfNodes([message('ola', 'Olá!')]));
    const connection = (
      await admin.request('POST', '/whatsapp', { name: 'Loja', flowIdWelcome: id, flowIdNotPhrase: id })
    ).json<{ id: number; flowIdWelcome: number | null; flowIdNotPhrase: number | null }>();
    expect(connection).toMatchObject({ flowIdWelcome: id, flowIdNotPhrase: id });
    const queue = (
      await admin.request('POST', '/queue', {
        name: 'Vendas',
        color: '#123456',
        flowId: id,
        chatbots: [{ name: 'Comprar', queueType: 'integration', optFlowId: id }],
      })
    ).json<{ id: number; flowId: number; chatbots: { id: number; optFlowId: number }[] }>();
    expect([queue.flowId, queue.chatbots[0]!.optFlowId]).toEqual([id, id]);
    const phrase = (
      await admin.request('POST', '/flowcampaign', { name: 'Promoção', flowId: id, phrase: 'quero desconto' })
    ).json<{ id: number }>();
    const integration = (
      await admin.request('POST', '/queueIntegration', { type: 'flowbuilder', name: 'Recepção', flowId: id })
    ).json<{ id: number }>();
    const caller = await createFlow(admin);
    await release(admin, caller.id, docOfNodes([toFlow('vai', id)]));

    const usedBy = {
      connections: [
        { id: connection.id, name: 'Loja', as: 'notPhrase' },
        { id: connection.id, name: 'Loja', as: 'welcome' },
      ],
      phrases: [{ id: phrase.id, name: 'Promoção' }],
      queues: [{ id: queue.id, name: 'Vendas' }],
      options: [{ id: queue.chatbots[0]!.id, name: 'Comprar', queueId: queue.id, queueName: 'Vendas' }],
      integrations: [{ id: integration.id, name: 'Recepção' }],
      flows: [{ id: caller.id, name: caller.name }],
    };
    expect((await show(admin, id)).usedBy).toEqual(usedBy);
    const screen = await openSocket(server, admin);
    const removed = await admin.request('DELETE', `/flowbuilder/${id}`);
    expect(removed.json()).toEqual({ id, name, active: true, lost: usedBy, endedRuns: 0 });
    expect(await screen.waitFor('queueIntegration')).toMatchObject({
      action: 'update',
      queueIntegration: { id: integration.id, flowId: null },
    });
    screen.close();
    expect((await admin.request('GET', `/whatsapp/${connection.id}`)).json()).toMatchObject({
      flowIdWelcome: null,
      flowIdNotPhrase: null,
    });
    expect((await admin.request('GET', `/queue/${queue.id}`)).json()).toMatchObject({
      flowId: null,
      chatbots: [{ optFlowId: null }],
    });
    expect((await admin.request('GET', `/flowcampaign/${phrase.id}`)).json()).toMatchObject({
      details: { flowId: null, flow: null },
    });
    expect((await show(admin, caller.id)).problems.errors).toBe(1);
  });

  it('of another company are unknown to links, phrases and nodes [FL-16]', async () => {
    const [admin, otherCompanyAdmin] = [await server.createAdmin(), await server.createAdmin()];
    const foreign = await createFlow(otherCompanyAdmin);
    const unknown = (answer: { statusCode: number; json(): { fields?: { field: string; rule: string }[] } }) => [
      answer.statusCode,
      answer.json().fields?.[0]?.field,
      answer.json().fields?.[0]?.rule,
    ];
    const connection = { name: 'Loja' };
    for (const field of ['flowIdWelcome', 'flowIdNotPhrase'])
      expect(unknown(await admin.request('POST', '/whatsapp', { ...connection, [field]: foreign.id }))).toEqual([
        400,
        field,
        'unknown',
      ]);
    const queue = { name: 'Vendas', color: '#123456' };
    expect(unknown(await admin.request('POST', '/queue', { ...queue, flowId: foreign.id }))).toEqual([
      400,
      'flowId',
      'unknown',
    ]);
    const option = { name: 'Comprar', queueType: 'integration', optFlowId: foreign.id };
    expect(unknown(await admin.request('POST', '/queue', { ...queue, chatbots: [option] }))).toEqual([
      400,
      'optFlowId',
      'unknown',
    ]);
    const phrase = { name: 'Promoção', flowId: foreign.id, phrase: 'oi' };
    expect(unknown(await admin.request('POST', '/flowcampaign', phrase))).toEqual([404, 'flowId', 'unknown']);
    const own = await createFlow(admin);
    for (const [method, path, body] of [
      ['GET', `/flowbuilder/${foreign.id}`],
      ['GET', `/flowbuilder/${foreign.id}/draft`],
      ['DELETE', `/flowbuilder/${foreign.id}`],
      ['PUT', '/flowbuilder', { name: 'Tomado', flowId: foreign.id }],
      ['POST', '/flowbuilder/duplicate', { flowId: foreign.id }],
    ] as const)
      expect(errorOf(await admin.request(method, path, body)), path).toEqual([404, 'ERR_NO_FLOW_FOUND']);
    expect((await list(admin)).flows.map(({ id }) => id)).toEqual([own.id]);
  });

  it('accept the files of their nodes by kind and size, and name them with their extension [M-264]', async () => {
    const admin = await server.createAdmin();
    const sent = await upload(admin, 'content', [
      { name: 'vitrine da loja.png', bytes: onePixelPicture() },
      { name: 'aviso.opus', bytes: ogg() },
      { name: 'tour.mp4', bytes: mp4() },
    ]);
    expect(sent.statusCode, sent.body).toBe(200);
    expect(sent.json<string[]>()).toEqual([
      expect.stringMatching(/_vitrine_da_loja\.png$/),
      expect.stringMatching(/_aviso\.ogg$/),
      expect.stringMatching(/_tour\.mp4$/),
    ]);
    const image = await upload(admin, 'img', [{ name: 'foto.png', bytes: onePixelPicture() }]);
    expect(image.json()).toEqual({
      id: expect.any(Number),
      name: expect.stringMatching(/_foto\.png$/),
      userId: admin.user.id,
      companyId: admin.companyId,
    });
    expect((await upload(admin, 'audio', [{ name: 'tour.mp4', bytes: mp4() }])).statusCode).toBe(200);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    for (const [path, file] of [
      ['img', { name: 'foto.png', bytes: svg }],
      ['img', { name: 'aviso.png', bytes: ogg() }],
      ['audio', { name: 'foto.ogg', bytes: onePixelPicture() }],
      ['content', { name: 'a.html', bytes: Buffer.from('<!doctype html>') }],
    ] as const)
      expect(errorOf(await upload(admin, path, [file])), file.name).toEqual([400, 'ERR_FLOW_FILE_TYPE']);
    const large = await upload(admin, 'audio', [{ name: 'longo.ogg', bytes: ogg(5 * 1_048_576) }]);
    expect([large.statusCode, large.json().fields[0]]).toMatchObject([400, { rule: 'fileTooLarge' }]);
    expect((await upload(admin, 'content', [])).statusCode).toBe(400);
  });
});

describe('briefs', () => {
  it('are what pickers of connections read', async () => {
    const admin = await server.createAdmin();
    const { id } = await createFlow(admin);
    const agent = await server.createAgent(admin.companyId, { allowConnections: true });
    expect((await list(agent)).flows.map((flow: FlowBrief) => flow.id)).toEqual([id]);
  });
});
