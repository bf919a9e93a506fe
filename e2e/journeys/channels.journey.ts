import type { Page } from '@playwright/test';
import { violationsOn } from '../support/axe.ts';
import { meta, newDigits, playPhone } from '../support/channels.ts';
import { accept, answer, bubble, colorFrom, composer, expect, item, picture, tab } from '../support/inbox.ts';
import { test, type Afterwards } from '../support/journey.ts';
import { removeConnections } from '../support/phones.ts';
import { openSignedIn, uniqueSuffix, type AdminApi } from '../support/users.ts';
import { dialog, row, toast } from '../support/shell.ts';
import { failedWithStatus } from '../support/console-errors.ts';

interface LinkedConnection {
  id: number;
  companyId: number;
  name: string;
  status: string;
}
/** Creates a queue that no other journey uses; it and the connections with this suffix are deleted afterwards. */
async function createQueue(otica: AdminApi, afterwards: Afterwards, suffix: string) {
  await otica.call('PUT', '/companySettings', { column: 'userRandom', data: 'disabled' });
  const draft = { name: `Fila ${suffix}`, color: colorFrom(suffix) };
  const queue = await otica.call<{ id: number; name: string }>('POST', '/queue', draft);
  afterwards(() => otica.call('DELETE', `/queue/${queue.id}`));
  afterwards(() => removeConnections(otica, suffix));
  return queue;
}
async function findConnection(otica: AdminApi, name: string): Promise<LinkedConnection> {
  const connection = (await otica.call<LinkedConnection[]>('GET', '/whatsapp?session=0')).find(
    (candidate) => candidate.name === name,
  );
  if (!connection) throw new Error(`There is no connection ${name}`);
  return connection;
}
const serve = (otica: AdminApi, connection: LinkedConnection, queueId: number) =>
  otica.call('PUT', `/whatsapp/${connection.id}`, { queueIds: [queueId] });

async function startNew(page: Page, channel: string, provider: RegExp) {
  await page.getByRole('button', { name: 'Nova conexão' }).click();
  await page.getByRole('menuitem', { name: new RegExp(`^${channel}`) }).click();
  const form = dialog(page, `Nova conexão · ${channel}`);
  await form.getByRole('radio', { name: provider }).check();
  return form;
}
/** Accepts the waiting conversation of this customer and answers it. */
async function attend(page: Page, name: string, text: string, reply: string) {
  await expect(async () => {
    await tab(page, 'Aguardando').click();
    await expect(item(page, name)).toBeVisible({ timeout: 2000 });
  }).toPass();
  await accept(page, name);
  await expect(bubble(page, text)).toBeVisible();
  await answer(page, reply);
}

test('a page and its Instagram account are linked at Facebook and answer customers; a revoked token is shown at once [M-182]', async ({
  page,
  otica,
  afterwards,
  consoleErrors,
}) => {
  const digits = newDigits();
  const suffix = uniqueSuffix();
  const [pageId, igId, token, userName] = [`7${digits}`, `8${digits}`, `token-${digits}`, `Dona ${suffix}`];
  const names = { facebook: `Página ${suffix}`, instagram: `ig.${suffix}` };
  await meta().addPage({ pageId, name: names.facebook, token, igId, igUsername: names.instagram });
  await meta().addUser({ id: `6${digits}`, name: userName, pageIds: [pageId] });
  const queue = await createQueue(otica, afterwards, suffix);
  await openSignedIn(page, await otica.createUser({ profile: 'admin', queueIds: [queue.id] }), '/connections');
  const form = await startNew(page, 'Facebook', /API oficial da Meta/);
  await form.getByRole('button', { name: 'Conectar com Facebook' }).click();
  await page.getByRole('group', { name: userName }).getByRole('button', { name: 'Permitir' }).click();
  const choice = dialog(page, 'O que conectar?');
  await expect(choice.getByRole('checkbox', { name: new RegExp(names.facebook) })).toBeChecked();
  expect(await violationsOn(page)).toEqual([]);
  await picture(page, 'link-pages');
  await choice.getByRole('button', { name: 'Conectar' }).click();
  await expect(toast(page, '2 contas conectadas')).toBeVisible();
  const linked = (await otica.call<LinkedConnection[]>('GET', '/whatsapp?session=0')).filter(({ name }) =>
    name.includes(suffix),
  );
  expect(linked.map(({ status }) => status)).toEqual(['CONNECTED', 'CONNECTED']);
  for (const connection of linked) await serve(otica, connection, queue.id);

  const bia = meta().customer('messenger', pageId, { id: `91${digits}`, name: `Bia ${suffix}` });
  const lia = meta().customer('instagram', igId, {
    id: `92${digits}`,
    name: `Lia ${suffix}`,
    username: `lia.${suffix}`,
  });
  await bia.sendText('Oi pela página');
  await lia.sendText('Oi pelo Instagram');
  await page.goto('/tickets');
  const receivedBy = async (account: string, customerId: string) =>
    JSON.stringify(await meta().inbox(account, customerId));
  for (const [account, customer, text] of [
    [pageId, bia, 'Oi pela página'],
    [igId, lia, 'Oi pelo Instagram'],
  ] as const) {
    await attend(page, customer.profile.name!, text, `Olá, ${customer.profile.name}!`);
    await expect.poll(() => receivedBy(account, customer.profile.id)).toContain(`Olá, ${customer.profile.name}!`);
    await expect(page.getByText(/^Você pode responder até/)).toBeVisible();
  }

  await meta().revokeToken(token);
  consoleErrors.expect(failedWithStatus(400));
  await answer(page, 'Deu certo?');
  await page.goto('/connections');
  const notice = page.getByRole('alert').filter({ hasText: `${names.instagram} não recebe nem envia mensagens.` });
  await expect(notice).toContainText('O canal não aceita mais esta conta');
  await picture(page, 'revoked');
  await notice.getByRole('button', { name: 'Conectar de novo' }).click();
  await expect(page.getByRole('heading', { name: 'Continuar como…' })).toBeVisible();
});

