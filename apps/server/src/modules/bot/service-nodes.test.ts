import type { ServiceName } from '@balcao/bot-simulator/control';
import type { FlowNode } from '@balcao/domain/flow/document';
import { flow, http, message, node, openai, question, typebot } from '@balcao/domain/flow/flow.fixture';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Bot } from './bot.fixture.ts';
import { KEY, startServiceServer, type ServiceServer } from './service-calls.fixture.ts';

let service: ServiceServer;
beforeAll(async () => {
  service = await startServiceServer();
});
beforeEach(() => service.simulator.control.reset());
afterAll(() => service.stop());

type Customer = ReturnType<ServiceServer['createCustomer']>;
/** Sends a message; returns what the bot has sent since, when all calls are over. */
async function talk(customer: Customer, text: string): Promise<string[]> {
  const before = (await customer.thread()).length;
  await customer.send(text);
  await service.settle();
  return (await customer.thread())
    .slice(before)
    .filter((row) => row.from_me)
    .map(({ body }) => body);
}
/** A key as the editor stores it, for a host or for the model of a node. */
async function storeKey({ companyId }: Bot, host: string): Promise<string> {
  const { db, integrationModule } = service.server.modules;
  const [flowRow] = await service.rowsOf<{ id: number }>(
    `insert into flows (company_id, name) values ($1, 'Chaves') returning id`,
    [companyId],
  );
  return db.inCompany(companyId, (tx) => integrationModule.flowKeys.store(tx, flowRow!.id, { host, key: KEY }));
}
const ownModel = async (bot: Bot, prompt: string) =>
  openai('n', { promptId: null, name: 'IA', prompt, apiKeyRef: await storeKey(bot, '') });

interface DrawnCase {
  service: ServiceName;
  draw(bot: Bot): Promise<FlowNode>;
  /** The exit when all goes well. */
  port: string;
  /** What the customer writes, and what the bot sends. */
  talk: [text: string, replies: string[]][];
}
const drawn: Record<string, DrawnCase> = {
  HTTP: {
    service: 'http',
    async draw(bot) {
      const { http: url } = service.simulator.urls;
      const headers = [{ name: 'Authorization', keyRef: await storeKey(bot, new URL(url).host) }];
      return http('n', { url: `${url}/json`, headers, select: [{ name: 'pedido', pointer: '/ok' }] });
    },
    port: 'a',
    talk: [['oi', ['Fim.']]],
  },
  OpenAI: {
    service: 'openai',
    async draw(bot) {
      await service.simulator.control.script([
        { contains: 'humano', reply: 'Já chamo.', action: { name: 'transfer', args: { queue: 'Vendas' } } },
      ]);
      const model = await ownModel(bot, 'Você atende a Ótica Boa Vista.');
      return model.type === 'openai' ? { ...model, data: { ...model.data, queueId: bot.queues[0]!.id } } : model;
    },
    port: 'transferred',
    talk: [
      ['oi', ['Você escreveu: oi']],
      ['Quero um humano', ['Já chamo.', 'Fim.']],
    ],
  },
  TypeBot: {
    service: 'typebot',
    draw: async () => typebot('n', { url: service.simulator.urls.typebot, slug: 'cadastro' }),
    port: 'done',
    talk: [
      ['oi', ['Qual é o seu nome?']],
      ['Ana', ['E o seu e-mail, Ana?']],
      ['ana@example.com', ['', 'Pronto, Ana.', 'Fim.']],
    ],
  },
  Dialogflow: {
    service: 'dialogflow',
    async draw(bot) {
      await service.simulator.control.script([{ contains: 'tchau', reply: 'Até logo.', ends: 'intent' }]);
      const { project, serviceAccount } = service.simulator.google;
      const fields = { name: 'Loja', type: 'dialogflow', projectName: project };
      const { id } = await service.createIntegration(bot, { ...fields, jsonContent: JSON.stringify(serviceAccount) });
      return typebot('n', { integrationId: id });
    },
    port: 'done',
    talk: [
      ['oi', ['*Loja:*\nVocê escreveu: oi']],
      ['tchau', ['*Loja:*\nAté logo.', 'Fim.']],
    ],
  },
};
/** The node, and one message for each of its exits. */
const flowOf = (last: FlowNode, port: string) =>
  flow([last, message('ok', 'Fim.'), message('no', 'Falhou.')], [`n ${port} ok`, 'n failed no']);

