import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { openSignedIn } from '../support/users.ts';
import type { Channel, Phones } from '../support/phones.ts';

const write = async (page: Page, text: string) => {
  await page.getByRole('textbox', { name: 'Mensagem' }).fill(text);
  await page.getByRole('button', { name: 'Enviar como cliente' }).click();
};
const system = (page: Page) => page.getByRole('complementary', { name: 'Sistema' });
const thread = (page: Page) => page.getByRole('log');
const happened = (page: Page) => system(page).getByRole('list', { name: 'O que aconteceu' });

/** The only conversation of this account, as the API returns it. */
async function conversationOf(phones: Phones, id: number, channel: Channel, text: string): Promise<number> {
  const [only, ...more] = await phones.conversationsOf(id);
  expect(more).toEqual([]);
  expect(only).toMatchObject({ channel, whatsappId: id, status: 'pending', lastMessage: text });
  return only!.id;
}

test('a simulated message creates a conversation on each channel, shown beside the phone and by the API, and the answer reaches the phone', async ({
  page,
  otica,
  phones,
}) => {
  const channels = [
    ['whatsapp', 'WhatsApp'],
    ['whatsappapi', 'API'],
    ['facebook', 'Face'],
    ['instagram', 'Insta'],
  ] as const;
  const connections = new Map<Channel, { id: number; name: string }>();
  for (const [channel] of channels) connections.set(channel, await phones.connected(channel));
  await openSignedIn(page, await otica.createUser({ profile: 'admin' }), '/sandbox');

  for (const [channel, short] of channels) {
    const { id, name } = connections.get(channel)!;
    await page.getByRole('button', { name: short, exact: true }).click();
    await page.getByRole('combobox', { name: 'Conexão simulada' }).click();
    await page.getByRole('option', { name }).click();
    await page.getByRole('button', { name: /Helena Prado/ }).click();
    await expect(system(page).getByText('Ainda não há conversa. Escreva como o cliente.')).toBeVisible();

    const text = `Oi pelo ${channel}`;
    await write(page, text);
    await expect(happened(page).getByText(text)).toBeVisible();
    await expect(system(page).getByText('Aguardando')).toBeVisible();
    await expect(thread(page).getByText(text)).toBeVisible();
    await expect(thread(page).getByRole('img', { name: 'enviada' })).toBeVisible();
    const conversation = await conversationOf(phones, id, channel, text);
    await expect(system(page).getByText(/^#\d+$/)).toBeVisible();

    await phones.answer(conversation, `Resposta pelo ${channel}`);
    await expect(thread(page).getByText(`Resposta pelo ${channel}`)).toBeVisible();
    await expect(system(page).getByText('Atendendo')).toBeVisible();
    await page.getByRole('button', { name: 'Ler tudo' }).click();
    await expect(happened(page).getByText('Resposta lida')).toBeVisible();
  }
});

test('files, calls, reactions, groups, scripts and the clock are simulated from the screen', async ({
  page,
  otica,
  phones,
}) => {
  const { id } = await phones.connected('whatsapp', { allowGroup: true });
  await openSignedIn(page, await otica.createUser({ profile: 'admin' }), `/sandbox?connection=${id}&customer=joao`);
  await write(page, 'Bom dia');
  await page.getByRole('button', { name: 'Anexar' }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('menuitem', { name: 'Meu arquivo…' }).click();
  await (await chooser).setFiles({ name: 'receita.txt', mimeType: 'text/plain', buffer: Buffer.from('grau: 1,5') });
  await expect(thread(page).getByText('receita.txt')).toBeVisible();
  await page.getByRole('button', { name: 'Ligar' }).click();
  await expect(thread(page).getByText('Ligação perdida')).toBeVisible();
  await page.getByRole('button', { name: 'Ações para “Bom dia”' }).click();
  await page.getByRole('menuitem', { name: /❤️/ }).click();
  await expect(thread(page).getByText('❤️')).toBeVisible();
  await expect(happened(page).getByText('Bom dia')).toBeVisible();

  await page.getByRole('button', { name: 'Avançar 24 h' }).click();
  await expect(page.getByText('Relógio 24 h adiantado')).toBeVisible();
  await page.getByRole('button', { name: 'Voltar à hora certa' }).click();
  await expect(page.getByText('Relógio 24 h adiantado')).toHaveCount(0);

  await page.getByRole('button', { name: /Condomínio das Flores/ }).click();
  await write(page, 'Bom dia, vizinhos');
  await expect(system(page).getByText('Grupo', { exact: true })).toBeVisible();
  await expect(happened(page).getByText('Bom dia, vizinhos')).toBeVisible();

  await page.getByRole('button', { name: /Dona Zilda/ }).click();
  await page.getByRole('button', { name: /Reclama de atraso/ }).click();
  await expect(happened(page).getByText('Conversa criada')).toBeVisible();
});

test('on a phone each pane fills the screen, and a number can be connected', async ({ page, otica, phones }) => {
  const { id, name } = await phones.connected();
  await page.setViewportSize({ width: 390, height: 844 });
  await openSignedIn(page, await otica.createUser({ profile: 'admin' }), `/sandbox?connection=${id}`);
  const part = (title: string) =>
    page.getByRole('group', { name: 'Partes do simulador' }).getByRole('button', { name: title });
  await expect(page.getByRole('textbox', { name: 'Mensagem' })).toBeVisible();
  await expect(system(page)).toBeHidden();

  await part('Sistema').click();
  await page.getByRole('button', { name: 'Remover aparelho' }).click();
  await phones.waitForStatus(id, 'DISCONNECTED');
  await page.getByRole('button', { name: 'Conectar', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Ler o QR Code' })).toBeVisible();
  await part('Celular').click();
  await expect(page.getByText(`A conexão “${name}” espera a leitura do QR Code.`)).toBeVisible();
  await page.getByRole('button', { name: 'Ler o QR Code' }).click();
  await phones.waitForStatus(id, 'CONNECTED');
  await expect(page.getByText(/espera a leitura/)).toHaveCount(0);

  await part('Clientes').click();
  await page.getByRole('button', { name: /Dona Zilda/ }).click();
  await write(page, 'Cheguei');
  await part('Sistema').click();
  await expect(happened(page).getByText('Cheguei')).toBeVisible();
});
