import { expect, test } from '../support/journey.ts';
import { openSignedIn, uniqueSuffix, type AdminApi } from '../support/users.ts';
import { Phones } from '../support/phones.ts';

const decide = (adminApi: AdminApi, column: string, data: string | boolean) =>
  adminApi.call('PUT', '/companySettings', { column, data });

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const week = (startTimeA: string, endTimeA: string, days = weekdays) =>
  days.map((weekdayEn) => ({ weekday: weekdayEn, weekdayEn, startTimeA, endTimeA, startTimeB: '', endTimeB: '' }));

/** A connection with two queues and a bot, in the second demo company; every change is undone afterwards. */
async function withBot(
  adminApi: AdminApi,
  settings: Record<string, string>,
  connectionSettings: Record<string, unknown>,
  play: (on: { id: number; phones: Phones; queues: { id: number; name: string }[] }) => Promise<void>,
) {
  const phones = new Phones(adminApi);
  const before = new Map<string, string | boolean>();
  for (const [column, data] of Object.entries({ userRandom: 'disabled', ...settings })) {
    const setting = await adminApi.call<Record<string, string | boolean>>('GET', `/companySettingOne?column=${column}`);
    before.set(column, setting[column]!);
    await decide(adminApi, column, data);
  }
  const queues: { id: number; name: string }[] = [];
  for (const [position, label] of ['Vendas', 'Suporte'].entries()) {
    const suffix = uniqueSuffix();
    const name = `${label} ${suffix}`;
    const color = `#${suffix
      .replaceAll(/[^0-9a-f]/g, '')
      .padEnd(6, String(position))
      .slice(-6)}`;
    const body = { name, color, orderQueue: position, greetingMessage: `Você está em ${label}.` };
    queues.push({ ...(await adminApi.call<{ id: number }>('POST', '/queue', body)), name });
  }
  try {
    const { id } = await phones.connected('whatsapp', {
      greetingMessage: 'Olá, {{firstName}}! Com quem quer falar?',
      complationMessage: 'Até a próxima!',
      queueIds: queues.map((queue) => queue.id),
      ...connectionSettings,
    });
    await play({ id, phones, queues });
  } finally {
    await phones.removeAll();
    for (const queue of queues) await adminApi.call('DELETE', `/queue/${queue.id}`);
    for (const [column, data] of before) await decide(adminApi, column, data);
  }
}

test('the bot repeats the menu after a wrong answer, assigns the chosen queue, and the conversation shows the reasons', async ({
  page,
  mercado,
}) => {
  await withBot(mercado, {}, {}, async ({ id, phones, queues: [sales, support] }) => {
    const send = (text: string) => phones.act(id, { act: 'say', customerId: 'joao', text });
    const received = () => phones.receivedBy(id, 'joao');
    await send('Bom dia');
    await expect.poll(received).toEqual([expect.stringContaining(`*1* – ${sales!.name}\n*2* – ${support!.name}`)]);
    const [menu] = await received();
    await send('não sei');
    await expect.poll(received).toEqual([menu, menu]);
    await send('2');
    await expect.poll(received).toEqual([menu, menu, 'Você está em Suporte.']);

    const { uuid } = (await phones.conversationsOf(id))[0]! as unknown as { uuid: string };
    await openSignedIn(page, await mercado.createUser({ profile: 'admin' }), `/tickets/${uuid}`);
    await expect(page.getByText(/A resposta não era um número do menu; o bot mostrou o menu de novo/)).toBeVisible();
    await expect(page.getByText(new RegExp(`O cliente escolheu a fila ${support!.name}`))).toBeVisible();
  });
});

test('the closed message is previewed for a Friday at 18:05, not at 18:00, and sent to a customer who writes while closed', async ({
  mercado,
}) => {
  const { companyId } = await mercado.call<{ user: { companyId: number } }>('GET', '/auth/me').then(({ user }) => user);
  const hours = (schedules: object[]) => mercado.call('PUT', `/companies/${companyId}/schedules`, { schedules });
  await withBot(
    mercado,
    { scheduleType: 'company' },
    { outOfHoursMessage: 'Fechamos às 18h.' },
    async ({ id, phones }) => {
      await hours(week('08:00', '18:00', weekdays.slice(0, 5)));
      const at = async (time: string) => {
        const request = { whatsappId: id, text: 'Oi', at: time };
        const trial = await mercado.call<{ answeredBy: string } & Record<'says', { text: string }[]>>(
          'POST',
          '/bot/try',
          request,
        );
        return `${trial.answeredBy}: ${trial.says[0]!.text}`;
      };
      expect(await at('2026-11-13T18:00')).toContain('menu: Olá');
      expect(await at('2026-11-13T18:05')).toBe('hours: Fechamos às 18h.');
      // Closed at all hours, so that the result does not depend on when the journey runs.
      await hours(week('08:00', ''));
      await phones.act(id, { act: 'say', customerId: 'helena', text: 'Estão abertos?' });
      await expect.poll(() => phones.receivedBy(id, 'helena')).toEqual(['Fechamos às 18h.']);
      await hours([]);
    },
  );
});

test('the bot asks for consent first: yes shows the menu, no ends the conversation', async ({ mercado }) => {
  const lgpd = { enableLGPD: 'enabled', lgpdMessage: 'Usamos os seus dados para atender.', lgpdLink: '' };
  await withBot(mercado, lgpd, {}, async ({ id, phones }) => {
    const send = (customerId: string, text: string) => phones.act(id, { act: 'say', customerId, text });
    const lastReceived = (customerId: string) =>
      expect.poll(async () => (await phones.receivedBy(id, customerId)).at(-1));
    for (const customerId of ['helena', 'joao']) {
      await send(customerId, 'Oi');
      await lastReceived(customerId).toContain('*1* – Sim');
    }
    await send('helena', '1');
    await lastReceived('helena').toContain('Com quem quer falar?');
    await send('joao', '2');
    await lastReceived('joao').toBe('Até a próxima!');
    expect((await phones.conversationsOf(id)).map(({ status }) => status)).toEqual(['pending']);
  });
});

test('the bot asks again after a rating of 12 or «abc» and stores a 9', async ({ mercado }) => {
  const question = 'Que nota você dá, de 0 a 10?';
  const ratingSettings = { ratingMessage: question, expiresTicketNPS: 60, maxUseBotQueuesNPS: 5 };
  await withBot(mercado, { userRating: 'enabled' }, ratingSettings, async ({ id, phones }) => {
    const send = (text: string) => phones.act(id, { act: 'say', customerId: 'joao', text });
    const received = () => phones.receivedBy(id, 'joao');
    await send('Oi');
    await expect.poll(received).toHaveLength(1);
    const { id: conversation } = (await phones.conversationsOf(id))[0]!;
    await phones.answer(conversation, 'Posso ajudar?');
    await mercado.call('PUT', `/tickets/${conversation}`, { status: 'closed' });
    await expect.poll(async () => (await received()).at(-1)).toBe(question);
    for (const wrong of ['12', 'abc']) {
      const before = (await received()).length;
      await send(wrong);
      await expect
        .poll(async () => (await received()).slice(before))
        .toEqual([expect.stringContaining('0 a 10'), question]);
    }
    await send('9');
    await expect.poll(async () => (await received()).at(-1)).toBe('Até a próxima!');
    const { status, userRating } = await mercado.call<{ status: string; userRating: { rate: number } }>(
      'GET',
      `/tickets/${conversation}`,
    );
    expect([status, userRating.rate]).toEqual(['closed', 5]);
  });
});
