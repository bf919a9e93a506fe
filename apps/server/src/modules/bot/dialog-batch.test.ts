import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MENU, startBotServer } from './bot.fixture.ts';

let service: Awaited<ReturnType<typeof startBotServer>>;
beforeAll(async () => {
  service = await startBotServer();
});
afterAll(() => service.server.stop());

describe('repeated processing', () => {
  it('replies once to a message that is delivered twice [FL-04]', async () => {
    const bot = await service.createBot();
    const helena = service.createCustomer(bot);
    const first = bot.customerMessage(helena.number, 'oi');
    await bot.sendWebhook([first]);
    await service.until(helena.thread, (rows) => rows.length >= 2);
    await bot.sendWebhook([first, bot.customerMessage(helena.number, '1')]);
    const messages = await service.until(helena.thread, (rows) => rows.length >= 4);
    expect(messages.map((row) => row.body)).toEqual(['oi', MENU, '1', 'Aqui é Vendas']);
    await service.until(
      async () => helena.sentTo().length,
      (n) => n >= 2,
    );
    expect(helena.sentTo()).toMatchObject([{ text: MENU }, { text: 'Aqui é Vendas' }]);
  });

  it('replies to each message of a batch in order, and repeats the whole batch after an error', async () => {
    const bot = await service.createBot();
    const [helena, otto] = [service.createCustomer(bot), service.createCustomer(bot)];
    // The first insert into the outbox fails: the whole batch must be rolled back.
    await service.server.asOwner.query(`
      create function once() returns trigger language plpgsql as $$ begin
        if nextval('once_tried') = 1 then raise exception 'power cut'; end if; return new; end $$;
      create sequence once_tried; grant usage on sequence once_tried to balcao_app;
      create trigger once before insert on outbox for each row when (new.company_id = ${bot.companyId}) execute function once()`);
    await bot.sendWebhook([
      bot.customerMessage(helena.number, 'oi'),
      bot.customerMessage(otto.number, 'olá'),
      bot.customerMessage(helena.number, '2'),
      bot.customerMessage(otto.number, 'quê?'),
    ]);
    await service.until(bot.messages, (rows) => rows.length >= 8);
    await service.server.asOwner.query('drop trigger once on outbox; drop function once(); drop sequence once_tried');
    const bodiesOf = async ({ thread }: typeof helena) => (await thread()).map(({ body }) => body);
    expect(await bodiesOf(helena)).toEqual(['oi', MENU, '2', 'Aqui é Suporte']);
    expect(await bodiesOf(otto)).toEqual(['olá', MENU, 'quê?', MENU]);
    expect(await helena.ticket()).toMatchObject({ message_seq: '4', unread: 2, last_from_me: true });
  });
});
