import { bubble, expect, item, panel, tab, test } from '../cast/inbox.ts';
import { arrive, uniqueMark, type Manager } from '../cast/people.ts';
import type { Line } from '../cast/phones.ts';

/** Time passes for the conversations of this line; whatever came due by then has happened. */
const pass = (manager: Manager, line: Line, minutes: number) =>
  manager.call('POST', `/sandbox/${line.id}/pass`, { minutes });

test('a silent customer is warned, and then the conversation closes by itself, without asking for a rating [M-161] [M-162]', async ({
  page,
  otica,
  counter,
}) => {
  const [warning, end] = [`Ainda por aí? ${uniqueMark()}`, `Encerramos por aqui ${uniqueMark()}`];
  await otica.call('PUT', `/whatsapp/${counter.line.id}`, {
    expiresTicket: 30,
    whenExpiresTicket: '0',
    timeInactiveMessage: 10,
    inactiveMessage: warning,
    expiresInactiveMessage: end,
  });
  const me = await counter.attendant();
  const customer = await counter.attended(me, 'Vou pensar e já respondo');
  const { uuid } = (await counter.conversation(customer))!;
  await arrive(page, me, `/tickets/${uuid}`);
  await expect(bubble(page, 'Vou pensar e já respondo')).toBeVisible();

  await pass(otica, counter.line, 9);
  await expect(bubble(page, warning)).toHaveCount(0);
  await pass(otica, counter.line, 2);
  await expect(bubble(page, warning)).toBeVisible();
  await counter.says(customer, 'Estou aqui, um momento');
  await expect(bubble(page, 'Estou aqui, um momento')).toBeVisible();

  // It begins anew: warned again, and closed half an hour after that.
  await pass(otica, counter.line, 31);
  await expect(bubble(page, warning)).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Reabrir' })).toHaveCount(0);
  await pass(otica, counter.line, 31);
  await expect(bubble(page, end)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reabrir' }).first()).toBeVisible();
  await expect.poll(async () => (await counter.wordsReached(customer)).slice(-3)).toEqual([warning, warning, end]);
});

test('what waits is offered to one attendant after the other until somebody accepts [M-165]', async ({
  page,
  anotherBrowser,
  otica,
  counter,
}) => {
  await otica.call('PUT', `/queue/${counter.queue.id}`, {
    name: counter.queue.name,
    ativarRoteador: true,
    tempoRoteador: 5,
  });
  const people = [await counter.attendant(), await counter.attendant()];
  const pages = [page, await anotherBrowser()];
  for (const [n, person] of people.entries()) {
    await arrive(pages[n]!, person, '/tickets');
    await tab(pages[n]!, 'Aguardando').click();
  }
  const customer = await counter.waiting('Preciso de ajuda');
  await pass(otica, counter.line, 1);
  const { id } = (await counter.conversation(customer))!;
  const holder = async () => (await otica.call<{ userId: number | null }>('GET', `/tickets/${id}`)).userId;
  const offered = people.map((person) => person.id).indexOf((await holder())!);
  expect(offered).toBeGreaterThanOrEqual(0);
  const [one, other] = offered === 0 ? pages : pages.toReversed();
  await expect(item(one!, customer.name)).toBeVisible();
  await expect(item(other!, customer.name)).toHaveCount(0);

  await pass(otica, counter.line, 6);
  await expect(item(other!, customer.name)).toBeVisible();
  await expect(item(one!, customer.name)).toHaveCount(0);
  await other!.getByRole('button', { name: `Aceitar ${customer.name}` }).click();
  await expect(bubble(other!, 'Preciso de ajuda')).toBeVisible();
  await pass(otica, counter.line, 60);
  expect(await holder()).toBe(people[1 - offered]!.id);
});

test('a lane greets, leads on after its time and back when the customer answers [M-136]', async ({
  page,
  otica,
  counter,
}) => {
  const mark = uniqueMark();
  const lane = async (name: string, more: object = {}) => {
    const draft = { name: `${name} ${mark}`, color: '#1E88E5', kanban: 1, ...more };
    return (await otica.call<{ id: number }>('POST', '/tags', draft)).id;
  };
  const talking = await lane('Conversando');
  const silent = await lane('Sem resposta', { greetingMessageLane: 'Seguimos à disposição', rollbackLaneId: talking });
  const offer = await lane('Proposta', {
    timeLane: 60,
    nextLaneId: silent,
    rollbackLaneId: talking,
    greetingMessageLane: 'A proposta está com você',
  });
  const me = await counter.attendant({ name: 'Marina Duarte' });
  const customer = await counter.attended(me, 'Quanto fica?');
  const { id, uuid } = (await counter.conversation(customer))!;
  await arrive(page, me, `/tickets/${uuid}`);
  const stage = panel(page).getByRole('combobox', { name: 'Etapa no Kanban' });
  await expect(bubble(page, 'Quanto fica?')).toBeVisible();

  await otica.call('PUT', `/ticket-tags/${id}/${offer}`);
  await expect(bubble(page, 'A proposta está com você')).toBeVisible();
  await expect(stage).toContainText(`Proposta ${mark}`);
  await pass(otica, counter.line, 61);
  await expect(stage).toContainText(`Sem resposta ${mark}`);
  await expect
    .poll(() => counter.wordsReached(customer))
    .toEqual(['*Marina Duarte:*\nA proposta está com você', '*Marina Duarte:*\nSeguimos à disposição']);
  await counter.says(customer, 'Desculpe a demora');
  await expect(stage).toContainText(`Conversando ${mark}`);
  for (const one of [offer, silent, talking]) await otica.call('DELETE', `/tags/${one}`);
});
