import { violationsOn } from '../support/axe.ts';
import { meta, newDigits } from '../support/channels.ts';
import { expect, picture, test, type IsolatedQueue, type Customer } from '../support/inbox.ts';
import { dialog, toast } from '../support/shell.ts';
import { removeConnections } from '../support/phones.ts';
import { openSignedIn, uniqueSuffix, type AdminApi } from '../support/users.ts';
import { drawnScreens } from '../support/visual.ts';

test.setTimeout(300_000);
/** Campaigns are started by a job, and messages leave one after the other. */
const SENT_MS = 120_000;

/** Sends all day without pauses; the former settings are restored at the end. */
async function sendAllDay(otica: AdminApi): Promise<() => Promise<void>> {
  const before = await otica.call<{ key: string; value: string }[]>('GET', '/campaign-settings');
  const settings = Object.fromEntries(before.map(({ key, value }) => [key, value]));
  await otica.call('POST', '/campaign-settings', {
    settings: {
      messageInterval: 0,
      longerIntervalAfter: 0,
      greaterInterval: 0,
      startHour: '00:00',
      endHour: '23:59',
      sabado: true,
      domingo: true,
    },
  });
  return async () => {
    await otica.call('POST', '/campaign-settings', { settings });
  };
}

const numberOf = async (otica: AdminApi, counter: IsolatedQueue, customer: Customer): Promise<string> => {
  const ticket = (await counter.conversation(customer))!;
  type Ticket = { contact: { number: string } };
  return (await otica.call<Ticket>('GET', `/tickets/${ticket.id}`)).contact.number;
};

/** A list with these customers, as a spreadsheet brings them. */
async function openList(otica: AdminApi, name: string, people: { name: string; number: string }[]): Promise<number> {
  const { id } = await otica.call<{ id: number }>('POST', '/contact-lists', { name });
  for (const person of people)
    await otica.call('POST', '/contact-list-items', {
      contactListId: id,
      name: person.name,
      number: `+${person.number}`,
    });
  return id;
}

async function removeAll(otica: AdminApi, suffix: string): Promise<void> {
  type Records = { records: { id: number; status?: string }[] };
  const campaigns = await otica.call<Records>('GET', `/campaigns?searchParam=${suffix}`);
  for (const { id, status } of campaigns.records) {
    if (status === 'EM_ANDAMENTO') await otica.call('POST', `/campaigns/${id}/cancel`);
    await otica.call('DELETE', `/campaigns/${id}`);
  }
  const lists = await otica.call<Records>('GET', `/contact-lists?searchParam=${suffix}`);
  for (const { id } of lists.records) await otica.call('DELETE', `/contact-lists/${id}`);
}

