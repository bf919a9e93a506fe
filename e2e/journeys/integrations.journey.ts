import { startBotSimulator, type BotSimulator } from '../../packages/bot-simulator/src/simulator.ts';
import { violationsOn } from '../support/axe.ts';
import { own } from '../support/channels.ts';
import { picture } from '../support/inbox.ts';
import { expect, test } from '../support/journey.ts';
import { dialog, toast } from '../support/shell.ts';
import { openSignedIn, uniqueSuffix } from '../support/users.ts';

const header = { name: 'x-chave', value: 'chave-da-jornada' };

test('an admin connects a webhook, tests it and hangs it on a queue; messages arrive there signed [M-276] [M-279]', async ({
  page,
  otica,
  phones,
}) => {
  const port = Number(own('RECEIVER_PORT'));
  const name = `Aviso ${uniqueSuffix()}`;
  const queueName = `Pedidos ${uniqueSuffix()}`;
  const color = `#${Math.floor(Math.random() * 0xff_ff_ff)
    .toString(16)
    .padStart(6, '0')}`;
  const { id: queueId } = await otica.call<{ id: number }>('POST', '/queue', { name: queueName, color });
  let receiver: BotSimulator | undefined;
  try {
    await openSignedIn(page, await otica.createUser({ profile: 'admin' }), '/queues');
    await page.getByRole('link', { name: 'Integrações' }).click();
    await page.getByRole('button', { name: 'Nova integração' }).first().click();
    const form = dialog(page, 'Nova integração');
    await form.getByRole('button', { name: 'Salvar integração' }).click();
    await expect(form.getByText('Obrigatório', { exact: true })).toHaveCount(2);
    expect(await violationsOn(page), 'form').toEqual([]);
    await form.getByRole('textbox', { name: 'Nome', exact: true }).fill(name);
    await form.getByRole('textbox', { name: 'Endereço (URL)' }).fill(`http://127.0.0.1:${port}/webhook`);
    await form.getByRole('textbox', { name: 'Nome do cabeçalho' }).fill(header.name);
    await form.getByLabel('Valor do cabeçalho').fill(header.value);
    await form.getByRole('button', { name: 'Salvar integração' }).click();
    const shown = dialog(page, `Segredo de “${name}”`);
    const secret = (await shown.locator('code').textContent())!;
    await shown.getByRole('button', { name: 'Já guardei' }).click();
    receiver = await startBotSimulator({ key: 'sk', webhook: { secret, header }, controlToken: 'control', port });

    await page.getByRole('button', { name: `Testar ${name}` }).click();
    const panel = page.getByRole('complementary', { name });
    await panel.getByRole('button', { name: 'Testar', exact: true }).click();
    await expect(panel.getByText('O sistema recebeu o evento.')).toBeVisible();
    expect(await violationsOn(page), 'panel').toEqual([]);
    await picture(page, 'integrations');

    // The queue names it, and a customer of a connection with only this queue enters it at once.
    await page.goto('/queues');
    await page.getByRole('button', { name: `Editar ${queueName}` }).click();
    const queue = dialog(page, `Editar ${queueName}`);
    await queue.getByRole('combobox', { name: 'Integração' }).click();
    await page.getByRole('option', { name: `${name} · Webhook` }).click();
    await queue.getByRole('button', { name: 'Salvar fila' }).click();
    await expect(toast(page, 'Fila salva com sucesso!')).toBeVisible();
    const { id } = await phones.connected('whatsapp', { queueIds: [queueId] });
    await phones.act(id, { act: 'say', customerId: 'joao', text: 'cadê meu pedido 7731?' });
    await expect
      .poll(async () => (await receiver!.control.deliveries()).map(({ result }) => result), { timeout: 20_000 })
      .toEqual(['valid', 'valid']);
    expect(JSON.stringify((await receiver.control.deliveries())[1]?.body)).toContain('cadê meu pedido 7731?');

    await page.goto('/queue-integration');
    const row = page.getByRole('row', { name: new RegExp(name) });
    await expect(row.getByText(`Fila ${queueName}`)).toBeVisible();
    await page.getByRole('button', { name: `Testar ${name}` }).click();
    await panel.getByRole('tab', { name: 'Entregas' }).click();
    const delivery = panel.getByRole('list', { name: 'Entregas' }).getByRole('listitem').first();
    await expect(delivery.getByText('Entregue')).toBeVisible();
    await expect(delivery.getByText(/^1 tentativa · HTTP 200/)).toBeVisible();
    await page.keyboard.press('Control+Shift+L');
    expect(await violationsOn(page), 'deliveries, dark').toEqual([]);
    await picture(page, 'integrations-dark');

    await page.getByRole('button', { name: `Excluir ${name}` }).click();
    await expect(dialog(page, `“${name}” está em uso`).getByText(`Fila ${queueName}`)).toBeVisible();
  } finally {
    await receiver?.stop();
    await phones.removeAll();
    await otica.call('DELETE', `/queue/${queueId}`);
    const { queueIntegrations } = await otica.call<{ queueIntegrations: { id: number }[] }>(
      'GET',
      `/queueIntegration?searchParam=${encodeURIComponent(name)}`,
    );
    for (const integration of queueIntegrations) await otica.call('DELETE', `/queueIntegration/${integration.id}`);
  }
});