describe('a drawn node', () => {
  it.each(Object.entries(drawn))(
    '%s talks to its service, and leaves through its failure [FL-20]',
    async (_, drawnCase) => {
      const bot = await service.createBot();
      await service.publish(bot, flowOf(await drawnCase.draw(bot), drawnCase.port), { phrase: 'oi' });
      const customer = service.createCustomer(bot);
      for (const [text, replies] of drawnCase.talk) expect(await talk(customer, text)).toEqual(replies);
      await service.simulator.control.fault(drawnCase.service, { type: 'down' });
      expect(await talk(service.createCustomer(bot), 'oi')).toEqual(['Falhou.']);
      expect((await service.callsOf(bot.companyId)).at(-1)).toMatchObject({ state: 'failed', reason: 'down' });
      const traces = await service.rowsOf(
        `select (select json_agg(r) from flow_runs r where company_id = $1), (select json_agg(s) from flow_steps s where company_id = $1),
              (select json_agg(c) from flow_calls c where company_id = $1), (select json_agg(e) from event_log e where company_id = $1)`,
        [bot.companyId],
      );
      expect(JSON.stringify(traces)).not.toContain(KEY);
    },
  );

  it('n8n delivers the message, and the flow goes on at once, also when nothing receives it', async () => {
    const bot = await service.createBot();
    const { id } = await service.createIntegration(bot, { type: 'n8n', urlN8N: service.simulator.urls.webhook });
    await service.publish(bot, flowOf(node('n', 'webhook', { integrationId: id }), 'a'), { phrase: 'oi' });
    expect(await talk(service.createCustomer(bot), 'oi')).toEqual(['Fim.']);
    const [delivery] = await service.simulator.control.deliveries();
    expect(delivery!.body).toMatchObject({ event: 'message', message: { text: 'oi' } });
    await service.simulator.control.fault('webhook', { type: 'key' });
    expect(await talk(service.createCustomer(bot), 'oi')).toEqual(['Fim.']);
  });

  it('OpenAI never sends documents that a question asked for [AI-06]', async () => {
    const bot = await service.createBot();
    const model = await ownModel(bot, 'Atenda {{nome}}, do CPF {{cpf}}.');
    const doc = flow([question('q', 'nome'), question('r', 'cpf'), model], ['q a r', 'r a n']);
    await service.publish(bot, doc, { phrase: 'oi' });
    const customer = service.createCustomer(bot);
    await talk(customer, 'oi');
    await talk(customer, 'Ana');
    expect(await talk(customer, '529.982.247-25')).toEqual(['Você escreveu: 529.982.247-25']);
    const bytes = JSON.stringify((await service.simulator.control.received('openai')).map(({ body }) => body));
    expect(bytes).toContain('Atenda Ana, do CPF [cpf-1].');
    expect(bytes).not.toMatch(/529|247-25/);
  });
});

describe('a bot whose conversation ends with its first text', () => {
  it('leaves to a human after the calls of a contact in an hour [AI-05]', async () => {
    const bot = await service.createBot();
    const ceilings = { monthCents: null, callsPerDay: null, turnsPerConversation: 20, callsPerContactHour: 3 };
    expect((await bot.admin.request('PUT', '/ai-usage/ceilings', ceilings)).statusCode).toBe(200);
    const { id: integrationId } = await service.createIntegration(bot, {
      type: 'typebot',
      urlN8N: service.simulator.urls.typebot,
      typebotSlug: 'aviso',
      typebotDelayMessage: 0,
    });
    await service.linkConnection(bot, { integrationId });
    const customer = service.createCustomer(bot);
    const replies = [];
    for (let turn = 0; turn < 6; turn++) replies.push(...(await talk(customer, 'Recebido.')));
    expect(replies.filter((text) => text === 'Recebemos a sua mensagem.')).toHaveLength(3);
    expect(await service.simulator.control.received('typebot')).toHaveLength(3);
    const ticket = (await customer.ticket()) as unknown as { id: number; is_bot: boolean; status: string };
    expect(ticket).toMatchObject({ is_bot: false, status: 'pending' });
    const ends = (await service.runs(ticket.id)).map(({ end_reason: reason }) => reason);
    expect(ends).toEqual(['completed', 'completed', 'completed', 'failed']);
    expect((await service.callsOf(bot.companyId)).at(-1)).toMatchObject({ state: 'failed', reason: 'ceilingReached' });
  });
});