test('a campaign from the spreadsheet to its report, with an opt-out of a customer [M-239] [M-240] [M-241] [M-245] [M-247] [M-251]', async ({
  page,
  otica,
  counter,
}) => {
  const suffix = uniqueSuffix();
  const restoreSettings = await sendAllDay(otica);
  const admin = await otica.createUser({ profile: 'admin', name: `Marina ${suffix}` });
  // They wrote before, so a phone may write to them.
  const [ana, edson] = [
    await counter.waiting('Bom dia', `Ana ${suffix}`),
    await counter.waiting('Boa tarde', `Edson ${suffix}`),
  ];
  const numbers = [await numberOf(otica, counter, ana), await numberOf(otica, counter, edson)];
  const listName = `Clientes ${suffix}`;
  const { id: listId } = await otica.call<{ id: number }>('POST', '/contact-lists', { name: listName });
  await openSignedIn(page, admin, `/contact-lists/${listId}/contacts`);
  await page.getByRole('button', { name: 'Importar planilha' }).first().click();
  const upload = dialog(page, `Importar para ${listName}`);
  await upload.locator('input[type=file]').setInputFiles({
    name: 'clientes.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `Nome;Telefone\r\n${ana.name};+${numbers[0]}\r\n${edson.name};+${numbers[1]}\r\nEstranho;+55 81 3221-0098`,
    ),
  });
  await upload.getByRole('button', { name: 'Salvar 3 contatos' }).click();
  await expect(upload.getByText('3 contatos novos na lista')).toBeVisible({ timeout: 30_000 });
  await upload.getByRole('button', { name: 'Fechar' }).last().click();

  await page.goto('/campaigns');
  await page.getByRole('button', { name: 'Nova campanha' }).first().click();
  const form = dialog(page, 'Nova campanha');
  const name = `Mês do cliente ${suffix}`;
  await form.getByLabel(/^Nome/).fill(name);
  await form.getByLabel(/^Conexão/).click();
  await page.getByRole('option', { name: counter.connection.name }).click();
  await form.getByLabel('Lista de contatos').click();
  await page.getByRole('option', { name: new RegExp(listName) }).click();
  await form.getByRole('button', { name: 'Agora' }).click();
  await picture(page, 'campaign-data');
  expect(await violationsOn(page)).toEqual([]);
  await form.getByRole('button', { name: 'Continuar' }).click();
  await form.getByLabel('Mensagem 1').fill(`Oi, {nome}! ${suffix}`);
  await picture(page, 'campaign-message');
  expect(await violationsOn(page)).toEqual([]);
  await form.getByRole('button', { name: 'Continuar' }).click();
  await picture(page, 'campaign-after');
  expect(await violationsOn(page)).toEqual([]);
  await form.getByRole('button', { name: 'Continuar' }).click();
  await expect(form.getByText(new RegExp(`^Oi, (Ana|Edson) ${suffix}! ${suffix}$`)).first()).toBeVisible();
  await expect(form.getByText('Nunca escreveram para este número')).toBeVisible();
  await picture(page, 'campaign-review');
  expect(await violationsOn(page)).toEqual([]);
  await form.getByRole('button', { name: 'Programar envio' }).click();
  await expect(toast(page, 'Campanha salva com sucesso!')).toBeVisible();

  await expect.poll(() => counter.textsReceivedBy(ana), { timeout: SENT_MS }).toContain(`Oi, ${ana.name}! ${suffix}`);
  await expect
    .poll(() => counter.textsReceivedBy(edson), { timeout: SENT_MS })
    .toContain(`Oi, ${edson.name}! ${suffix}`);
  await picture(page, 'campaigns');
  await page.getByRole('button', { name: `Relatório de ${name}` }).click();
  await page.waitForURL(/\/campaign\/\d+\/report$/);
  await expect(page.getByText('Finalizada')).toBeVisible({ timeout: SENT_MS });
  await expect(page.getByText('2 de 2 contatos')).toBeVisible();
  await counter.sendFrom(ana, 'sair');
  await expect(page.getByRole('row', { name: new RegExp(ana.name) }).getByText('Pediu para sair')).toBeVisible({
    timeout: SENT_MS,
  });
  await picture(page, 'campaign-report');
  expect(await violationsOn(page)).toEqual([]);

  // The next campaign of the list leaves her out.
  await page.goto('/campaigns');
  await page
    .getByRole('row', { name: new RegExp(name) })
    .getByRole('button', { name: 'Duplicar' })
    .click();
  const copy = dialog(page, 'Nova campanha');
  for (let step = 0; step < 3; step += 1) await copy.getByRole('button', { name: 'Continuar' }).click();
  await expect(copy.getByText('Pediram para sair')).toBeVisible();
  await page.keyboard.press('Escape');
  await restoreSettings();
  await removeAll(otica, suffix);
});

