import { bubble, expect, item, panel, tab, test } from '../support/inbox.ts';
import { openSignedIn, uniqueSuffix, type AdminApi } from '../support/users.ts';
import type { SimulatedConnection } from '../support/phones.ts';

/** Advances the time of the conversations of this connection; timers due by then have run. */
const pass = (adminApi: AdminApi, connection: SimulatedConnection, minutes: number) =>
  adminApi.call('POST', `/sandbox/${connection.id}/pass`, { minutes });

test('a customer who does not answer is warned, then the conversation closes without a rating request [M-161] [M-162]', async ({
  page,
  otica,
  counter,
}) => {
  const [warning, end] = [`Ainda por aí? ${uniqueSuffix()}`, `Encerramos por aqui ${uniqueSuffix()}`];
  await otica.call('PUT', `/whatsapp/${counter.connection.id}`, {
    expiresTicket: 30,
    whenExpiresTicket: '0',
    timeInactiveMessage: 10,
    inactiveMessage: warning,
    expiresInactiveMessage: end,
  });
  const me = await counter.agent();
  const customer = await counter.attended(me, 'Vou pensar e já respondo');
  const { uuid } = (await counter.conversation(customer))!;
  await openSignedIn(page, me, `/tickets/${uuid}`);
  await expect(bubble(page, 'Vou pensar e já respondo')).toBeVisible();

  await pass(otica, counter.connection, 9);
  await expect(bubble(page, warning)).toHaveCount(0);
  await pass(otica, counter.connection, 2);
  await expect(bubble(page, warning)).toBeVisible();
  await counter.sendFrom(customer, 'Estou aqui, um momento');
  await expect(bubble(page, 'Estou aqui, um momento')).toBeVisible();

  // The timer starts again: a new warning, and the close half an hour later.
  await pass(otica, counter.connection, 31);
  await expect(bubble(page, warning)).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Reabrir' })).toHaveCount(0);
  await pass(otica, counter.connection, 31);
  await expect(bubble(page, end)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reabrir' }).first()).toBeVisible();
  await expect.poll(async () => (await counter.textsReceivedBy(customer)).slice(-3)).toEqual([warning, warning, end]);
});

test('a waiting conversation is offered to one agent after the other until it is accepted [M-165]', async ({
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
  const agents = [await counter.agent(), await counter.agent()];
  const pages = [page, await anotherBrowser()];
  for (const [n, agent] of agents.entries()) {
    await openSignedIn(pages[n]!, agent, '/tickets');
    await tab(pages[n]!, 'Aguardando').click();
  }
  const customer = await counter.waiting('Preciso de ajuda');
  await pass(otica, counter.connection, 1);
  const { id } = (await counter.conversation(customer))!;
  const holder = async () => (await otica.call<{ userId: number | null }>('GET', `/tickets/${id}`)).userId;
  const offered = agents.map((agent) => agent.id).indexOf((await holder())!);
  expect(offered).toBeGreaterThanOrEqual(0);
  const [offeredPage, otherPage] = offered === 0 ? pages : pages.toReversed();
  await expect(item(offeredPage!, customer.name)).toBeVisible();
  await expect(item(otherPage!, customer.name)).toHaveCount(0);

  await pass(otica, counter.connection, 6);
  await expect(item(otherPage!, customer.name)).toBeVisible();
  await expect(item(offeredPage!, customer.name)).toHaveCount(0);
  await otherPage!.getByRole('button', { name: `Aceitar ${customer.name}` }).click();
  await expect(bubble(otherPage!, 'Preciso de ajuda')).toBeVisible();
  await pass(otica, counter.connection, 60);
  expect(await holder()).toBe(agents[1 - offered]!.id);
});

test('a kanban lane sends its greeting, moves the ticket on after its time and back when the customer answers [M-136]', async ({
  page,
  otica,
  counter,
  afterwards,
}) => {
  const suffix = uniqueSuffix();
  const createColumn = async (name: string, more: object = {}) => {
    const draft = { name: `${name} ${suffix}`, color: '#1E88E5', kanban: 1, ...more };
    const { id } = await otica.call<{ id: number }>('POST', '/tags', draft);
    afterwards(() => otica.call('DELETE', `/tags/${id}`));
    return id;
  };
  const talking = await createColumn('Conversando');
  const silent = await createColumn('Sem resposta', {
    greetingMessageLane: 'Seguimos à disposição',
    rollbackLaneId: talking,
  });
  const proposal = await createColumn('Proposta', {
    timeLane: 60,
    nextLaneId: silent,
    rollbackLaneId: talking,
    greetingMessageLane: 'A proposta está com você',
  });
  const me = await counter.agent({ name: 'Marina Duarte' });
  const customer = await counter.attended(me, 'Quanto fica?');
  const { id, uuid } = (await counter.conversation(customer))!;
  await openSignedIn(page, me, `/tickets/${uuid}`);
  const columnPicker = panel(page).getByRole('combobox', { name: 'Coluna no Kanban' });
  await expect(bubble(page, 'Quanto fica?')).toBeVisible();

  await otica.call('PUT', `/ticket-tags/${id}/${proposal}`);
  await expect(bubble(page, 'A proposta está com você')).toBeVisible();
  await expect(columnPicker).toContainText(`Proposta ${suffix}`);
  await pass(otica, counter.connection, 61);
  await expect(columnPicker).toContainText(`Sem resposta ${suffix}`);
  await expect
    .poll(() => counter.textsReceivedBy(customer))
    .toEqual(['*Marina Duarte:*\nA proposta está com você', '*Marina Duarte:*\nSeguimos à disposição']);
  await counter.sendFrom(customer, 'Desculpe a demora');
  await expect(columnPicker).toContainText(`Conversando ${suffix}`);
});
