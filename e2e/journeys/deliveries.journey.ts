import { expect, test } from '../support/journey.ts';
import { openSignedIn, uniqueSuffix } from '../support/users.ts';
import { dialog, toast } from '../support/shell.ts';

test('an answer that the channel rejects shows the reason and is delivered once when it is resent', async ({
  page,
  otica,
  phones,
}) => {
  const { id, name } = await phones.connected();
  const text = `Chegou ${uniqueSuffix()}`;
  await phones.act(id, { act: 'say', customerId: 'helena', text: 'Meus óculos chegaram?' });
  await expect.poll(() => phones.conversationsOf(id)).toHaveLength(1);
  const [conversation] = await phones.conversationsOf(id);
  await phones.act(id, { act: 'faults', faults: { sends: 'refuse', refusal: 'other', times: 1 } });

  await openSignedIn(page, await otica.createUser({ profile: 'admin' }), '/deliveries');
  await page.getByRole('combobox', { name: 'Conexão' }).click();
  await page.getByRole('option', { name }).click();
  await expect(page.getByText('Tudo entregue')).toBeVisible();
  await phones.answer(conversation!.id, text);

  // The failure appears on the open page without a reload.
  const deliveryRow = page.getByRole('row').filter({ hasText: text });
  await expect(deliveryRow).toContainText('Não enviada');
  await expect(deliveryRow).toContainText('O canal recusou a mensagem.');
  expect(await phones.receivedBy(id, 'helena')).toEqual([]);

  await page.getByRole('button', { name: 'Ver o histórico de entrega da mensagem de Helena Prado' }).click();
  const historyDialog = dialog(page, 'Histórico de entrega');
  await expect(historyDialog.getByRole('list', { name: 'Passos' }).getByRole('listitem')).toContainText([
    'Guardada',
    'Não enviada',
  ]);
  await historyDialog.getByRole('button', { name: 'Reenviar' }).click();
  const question = dialog(page, 'Reenviar a mensagem para Helena Prado?');
  await expect(question).toContainText('o cliente recebe uma só vez');
  await question.getByRole('button', { name: 'Reenviar' }).click();
  await expect(toast(page, 'Reenviando a mensagem')).toBeVisible();
  await expect.poll(() => phones.receivedBy(id, 'helena')).toEqual([text]);

  await page.getByRole('button', { name: 'Todas', exact: true }).click();
  await expect(deliveryRow).toContainText('Entregue');
  await expect(deliveryRow.getByRole('button', { name: /^Reenviar/ })).toHaveCount(0);
  await deliveryRow.getByRole('button', { name: /^Ver o histórico de entrega/ }).click();
  await expect(historyDialog.getByRole('list', { name: 'Passos' }).getByRole('listitem')).toContainText([
    'Guardada',
    'Não enviada',
    'Reenviada',
    'Aceita pelo canal',
    'Enviada',
    'Entregue',
  ]);
  expect(await phones.receivedBy(id, 'helena'), 'once').toEqual([text]);
});