test('a campaign is paused, continued and canceled; no message is sent meanwhile [M-243]', async ({
  page,
  otica,
  counter,
}) => {
  const suffix = uniqueSuffix();
  const restoreSettings = await sendAllDay(otica);
  await otica.call('POST', '/campaign-settings', { settings: { messageInterval: 120 } });
  const admin = await otica.createUser({ profile: 'admin', name: `Marina ${suffix}` });
  const customers = [
    await counter.waiting('Oi', `Ana ${suffix}`),
    await counter.waiting('Oi', `Bia ${suffix}`),
    await counter.waiting('Oi', `Caio ${suffix}`),
  ];
  const people = [];
  for (const customer of customers)
    people.push({ name: customer.name, number: await numberOf(otica, counter, customer) });
  const contactListId = await openList(otica, `Lista ${suffix}`, people);
  const name = `Retorno ${suffix}`;
  const { id } = await otica.call<{ id: number }>('POST', '/campaigns', {
    name,
    whatsappId: counter.connection.id,
    contactListId,
    message1: `Volte sempre ${suffix}`,
    scheduledAt: new Date().toISOString(),
  });
  await openSignedIn(page, admin, `/campaign/${id}/report`);
  await expect(page.getByText('1 de 3 contatos')).toBeVisible({ timeout: SENT_MS });
  await page.getByRole('button', { name: 'Pausar' }).click();
  await dialog(page, `Pausar “${name}”?`).getByRole('button', { name: 'Pausar' }).click();
  await expect(page.getByText(`Pausada por ${admin.name}.`)).toBeVisible();
  await picture(page, 'campaign-report-paused');
  await page.getByRole('button', { name: 'Continuar' }).click();
  await dialog(page, `Continuar “${name}”?`).getByRole('button', { name: 'Continuar' }).click();
  await expect(toast(page, 'Campanha continuada')).toBeVisible();
  await page.getByRole('button', { name: 'Cancelar campanha' }).click();
  await dialog(page, `Cancelar “${name}”?`).getByRole('button', { name: 'Cancelar campanha' }).click();
  await expect(page.getByText('Cancelada', { exact: true })).toBeVisible();
  const received = await Promise.all(customers.map((customer) => counter.textsReceivedBy(customer)));
  expect(received.flat().filter((text) => text === `Volte sempre ${suffix}`)).toHaveLength(1);
  // No page may show the campaign while it is deleted.
  await page.goto('about:blank');
  await restoreSettings();
  await removeAll(otica, suffix);
});

/** An official number at the simulated Meta, with one template. */
async function linkOfficial(otica: AdminApi, name: string) {
  const digits = newDigits();
  const keys = { phoneNumberId: `1${digits}`, wabaId: `2${digits}`, accessToken: `EAA${digits}` };
  await meta().addWhatsApp({
    ...keys,
    token: keys.accessToken,
    displayNumber: `+55 00 3333-${digits.slice(-4)}`,
    isSubscribed: true,
    hasWindow: true,
    templates: [{ name: 'volte', language: 'pt_BR', components: [{ type: 'BODY', text: 'Olá {{1}}, volte sempre' }] }],
  });
  const draft = { name, channel: 'whatsappapi', provider: 'official', linking: keys };
  const { id } = await otica.call<{ id: number }>('POST', '/whatsapp', draft);
  const templates = async () =>
    (await otica.call<{ templates: { id: number }[] }>('GET', `/templates?whatsappId=${id}`)).templates;
  await expect.poll(async () => (await templates()).length).toBe(1);
  return { id, accountId: keys.phoneNumberId, templateId: (await templates())[0]!.id };
}

