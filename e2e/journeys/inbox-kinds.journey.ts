import type { Page } from '@playwright/test';
import { violationsOn } from '../support/axe.ts';
import {
  answer,
  bubble,
  chooseAction,
  expect,
  item,
  panel,
  picture,
  tab,
  test,
  thread,
  type IsolatedQueue,
  type Customer,
} from '../support/inbox.ts';
import { openSignedIn, uniqueSuffix } from '../support/users.ts';
import { dialog } from '../support/shell.ts';

/** Every kind of message a customer can send, once each. */
async function sendAllKinds(counter: IsolatedQueue, customer: Customer): Promise<void> {
  const act = (action: { act: string } & Record<string, unknown>) => counter.actAs(customer, action);
  const questionId = await counter.sendFrom(
    customer,
    'Vocês fazem *multifocal*? Veja https://exemplo.example.com/lentes',
  );
  await act({ act: 'say', text: 'Encaminhada de uma amiga', isForwarded: true });
  await act({ act: 'send', type: 'image', caption: 'Segue a receita' });
  await act({ act: 'send', type: 'voice' });
  await act({ act: 'send', type: 'video', caption: 'Filmei a armação' });
  await act({
    act: 'send',
    type: 'document',
    file: {
      fileName: 'pedido-0712.pdf',
      mime: 'application/pdf',
      base64: Buffer.from('%PDF-1.4 x').toString('base64'),
    },
  });
  await act({ act: 'send', type: 'sticker' });
  await act({ act: 'send', type: 'image', isViewOnce: true });
  await act({ act: 'location', latitude: -8.05, longitude: -34.9, name: 'Rua da Imperatriz, 214', address: 'Recife' });
  await act({ act: 'contacts', contacts: [{ name: 'Dra. Renata Couto', numbers: ['5581988112040'] }] });
  await act({ act: 'poll', question: 'Qual dia fica melhor?', options: ['Quinta, 14h', 'Sexta, 10h'] });
  await act({ act: 'event', title: 'Prova de armação', startsAt: '2027-07-25T13:00:00.000Z', place: 'Loja Centro' });
  await act({
    act: 'ad',
    text: 'Vi o anúncio',
    title: 'Armações em promoção',
    body: 'Só neste mês',
    url: 'https://exemplo.example.com/anuncio',
  });
  await act({ act: 'call' });
  await act({ act: 'strange', what: 'pagamento' });
  const wrong = await counter.sendFrom(customer, 'Mesagem com erro');
  await act({ act: 'edit', wid: wrong, text: 'Mensagem sem erro' });
  const removedId = await counter.sendFrom(customer, 'Mandei para a pessoa errada');
  await act({ act: 'delete', wid: removedId });
  await act({ act: 'react', wid: questionId, emoji: '❤️' });
  await act({ act: 'say', text: 'E esta responde à primeira', quotes: questionId });
}

/** The thread renders only messages near the viewport: each is scrolled to. */
async function find(page: Page, text: string | RegExp) {
  const it = thread(page).getByText(text).first();
  await expect(async () => {
    if (!(await it.isVisible())) {
      await thread(page).hover();
      await page.mouse.wheel(0, -500);
    }
    await expect(it).toBeVisible({ timeout: 300 });
  }).toPass({ timeout: 30_000 });
  return it;
}

