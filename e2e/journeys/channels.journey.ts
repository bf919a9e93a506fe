import type { Page } from '@playwright/test';
import { violationsOn } from '../cast/axe.ts';
import { meta, newDigits, playPhone } from '../cast/channels.ts';
import { accept, answer, bubble, composer, expect, item, picture, tab } from '../cast/inbox.ts';
import { test } from '../cast/journey.ts';
import { arrive, uniqueMark, type Manager } from '../cast/people.ts';
import { dialog, row, toast } from '../cast/shell.ts';
import { refusedWith } from '../cast/trouble.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

interface Line {
  id: number;
  companyId: number;
  name: string;
  status: string;
}
/** A queue that nobody else uses, and what was linked by hand, taken away afterwards. */
async function atCounter(
  page: Page,
  otica: Manager,
  play: (queue: { id: number; name: string }, lines: Line[]) => Promise<void>,
) {
  const name = `Fila ${uniqueMark()}`;
  const colour = `#${newDigits().slice(-6)}`;
  await otica.call('PUT', '/companySettings', { column: 'userRandom', data: 'disabled' });
  const queue = await otica.call<{ id: number; name: string }>('POST', '/queue', { name, color: colour });
  const lines: Line[] = [];
  try {
    await play(queue, lines);
  } finally {
    // Nobody looks at what is taken away now.
    await page.goto('about:blank');
    for (const { id } of lines) await otica.call('DELETE', `/whatsapp/${id}`);
    await otica.call('DELETE', `/queue/${queue.id}`);
  }
}
async function lineNamed(otica: Manager, name: string): Promise<Line> {
  const line = (await otica.call<Line[]>('GET', '/whatsapp?session=0')).find((one) => one.name === name);
  if (!line) throw new Error(`There is no connection ${name}`);
  return line;
}
const serve = (otica: Manager, line: Line, queueId: number) =>
  otica.call('PUT', `/whatsapp/${line.id}`, { queueIds: [queueId] });

async function startNew(page: Page, line: string, way: RegExp) {
  await page.getByRole('button', { name: 'Nova conexão' }).click();
  await page.getByRole('menuitem', { name: new RegExp(`^${line}`) }).click();
  const form = dialog(page, `Nova conexão · ${line}`);
  await form.getByRole('radio', { name: way }).check();
  return form;
}
/** Whoever wrote is accepted where they wait, and answered. */
async function attend(page: Page, name: string, said: string, reply: string) {
  await expect(async () => {
    await tab(page, 'Aguardando').click();
    await expect(item(page, name)).toBeVisible({ timeout: 2000 });
  }).toPass();
  await accept(page, name);
  await expect(bubble(page, said)).toBeVisible();
  await answer(page, reply);
}

test('a page and its Instagram are linked at Facebook and answer customers; an access taken away is told at once [M-182]', async ({
  page,
  otica,
  trouble,
}) => {
  const digits = newDigits();
  const mark = uniqueMark();
  const [pageId, igId, token, who] = [`7${digits}`, `8${digits}`, `token-${digits}`, `Dona ${mark}`];
  const names = { facebook: `Página ${mark}`, instagram: `ig.${mark}` };
  await meta().addPage({ pageId, name: names.facebook, token, igId, igUsername: names.instagram });
  await meta().addUser({ id: `6${digits}`, name: who, pageIds: [pageId] });
  await atCounter(page, otica, async (queue, lines) => {
    await arrive(page, await otica.hire({ profile: 'admin', queueIds: [queue.id] }), '/connections');
    const form = await startNew(page, 'Facebook', /API oficial da Meta/);
    await form.getByRole('button', { name: 'Conectar com Facebook' }).click();
    await page.getByRole('group', { name: who }).getByRole('button', { name: 'Permitir' }).click();
    const choice = dialog(page, 'O que conectar?');
    await expect(choice.getByRole('checkbox', { name: new RegExp(names.facebook) })).toBeChecked();
    expect(await violationsOn(page)).toEqual([]);
    await picture(page, 'link-pages');
    await choice.getByRole('button', { name: 'Conectar' }).click();
    await expect(toast(page, '2 contas conectadas')).toBeVisible();
    const made = (await otica.call<Line[]>('GET', '/whatsapp?session=0')).filter(({ name }) => name.includes(mark));
    // They were handed over together, and go together.
    lines.push(made[0]!);
    expect(made.map(({ status }) => status)).toEqual(['CONNECTED', 'CONNECTED']);
    for (const line of made) await serve(otica, line, queue.id);

    const bia = meta().customer('messenger', pageId, { id: `91${digits}`, name: `Bia ${mark}` });
    const lia = meta().customer('instagram', igId, { id: `92${digits}`, name: `Lia ${mark}`, username: `lia.${mark}` });
    await bia.says('Oi pela página');
    await lia.says('Oi pelo Instagram');
    await page.goto('/tickets');
    const reached = async (account: string, person: string) => JSON.stringify(await meta().inbox(account, person));
    for (const [account, customer, said] of [
      [pageId, bia, 'Oi pela página'],
      [igId, lia, 'Oi pelo Instagram'],
    ] as const) {
      await attend(page, customer.person.name!, said, `Olá, ${customer.person.name}!`);
      await expect.poll(() => reached(account, customer.person.id)).toContain(`Olá, ${customer.person.name}!`);
      await expect(page.getByText(/^Janela de 24 h aberta/)).toBeVisible();
    }

    await meta().revokeToken(token);
    trouble.expect(refusedWith(400));
    await answer(page, 'Ainda aí?');
    await page.goto('/connections');
    const notice = page.getByRole('alert').filter({ hasText: `${names.instagram} não recebe nem envia mensagens.` });
    await expect(notice).toContainText('O canal não aceita mais esta conta');
    await picture(page, 'revoked');
    await notice.getByRole('button', { name: 'Conectar de novo' }).click();
    await expect(page.getByRole('heading', { name: 'Continuar como…' })).toBeVisible();
  });
});