test('an official number is linked with its keys, starts with a template outside the 24-hour window and sends text inside it', async ({
  page,
  otica,
  afterwards,
}) => {
  const digits = newDigits();
  const suffix = uniqueSuffix();
  const [phoneNumberId, wabaId, token] = [`1${digits}`, `2${digits}`, `EAA${digits}`];
  const number = `550091${digits.slice(-7)}`;
  await meta().addWhatsApp({
    phoneNumberId,
    wabaId,
    token,
    displayNumber: `+55 00 3333-${digits.slice(-4)}`,
    isSubscribed: true,
    hasWindow: true,
    templates: [
      {
        name: 'pedido_pronto',
        language: 'pt_BR',
        category: 'UTILITY',
        components: [
          { type: 'BODY', text: 'Olá {{1}}, seu pedido {{2}} está pronto.' },
          { type: 'FOOTER', text: 'Ótica Boa Vista' },
        ],
      },
    ],
  });
  const queue = await createQueue(otica, afterwards, suffix);
  const helena = await otica.call<{ id: number }>('POST', '/contacts', {
    name: `Helena ${suffix}`,
    number,
    email: '',
  });
  await openSignedIn(page, await otica.createUser({ profile: 'admin', queueIds: [queue.id] }), '/connections');
  const form = await startNew(page, 'WhatsApp', /API oficial da Meta/);
  await form.getByRole('textbox', { name: 'Nome' }).fill(`API ${suffix}`);
  await form.getByLabel('Identificação do número').fill(phoneNumberId);
  await form.getByLabel('Identificação da conta comercial').fill(wabaId);
  await form.getByLabel('Token de acesso').fill('EAAwrong');
  await form.getByRole('button', { name: 'Salvar conexão' }).click();
  await expect(dialog(page, `Editar API ${suffix}`)).toBeVisible();

  // Meta's response about the keys is shown beside them.
  const edit = dialog(page, `Editar API ${suffix}`);
  const key = edit.getByLabel('Token de acesso');
  await expect(key).toHaveAccessibleDescription(/A Meta não aceita este token/);
  expect(await violationsOn(page)).toEqual([]);
  await picture(page, 'official-wrong');
  await key.fill(token);
  await edit.getByRole('button', { name: 'Verificar' }).click();
  await expect(edit.getByText('Tudo certo: a Meta aceitou a conta.')).toBeVisible();
  await expect(key).toHaveAttribute('placeholder', /^Definido, termina em …/);
  await serve(otica, await findConnection(otica, `API ${suffix}`), queue.id);

  await page.goto(`/tickets?contact=${helena.id}`);
  await page.getByRole('button', { name: 'Nova', exact: true }).click();
  const start = dialog(page, 'Nova conversa');
  await start.getByRole('combobox', { name: 'Contato' }).fill(`Helena ${suffix}`);
  await page.getByRole('option', { name: new RegExp(suffix) }).click();
  await start.getByRole('combobox', { name: 'Conexão' }).click();
  await page.getByRole('option', { name: `API ${suffix}` }).click();
  await start.getByRole('button', { name: 'Escolher modelo' }).click();
  await dialog(page, 'Enviar modelo')
    .getByRole('button', { name: /^Pedido pronto/ })
    .click();
  const fill = dialog(page, 'Pedido pronto');
  await fill.getByRole('button', { name: 'Preencher Texto: {{1}} com primeiro nome' }).click();
  await fill.getByRole('textbox', { name: 'Texto: {{2}}' }).fill('7731');
  await expect(fill.getByRole('region', { name: 'Como o cliente vê' })).toContainText('Olá Helena, seu pedido 7731');
  expect(await violationsOn(page)).toEqual([]);
  await picture(page, 'template');
  await fill.getByRole('button', { name: 'Enviar modelo' }).click();
  await expect(bubble(page, 'Olá Helena, seu pedido 7731 está pronto.')).toBeVisible();
  const inbox = () => meta().inbox(phoneNumberId, number);
  await expect.poll(async () => (await inbox()).map(({ type }) => type)).toEqual(['template']);
  // The customer has not written yet: only another template would be accepted.
  await expect(page.getByText('A janela de 24 horas terminou.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Escolher modelo' })).toBeVisible();

  await meta()
    .customer('whatsapp', phoneNumberId, { id: number, name: `Helena ${suffix}` })
    .sendText('Posso buscar hoje?');
  await expect(bubble(page, 'Posso buscar hoje?')).toBeVisible();
  await expect(page.getByText(/^Janela de 24 horas aberta/)).toBeVisible();
  await composer(page).waitFor();
  await answer(page, 'Pode sim!');
  await expect.poll(async () => JSON.stringify(await inbox())).toContain('Pode sim!');
  await picture(page, 'window-open');
});

