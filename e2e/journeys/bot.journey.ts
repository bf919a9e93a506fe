import { expect, test } from '../cast/journey.ts';
import { arrive, uniqueMark, type Manager } from '../cast/people.ts';
import { Phones } from '../cast/phones.ts';

const decide = (manager: Manager, column: string, data: string | boolean) =>
  manager.call('PUT', '/companySettings', { column, data });

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const week = (startTimeA: string, endTimeA: string, days = weekdays) =>
  days.map((weekdayEn) => ({ weekday: weekdayEn, weekdayEn, startTimeA, endTimeA, startTimeB: '', endTimeB: '' }));

/** A line with two queues and a bot, on the second demo company; everything is as it was afterwards. */
async function withBot(
  manager: Manager,
  settings: Record<string, string>,
  line: Record<string, unknown>,
  play: (on: { id: number; phones: Phones; queues: { id: number; name: string }[] }) => Promise<void>,
) {
  const phones = new Phones(manager);
  const before = new Map<string, string | boolean>();
  for (const [column, data] of Object.entries({ userRandom: 'disabled', ...settings })) {
    const kept = await manager.call<Record<string, string | boolean>>('GET', `/companySettingOne?column=${column}`);
    before.set(column, kept[column]!);
    await decide(manager, column, data);
  }
  const queues: { id: number; name: string }[] = [];
  for (const [place, words] of ['Vendas', 'Suporte'].entries()) {
    const mark = uniqueMark();
    const name = `${words} ${mark}`;
    const color = `#${mark
      .replaceAll(/[^0-9a-f]/g, '')
      .padEnd(6, String(place))
      .slice(-6)}`;
    const body = { name, color, orderQueue: place, greetingMessage: `Você está em ${words}.` };
    queues.push({ ...(await manager.call<{ id: number }>('POST', '/queue', body)), name });
  }
  try {
    const { id } = await phones.connected('whatsapp', {
      greetingMessage: 'Olá, {{firstName}}! Com quem quer falar?',
      complationMessage: 'Até a próxima!',
      queueIds: queues.map((queue) => queue.id),
      ...line,
    });
    await play({ id, phones, queues });
  } finally {
    await phones.takeAway();
    for (const queue of queues) await manager.call('DELETE', `/queue/${queue.id}`);
    for (const [column, data] of before) await decide(manager, column, data);
  }
}

test('a customer meets the menu, errs, chooses and waits; the conversation tells why', async ({ page, mercado }) => {
  await withBot(mercado, {}, {}, async ({ id, phones, queues: [sales, support] }) => {
    const says = (text: string) => phones.act(id, { act: 'say', customerId: 'joao', text });
    const heard = () => phones.receivedBy(id, 'joao');
    await says('Bom dia');
    await expect.poll(heard).toEqual([expect.stringContaining(`*1* – ${sales!.name}\n*2* – ${support!.name}`)]);
    const [menu] = await heard();
    await says('não sei');
    await expect.poll(heard).toEqual([menu, menu]);
    await says('2');
    await expect.poll(heard).toEqual([menu, menu, 'Você está em Suporte.']);

    const { uuid } = (await phones.conversationsOf(id))[0]! as unknown as { uuid: string };
    await arrive(page, await mercado.hire({ profile: 'admin' }), `/tickets/${uuid}`);
    await expect(page.getByText(/A resposta não era um número do menu; o menu foi repetido/)).toBeVisible();
    await expect(page.getByText(new RegExp(`O cliente escolheu a fila ${support!.name}`))).toBeVisible();
  });
});

test('closed hours answer on a Friday at 18:05 and not at 18:00, and whoever writes while closed is told', async ({
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
      const at = async (moment: string) => {
        const asked = { whatsappId: id, text: 'Oi', at: moment };
        const { answeredBy, says } = await mercado.call<{ answeredBy: string; says: { text: string }[] }>(
          'POST',
          '/bot/try',
          asked,
        );
        return `${answeredBy}: ${says[0]!.text}`;
      };
      expect(await at('2026-11-13T18:00')).toContain('menu: Olá');
      expect(await at('2026-11-13T18:05')).toBe('hours: Fechamos às 18h.');
      // Never open: whatever hour this is played at.
      await hours(week('08:00', ''));
      await phones.act(id, { act: 'say', customerId: 'helena', text: 'Estão abertos?' });
      await expect.poll(() => phones.receivedBy(id, 'helena')).toEqual(['Fechamos às 18h.']);
      await hours([]);
    },
  );
});

test('consent comes first: yes leads to the menu, no ends it', async ({ mercado }) => {
  const lgpd = { enableLGPD: 'enabled', lgpdMessage: 'Usamos os seus dados para atender.', lgpdLink: '' };
  await withBot(mercado, lgpd, {}, async ({ id, phones }) => {
    const says = (customerId: string, text: string) => phones.act(id, { act: 'say', customerId, text });
    const hears = (customerId: string) => expect.poll(async () => (await phones.receivedBy(id, customerId)).at(-1));
    for (const who of ['helena', 'joao']) {
      await says(who, 'Oi');
      await hears(who).toContain('*1* – Sim');
    }
    await says('helena', '1');
    await hears('helena').toContain('Com quem quer falar?');
    await says('joao', '2');
    await hears('joao').toBe('Até a próxima!');
    expect((await phones.conversationsOf(id)).map(({ status }) => status)).toEqual(['pending']);
  });
});

test('a rating of 12 or «abc» is asked for again, a 9 is thanked for', async ({ mercado }) => {
  const question = 'Que nota você dá, de 0 a 10?';
  const line = { ratingMessage: question, expiresTicketNPS: 60, maxUseBotQueuesNPS: 5 };
  await withBot(mercado, { userRating: 'enabled' }, line, async ({ id, phones }) => {
    const says = (text: string) => phones.act(id, { act: 'say', customerId: 'joao', text });
    const heard = () => phones.receivedBy(id, 'joao');
    await says('Oi');
    await expect.poll(heard).toHaveLength(1);
    const { id: conversation } = (await phones.conversationsOf(id))[0]!;
    await phones.answer(conversation, 'Posso ajudar?');
    await mercado.call('PUT', `/tickets/${conversation}`, { status: 'closed' });
    await expect.poll(async () => (await heard()).at(-1)).toBe(question);
    for (const wrong of ['12', 'abc']) {
      const before = (await heard()).length;
      await says(wrong);
      await expect
        .poll(async () => (await heard()).slice(before))
        .toEqual([expect.stringContaining('0 a 10'), question]);
    }
    await says('9');
    await expect.poll(async () => (await heard()).at(-1)).toBe('Até a próxima!');
    const { status, userRating } = await mercado.call<{ status: string; userRating: { rate: number } }>(
      'GET',
      `/tickets/${conversation}`,
    );
    expect([status, userRating.rate]).toEqual(['closed', 5]);
  });
});