test('an official number is linked with its keys, begins with a template outside the window, and writes freely inside', async ({
  page,
  otica,
}) => {
  const digits = newDigits();
  const mark = uniqueMark();
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
  await atCounter(page, otica, async (queue, lines) => {
    const helena = await otica.call<{ id: number }>('POST', '/contacts', { name: `Helena ${mark}`, number, email: '' });
    await arrive(page, await otica.hire({ profile: 'admin', queueIds: [queue.id] }), '/connections');
    const form = await startNew(page, 'WhatsApp', /API oficial da Meta/);
    await form.getByRole('textbox', { name: 'Nome' }).fill(`API ${mark}`);
    await form.getByLabel('Identificação do número').fill(phoneNumberId);
    await form.getByLabel('Identificação da conta comercial').fill(wabaId);
    await form.getByLabel('Token de acesso').fill('EAAwrong');
    await form.getByRole('button', { name: 'Salvar conexão' }).click();
    await dialog(page, `Token de “API ${mark}”`).getByRole('button', { name: 'Já guardei' }).click();
    lines.push(await lineNamed(otica, `API ${mark}`));

    // What Meta says to the keys stands beside them.
    const edit = dialog(page, `Editar API ${mark}`);
    const key = edit.getByLabel('Token de acesso');
    await expect(key).toHaveAccessibleDescription(/A Meta não aceita este token/);
    expect(await violationsOn(page)).toEqual([]);
    await picture(page, 'official-wrong');
    await key.fill(token);
    await edit.getByRole('button', { name: 'Verificar' }).click();
    await expect(edit.getByText('Tudo certo: a Meta aceitou a conta.')).toBeVisible();
    await expect(key).toHaveAttribute('placeholder', /^Definido, termina em …/);
    await serve(otica, lines[0]!, queue.id);

    await page.goto(`/tickets?contact=${helena.id}`);
    await page.getByRole('button', { name: 'Nova', exact: true }).click();
    const start = dialog(page, 'Nova conversa');
    await start.getByRole('combobox', { name: 'Contato' }).fill(`Helena ${mark}`);
    await page.getByRole('option', { name: new RegExp(mark) }).click();
    await start.getByRole('combobox', { name: 'Conexão' }).click();
    await page.getByRole('option', { name: `API ${mark}` }).click();
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
    // Nobody has written yet: only another template would be taken.
    await expect(page.getByText('Janela de 24 h encerrada.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Escolher modelo' })).toBeVisible();

    await meta()
      .customer('whatsapp', phoneNumberId, { id: number, name: `Helena ${mark}` })
      .says('Posso buscar hoje?');
    await expect(bubble(page, 'Posso buscar hoje?')).toBeVisible();
    await expect(page.getByText(/^Janela de 24 h aberta/)).toBeVisible();
    await composer(page).waitFor();
    await answer(page, 'Pode sim!');
    await expect.poll(async () => JSON.stringify(await inbox())).toContain('Pode sim!');
    await picture(page, 'window-open');
  });
});

test('a phone is linked by a code, and its old messages are brought in before everyone’s eyes [M-190] [M-191]', async ({
  page,
  otica,
}) => {
  const mark = uniqueMark();
  const name = `Celular ${mark}`;
  await atCounter(page, otica, async (queue, lines) => {
    await arrive(page, await otica.hire({ profile: 'admin', queueIds: [queue.id] }), '/connections');
    const form = await startNew(page, 'WhatsApp', /QR Code do celular/);
    await form.getByRole('textbox', { name: 'Nome' }).fill(name);
    await form.getByRole('button', { name: 'Salvar conexão' }).click();
    await dialog(page, `Token de “${name}”`).getByRole('button', { name: 'Já guardei' }).click();
    const line = await lineNamed(otica, name);
    lines.push(line);
    const pairing = dialog(page, `Conectar ${name}`);
    await expect(pairing.getByRole('img', { name: 'QR Code para conectar' })).toBeVisible();
    await pairing.getByRole('button', { name: 'Digitar um código' }).click();
    await pairing.getByLabel('Número deste WhatsApp').fill('55 00 91234-5678');
    await pairing.getByRole('button', { name: 'Gerar código' }).click();
    await expect(pairing.getByText('BALC-4O22')).toBeVisible();
    expect(await violationsOn(page)).toEqual([]);
    await picture(page, 'pairing-code');
    playPhone(line, { act: 'scan', number: '5500912345678' });
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
    playPhone(line, { act: 'scan', number: '5500912345678' });
    await expect(row(page, `WhatsApp ${name}`)).toContainText('Conectado');
    playPhone(line, {
      act: 'emit',
      event: 'messaging-history.set',
      told: {
        chats: [],
        contacts: [{ id: '5500911112222@s.whatsapp.net', name: `Rui ${mark}` }],
        messages: Array.from({ length: 40 }, (_, at) => ({
          key: { remoteJid: '5500911112222@s.whatsapp.net', fromMe: false, id: `OLD${mark}${at}` },
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
    const query = new URLSearchParams({ status: 'closed', showAll: 'true', whatsapps: JSON.stringify([line.id]) });
    await expect
      .poll(async () =>
        (await otica.call<Tickets>('GET', `/tickets?${query}`)).tickets.map(({ imported }) => imported !== null),
      )
      .toEqual([true]);
  });
});