test('a phone is linked by a code, and the import of its old messages shows its progress [M-190] [M-191]', async ({
  page,
  otica,
  afterwards,
}) => {
  const suffix = uniqueSuffix();
  const name = `Celular ${suffix}`;
  const queue = await createQueue(otica, afterwards, suffix);
  await openSignedIn(page, await otica.createUser({ profile: 'admin', queueIds: [queue.id] }), '/connections');
  const form = await startNew(page, 'WhatsApp', /QR Code do celular/);
  await form.getByRole('textbox', { name: 'Nome' }).fill(name);
  await form.getByRole('button', { name: 'Salvar conexão' }).click();
  await expect(dialog(page, `Conectar ${name}`)).toBeVisible();
  const connection = await findConnection(otica, name);
  const pairing = dialog(page, `Conectar ${name}`);
  await expect(pairing.getByRole('img', { name: 'QR Code para conectar' })).toBeVisible();
  await pairing.getByRole('button', { name: 'Digitar um código' }).click();
  await pairing.getByLabel('Número deste WhatsApp').fill('55 00 91234-5678');
  await pairing.getByRole('button', { name: 'Gerar código' }).click();
  await expect(pairing.getByText('BALC-4O22')).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);
  await picture(page, 'pairing-code');
  playPhone(connection, { type: 'scan', number: '5500912345678' });
  await expect(pairing).toHaveCount(0);
  await expect(row(page, `WhatsApp ${name}`)).toContainText('Conectado');

  await page.getByRole('button', { name: `Editar ${name}` }).click();
  const edit = dialog(page, `Editar ${name}`);
  await edit.getByRole('switch', { name: 'Importar mensagens antigas' }).click();
  const today = Date.now();
  const day = (ago: number) => new Date(today - ago * 86_400_000).toLocaleDateString('sv-SE');
  await edit.getByLabel('Mensagens desde').fill(day(30));
  await edit.getByLabel('Mensagens até').fill(day(0));
  await edit.getByRole('combobox', { name: 'Fila das conversas importadas' }).click();
  await page.getByRole('option', { name: queue.name }).click();
  await picture(page, 'import-fields');
  await edit.getByRole('button', { name: 'Salvar conexão' }).click();
  await dialog(page, `Importar as mensagens de “${name}”?`)
    .getByRole('button', { name: 'Salvar e desconectar' })
    .click();
  await expect(row(page, `WhatsApp ${name}`)).toContainText('Aguardando QR Code');
  playPhone(connection, { type: 'scan', number: '5500912345678' });
  await expect(row(page, `WhatsApp ${name}`)).toContainText('Conectado');
  playPhone(connection, {
    type: 'emit',
    event: 'messaging-history.set',
    payload: {
      chats: [],
      contacts: [{ id: '5500911112222@s.whatsapp.net', name: `Rui ${suffix}` }],
      messages: Array.from({ length: 40 }, (_, at) => ({
        key: { remoteJid: '5500911112222@s.whatsapp.net', fromMe: false, id: `OLD${suffix}${at}` },
        messageTimestamp: Math.floor(today / 1000) - 86_400 + at,
        message: { conversation: `Antiga ${at}` },
      })),
      isLatest: true,
      progress: 100,
    },
  });
  const progress = page.getByRole('region', { name: new RegExp(`^Importando mensagens antigas · ${name}`) });
  await expect(progress).toContainText(/Preparando: \d+ s|Reunindo|de 40/);
  await picture(page, 'importing');
  const over = page.getByRole('region', { name: new RegExp(`^Mensagens antigas importadas · ${name}`) });
  await over.getByRole('button', { name: 'Resolver conversas importadas' }).click({ timeout: 20_000 });
  await dialog(page, `Resolver as conversas importadas de “${name}”?`)
    .getByRole('button', { name: 'Resolver conversas importadas' })
    .click();
  await expect(over).toHaveCount(0);
  type Tickets = { tickets: { status: string; imported: string | null }[] };
  const query = new URLSearchParams({
    status: 'closed',
    showAll: 'true',
    whatsapps: JSON.stringify([connection.id]),
  });
  await expect
    .poll(async () =>
      (await otica.call<Tickets>('GET', `/tickets?${query}`)).tickets.map(({ imported }) => imported !== null),
    )
    .toEqual([true]);
});
