import { startBotSimulator, type BotSimulator } from '../../packages/bot-simulator/src/simulator.ts';
import { own } from '../support/channels.ts';
import { bubble, colorFrom, IsolatedQueue, expect, item, picture, tab, test } from '../support/inbox.ts';
import type { Phones } from '../support/phones.ts';
import { openSignedIn, uniqueSuffix, type AdminApi } from '../support/users.ts';

const KEY = 'sk-da-jornada';
const INSTRUCTIONS =
  'Você atende a Ótica Boa Vista. Responda com gentileza, em poucas frases, e chame uma pessoa se pedirem.';

/** A connection with one queue, answered by a service of the simulator. */
async function openCounter(otica: AdminApi, phones: Phones, answeredBy: (queueId: number) => Promise<object>) {
  await otica.call('PUT', '/companySettings', { column: 'userRandom', data: 'disabled' });
  const suffix = uniqueSuffix();
  const name = `Bots ${suffix}`;
  const { id } = await otica.call<{ id: number }>('POST', '/queue', { name, color: colorFrom(suffix) });
  const connection = await phones.connected('whatsapp', { queueIds: [id], ...(await answeredBy(id)) });
  return new IsolatedQueue(otica, phones, { id, name }, connection);
}

test.describe('bots of other services', () => {
  let simulator: BotSimulator;
  test.beforeEach(async () => {
    simulator = await startBotSimulator({
      key: KEY,
      webhook: { secret: 'segredo', header: { name: 'x-chave', value: 'valor' } },
      controlToken: 'control',
      port: Number(own('RECEIVER_PORT')),
    });
  });
  test.afterEach(() => simulator.stop());

  test('a model answers, books its cost, and hands over on request and on failure [M-181] [M-282] [AI-07]', async ({
    page,
    otica,
    phones,
  }) => {
    let promptId = 0;
    const counter = await openCounter(otica, phones, async (queueId) => {
      const prompt = await otica.call<{ id: number }>('POST', '/prompt', {
        name: `Vitrine ${uniqueSuffix()}`,
        prompt: INSTRUCTIONS,
        provider: 'openai',
        model: 'gpt-standard',
        baseUrl: simulator.urls.openai,
        apiKey: KEY,
        queueId,
      });
      promptId = prompt.id;
      return { promptId };
    });
    try {
      await simulator.control.script([
        { contains: 'armação', reply: 'A armação tartaruga custa R$ 289.' },
        {
          contains: 'uma pessoa',
          reply: 'Vou chamar alguém da equipe.',
          action: { name: 'transfer', args: { queue: counter.queue.name } },
        },
      ]);
      await openSignedIn(page, await counter.agent(), '/tickets');

      const asking = await counter.customer();
      await counter.sendFrom(asking, 'Quanto custa a armação tartaruga?');
      await expect.poll(() => counter.textsReceivedBy(asking)).toContain('A armação tartaruga custa R$ 289.');
      const usage = async () =>
        (await otica.call<{ usage: { calls: number } }>('GET', `/prompt/${promptId}`)).usage.calls;
      await expect.poll(usage).toBe(1);
      await counter.sendFrom(asking, 'Prefiro falar com uma pessoa');
      await expect.poll(() => counter.textsReceivedBy(asking)).toContain('Vou chamar alguém da equipe.');
      await tab(page, 'Aguardando').click();
      await expect(item(page, asking.name)).toBeVisible();

      // The service fails: the conversation waits for a person, and the customer is not left without an answer.
      await simulator.control.fault('openai', { type: 'down' });
      const unlucky = await counter.customer();
      await counter.sendFrom(unlucky, 'Vocês abrem no sábado?');
      await expect(item(page, unlucky.name)).toBeVisible();
      await item(page, asking.name).click();
      await expect(bubble(page, 'A armação tartaruga custa R$ 289.')).toBeVisible();
      await picture(page, 'model-hands-over');
    } finally {
      await page.close();
      await counter.close();
      await otica.call('DELETE', `/prompt/${promptId}`);
    }
  });

  test('a customer of a queue talks to its Typebot, then waits for an agent [M-279]', async ({
    page,
    otica,
    phones,
  }) => {
    let integrationId = 0;
    const counter = await openCounter(otica, phones, async (queueId) => {
      const saved = await otica.call<{ id: number }>('POST', '/queueIntegration', {
        type: 'typebot',
        name: `Typebot ${uniqueSuffix()}`,
        urlN8N: simulator.urls.typebot,
        typebotSlug: 'atendimento',
      });
      integrationId = saved.id;
      await otica.call('PUT', `/queue/${queueId}`, { integrationId });
      return {};
    });
    try {
      await openSignedIn(page, await counter.agent(), '/tickets');
      const customer = await counter.customer('Lívia Prado');
      await counter.sendFrom(customer, 'oi');
      await expect
        .poll(async () => (await counter.textsReceivedBy(customer)).join('\n'))
        .toContain('Escolha um assunto.');
      await counter.sendFrom(customer, 'Suporte');
      await expect
        .poll(async () => (await counter.textsReceivedBy(customer)).join('\n'))
        .toContain('Descreva o problema');
      await counter.sendFrom(customer, 'A lente riscou');
      await expect
        .poll(async () => (await counter.textsReceivedBy(customer)).join('\n'))
        .toContain('Anotado: A lente riscou');
      await tab(page, 'Aguardando').click();
      await item(page, customer.name).click();
      await expect(bubble(page, 'Anotado: A lente riscou')).toBeVisible();
      await picture(page, 'typebot-conversation');
    } finally {
      await page.close();
      await counter.close();
      await otica.call('DELETE', `/queueIntegration/${integrationId}`);
    }
  });
});