test('every kind of message that a customer can send is shown without WCAG violations, in light and in dark [M-103] [M-104] [M-105] [M-108] [M-109]', async ({
  page,
  otica,
  counter,
}) => {
  const me = await counter.agent({ name: 'Marina Duarte' });
  const customer = await counter.attended(me, 'Bom dia', `Helena ${uniqueSuffix()}`);
  await sendAllKinds(counter, customer);
  await expect.poll(() => counter.lastMessage(customer)).toContain('E esta responde à primeira');
  // Tall enough to render all messages at once.
  await page.setViewportSize({ width: 1440, height: 3600 });
  await openSignedIn(page, me, '/tickets');
  await item(page, customer.name).getByRole('link').click();
  await answer(page, 'Fazemos sim, *a partir de R$ 1.280*');
  await page.getByRole('button', { name: 'Nota interna' }).click();
  await page.getByRole('textbox', { name: 'Nota interna' }).fill('O laboratório confirmou 7 dias');
  await page.getByRole('button', { name: 'Salvar nota' }).click();
  const { id } = (await counter.conversation(customer))!;
  await otica.call('POST', `/messages/lista/${id}`, {
    title: 'Escolha a loja',
    text: 'Onde quer retirar?',
    buttonText: 'Ver lojas',
    sections: [{ title: 'Recife', rows: [{ rowId: 'centro', title: 'Centro', description: 'Rua da Imperatriz' }] }],
  });

  await find(page, 'Segue a receita');
  for (const text of [
    /multifocal/,
    'Encaminhada de uma amiga',
    'Segue a receita',
    'Filmei a armação',
    'pedido-0712.pdf',
    'Visualização única. Abra no celular.',
    'Rua da Imperatriz, 214',
    'Dra. Renata Couto',
    'Qual dia fica melhor?',
    'Sexta, 10h',
    'Prova de armação',
    'Armações em promoção',
    /Chamada de voz perdida às/,
    'Não é possível fazer chamadas pelo sistema. Use o celular.',
    'Este tipo de mensagem só abre no celular (pagamento)',
    'Mensagem sem erro',
    'Essa mensagem foi apagada',
    'O laboratório confirmou 7 dias',
    'Ver lojas',
  ])
    await expect(thread(page).getByText(text).first(), String(text)).toBeVisible();
  await expect(thread(page).getByRole('button', { name: 'Abrir: Segue a receita' })).toBeVisible();
  await expect(thread(page).getByRole('button', { name: 'Tocar áudio' })).toBeVisible();
  await expect(thread(page).getByRole('img', { name: /^Figurinha enviada por/ })).toBeVisible();
  await expect(thread(page).getByRole('img', { name: 'Reações: ❤️' })).toBeVisible();
  await expect(bubble(page, 'Encaminhada de uma amiga')).toContainText('Encaminhada');
  await expect(bubble(page, 'Mensagem sem erro')).toContainText('Editada');
  await expect(bubble(page, 'E esta responde à primeira').getByRole('button')).toContainText('multifocal');
  await expect(thread(page).getByRole('link', { name: 'Abrir no mapa' })).toHaveAttribute('rel', 'noopener noreferrer');
  await expect(thread(page).getByRole('link', { name: 'https://exemplo.example.com/lentes' })).toHaveAttribute(
    'target',
    '_blank',
  );
  await expect(bubble(page, 'Fazemos sim').locator('b', { hasText: 'a partir de R$ 1.280' })).toBeVisible();
  await picture(page, 'kinds');

  await checkAccessibility(page, 'every kind of message');
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'dark'));
  await picture(page, 'kinds-dark');
});

/** Dark needs a contrast scan only, because it changes nothing but colors. */
async function checkAccessibility(page: Page, label: string): Promise<void> {
  expect(await violationsOn(page), `${label}, light`).toEqual([]);
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'dark'));
  expect(await violationsOn(page, { only: 'color-contrast' }), `${label}, dark`).toEqual([]);
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'light'));
}

test('list, contact panel and dialogs do not violate WCAG 2.2 AA, in light and in dark', async ({ page, counter }) => {
  const me = await counter.agent({ name: 'Marina Duarte', profile: 'admin', farewellMessage: 'Obrigada!' });
  await counter.waiting('Estou esperando');
  const customer = await counter.attended(me, 'Bom dia');
  await openSignedIn(page, me, '/tickets');
  await expect(item(page, customer.name)).toBeVisible();
  await checkAccessibility(page, 'list without a conversation');
  await tab(page, 'Aguardando').click();
  await item(page, 'Estou esperando').hover();
  await checkAccessibility(page, 'those who wait');
  await tab(page, 'Atendendo').click();
  await item(page, customer.name).getByRole('link').click();
  await expect(panel(page)).toBeVisible();
  await panel(page).getByRole('button', { name: 'Adicionar observação' }).click();
  await panel(page).getByRole('textbox', { name: 'Nova observação' }).fill('Prefere contato depois das 9h');
  await panel(page).getByRole('button', { name: 'Salvar' }).click();
  await expect(panel(page).getByText('Prefere contato depois das 9h')).toBeVisible();
  await page.getByRole('button', { name: 'Filtros' }).click();
  await expect(dialog(page, 'Filtros')).toBeVisible();
  await checkAccessibility(page, 'conversation, contact and filters');
  await page.keyboard.press('Escape');

  const opened = async (open: () => Promise<unknown>, name: string | RegExp) => {
    await open();
    await expect(dialog(page, name)).toBeVisible();
    await checkAccessibility(page, String(name));
    // Esc first closes an open list inside the dialog.
    await expect(async () => {
      await page.keyboard.press('Escape');
      await expect(dialog(page, name)).toHaveCount(0, { timeout: 1000 });
    }).toPass();
  };
  await opened(() => chooseAction(page, 'Transferir'), 'Transferir conversa');
  await opened(() => chooseAction(page, 'Histórico da conversa'), /Histórico/);
  await opened(() => chooseAction(page, 'Excluir conversa'), /^Excluir a conversa com/);
  await opened(
    () => page.getByRole('button', { name: 'Resolver', exact: true }).first().click(),
    /^Resolver a conversa/,
  );
  await opened(() => page.getByRole('button', { name: 'Nova', exact: true }).click(), 'Nova conversa');
  await opened(() => panel(page).getByRole('button', { name: 'Editar', exact: true }).click(), 'Editar contato');

  await page.goto('/quick-messages');
  await page.getByRole('button', { name: 'Nova resposta' }).first().click();
  await expect(dialog(page, 'Nova resposta')).toBeVisible();
  await checkAccessibility(page, 'quick reply');
});
