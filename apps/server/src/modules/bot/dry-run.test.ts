import type { BotTried } from '@balcao/contract/endpoints/chatbots';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { officeHours, startBotServer, type Bot } from './bot.fixture.ts';

let service: Awaited<ReturnType<typeof startBotServer>>;
beforeAll(async () => {
  service = await startBotServer();
});
afterAll(() => service.server.stop());

describe('POST /bot/try', () => {
  const dryRun = async (bot: Bot, request: object) => {
    const answer = await bot.admin.request('POST', '/bot/try', { whatsappId: bot.connectionId, ...request });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<BotTried>();
  };
  const positionOf = ({ place: { queueId, optionId } }: BotTried) => ({ queueId, optionId });
  it('returns the replies of the real bot, and stores and sends nothing', async () => {
    const bot = await service.createBot({
      queues: [{ name: 'Vendas' }, { name: 'Suporte', chatbots: [{ name: 'Impressora', greetingMessage: 'Ligue.' }] }],
    });
    const before = await service.server.asOwner.query('select count(*) from messages where company_id = $1', [
      bot.companyId,
    ]);
    const first = await dryRun(bot, { text: 'oi' });
    const menu = await dryRun(bot, { text: '2', isNew: false });
    const [, support] = bot.queues;
    const option = await dryRun(bot, { text: '1', isNew: false, queueId: support!.id });
    expect(
      (await service.server.asOwner.query('select count(*) from messages where company_id = $1', [bot.companyId])).rows,
    ).toEqual(before.rows);
    const helena = service.createCustomer(bot);
    const real = [await helena.send('oi'), await helena.send('2'), await helena.send('1')];
    const simulated = [first, menu, option].map((result) =>
      result.says.map(({ text }) => text.replace('Maria', 'Helena')),
    );
    expect(simulated).toEqual(real);
    expect([first.answeredBy, menu.answeredBy, option.answeredBy]).toEqual(['menu', 'options', 'options']);
    expect(menu.place).toMatchObject({ queueId: support!.id, queueName: 'Suporte', status: 'pending', closes: false });
    expect(option.place.optionId).toBe(support!.chatbots[0]!.id);
  });

  it('applies unsaved drafts and any time', async () => {
    const bot = await service.createBot();
    await bot.admin.request('PUT', '/companySettings', { column: 'scheduleType', data: 'company' });
    const drafts = { company: { schedules: officeHours }, connection: { outOfHoursMessage: 'Fechado.' } };
    const evening = await dryRun(bot, { text: 'oi', at: '2026-11-13T18:05', drafts });
    expect(evening).toMatchObject({ answeredBy: 'hours', says: [{ kind: 'text', text: 'Fechado.' }] });
    expect(evening.steps.find(({ step }) => step === 'hours')).toEqual({
      step: 'hours',
      outcome: 'answers',
      why: 'outsideHours',
    });
    expect((await dryRun(bot, { text: 'oi', at: '2026-11-13T18:00', drafts })).answeredBy).toBe('menu');
    const unsaved = { queue: { name: 'Nova', greetingMessage: 'Sou nova', chatbots: [{ name: 'Primeira' }] } };
    const menu = await dryRun(bot, { text: 'oi', drafts: unsaved, at: '2026-11-13T10:00' });
    expect(menu.says[0]!.text).toContain('*3* – Nova');
    const inside = await dryRun(bot, { text: '3', isNew: false, drafts: unsaved, at: '2026-11-13T10:00' });
    expect(inside).toMatchObject({
      says: [{ text: expect.stringContaining('*1* – Primeira') }],
      place: { queueId: 0, queueName: 'Nova' },
    });
    expect(await dryRun(bot, { text: '12', waitsFor: 'rating' })).toMatchObject({ answeredBy: 'rating' });
  });

  it('continues inside an unsaved queue and its unsaved options [F-U10]', async () => {
    const bot = await service.createBot();
    const chatbots = [{ name: 'Preços', options: [{ name: 'Lentes', greetingMessage: 'A partir de R$ 90.' }] }];
    const drafts = { queue: { name: 'Nova', chatbots } };
    const inside = await dryRun(bot, { text: '3', isNew: false, drafts });
    const level = await dryRun(bot, { text: '1', isNew: false, ...positionOf(inside), drafts });
    expect(level.says[0]!.text).toContain('*1* – Lentes');
    const answer = await dryRun(bot, { text: '1', isNew: false, ...positionOf(level), drafts });
    expect(answer.says[0]!.text).toContain('A partir de R$ 90.');
  });

  it('uses the unsaved queues, order, texts and limits of a connection [F-U10]', async () => {
    const bot = await service.createBot({ queues: [{ name: 'Vendas' }, { name: 'Suporte' }, { name: 'Caixa' }] });
    const [sales, support, cashier] = bot.queues.map(({ id }) => id);
    const menuOf = async (drafts: object) => (await dryRun(bot, { text: 'oi', drafts })).says[0]!.text;
    const fewer = await menuOf({ connection: { queueIds: [sales, cashier], greetingMessage: 'Bem-vinda!' } });
    expect(fewer).toMatch(/^Bem-vinda![^]*Vendas[^]*Caixa/);
    expect(fewer).not.toContain('Suporte');
    expect(await menuOf({ queue: { id: cashier, orderQueue: 0 } })).toContain('*1* – Caixa');
    const rating = { connection: { ratingMessage: 'Que nota?', maxUseBotQueuesNPS: 0, complationMessage: 'Tchau!' } };
    const asked = await dryRun(bot, { text: 'abc', waitsFor: 'rating', drafts: rating });
    expect(asked.says.at(-1)!.text).toBe('Que nota?');
    expect((await dryRun(bot, { text: '9', waitsFor: 'rating', drafts: rating })).says).toEqual([
      { kind: 'text', text: 'Tchau!' },
    ]);
    const unknown = { connection: { queueIds: [sales, support, 999_999] } };
    const refused = await bot.admin.request('POST', '/bot/try', { whatsappId: bot.connectionId, drafts: unknown });
    expect(refused.json()).toMatchObject({ error: 'ERR_QUEUE_NOT_FOUND' });
  });
});