test('a campaign is paused by the red health of its number and goes on when the number recovers [M-243]', async ({
  page,
  otica,
  afterwards,
}) => {
  const intervalSeconds = 20;
  const suffix = uniqueSuffix();
  afterwards(await sendAllDay(otica));
  afterwards(() => removeConnections(otica, suffix));
  afterwards(() => removeAll(otica, suffix));
  await otica.call('POST', '/campaign-settings', { settings: { messageInterval: intervalSeconds } });
  const number = await linkOfficial(otica, `Oficial ${suffix}`);
  const people = ['Ana', 'Bia'].map((name) => ({ name, number: `550091${newDigits().slice(-7)}` }));
  const contactListId = await openList(otica, `Lista ${suffix}`, people);
  const name = `Volte ${suffix}`;
  const { id } = await otica.call<{ id: number }>('POST', '/campaigns', {
    name,
    whatsappId: number.id,
    contactListId,
    templateId: number.templateId,
    templateValues: { 'body.1': '{nome}' },
    scheduledAt: new Date().toISOString(),
  });
  const received = async () => {
    const inboxes = await Promise.all(people.map((person) => meta().inbox(number.accountId, person.number)));
    return inboxes.map(({ length }) => length);
  };
  await openSignedIn(page, await otica.createUser({ profile: 'admin' }), `/campaign/${id}/report`);
  await expect.poll(received, { timeout: SENT_MS }).toEqual([1, 0]);
  const sentAt = Date.now();
  await meta().event(number.accountId, { kind: 'quality', event: 'FLAGGED', limit: 'TIER_250' });
  await expect(page.getByText(/^O número foi restringido pelo canal ou está em risco/)).toBeVisible();
  await expect(page.getByText('Parada', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continuar' })).toHaveCount(0);
  await picture(page, 'campaign-report-unhealthy');
  expect(await violationsOn(page)).toEqual([]);
  await page.goto('/campaigns');
  const health = page.getByRole('listitem').filter({ hasText: `Oficial ${suffix}` });
  await expect(health.getByText('Parado', { exact: true })).toBeVisible();
  // The turn of the next person passes: the interval is at most half as much longer.
  await expect
    .poll(() => Date.now() - sentAt, { timeout: 2000 * intervalSeconds })
    .toBeGreaterThan(1600 * intervalSeconds);
  expect(await received()).toEqual([1, 0]);

  await meta().event(number.accountId, { kind: 'quality', event: 'UNFLAGGED', limit: 'TIER_250' });
  await page.goto(`/campaign/${id}/report`);
  await expect.poll(received, { timeout: SENT_MS }).toEqual([1, 1]);
  await expect(page.getByText('Finalizada')).toBeVisible({ timeout: SENT_MS });
  await page.goto('about:blank');
});

for (const { theme, width, height } of drawnScreens)
  test(`the screens of campaigns at ${width} px, ${theme}, without violations of WCAG [M-239] [M-246]`, async ({
    page,
    otica,
    counter,
  }) => {
    const suffix = uniqueSuffix();
    const contactListId = await openList(otica, `Lista ${suffix}`, [{ name: 'Ana', number: '5581997021145' }]);
    const { id } = await otica.call<{ id: number }>('POST', '/campaigns', {
      name: `Dia dos Pais ${suffix}`,
      whatsappId: counter.connection.id,
      contactListId,
      message1: 'Oi, {nome}!',
      scheduledAt: new Date(Date.now() + 7 * 86_400_000).toISOString(),
    });
    const admin = await otica.createUser({ profile: 'admin', defaultTheme: theme });
    await page.emulateMedia({ colorScheme: theme });
    await page.setViewportSize({ width, height });
    for (const [path, shown] of [
      ['/campaigns', `Dia dos Pais ${suffix}`],
      [`/campaign/${id}/report`, 'Contatos válidos'],
      ['/campaigns-config', 'Horário de envio'],
    ] as const) {
      await openSignedIn(page, admin, path);
      await expect(page.getByText(shown).first()).toBeVisible();
      await page.evaluate((chosen) => document.documentElement.setAttribute('data-theme', chosen), theme);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
      await picture(page, `${path.split('/').at(-1)}-${width}-${theme}`);
      expect(await violationsOn(page)).toEqual([]);
    }
    await page.goto('/campaigns');
    await page.getByRole('button', { name: `Editar Dia dos Pais ${suffix}` }).click();
    await expect(dialog(page, `Dia dos Pais ${suffix}`).getByLabel(/^Nome/)).toBeVisible();
    await page.evaluate((chosen) => document.documentElement.setAttribute('data-theme', chosen), theme);
    await picture(page, `campaign-dialog-${width}-${theme}`);
    expect(await violationsOn(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await removeAll(otica, suffix);
  });
