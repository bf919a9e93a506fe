import type { Page } from '@playwright/test';
import { violationsOn } from '../support/axe.ts';
import { colorFrom, picture } from '../support/inbox.ts';
import { expect, test } from '../support/journey.ts';
import { dialog, toast } from '../support/shell.ts';
import { openSignedIn, uniqueSuffix } from '../support/users.ts';

const INSTRUCTIONS =
  'Você atende a Ótica Boa Vista. Responda com gentileza, em poucas frases, e chame uma pessoa se pedirem.';
const part = (page: Page, name: string) => page.getByRole('region', { name });

test('an admin creates a prompt, adds knowledge, tries it and sees what it cost [M-280] [M-281]', async ({
  page,
  otica,
}) => {
  const name = `Tira-dúvidas ${uniqueSuffix()}`;
  await openSignedIn(page, await otica.createUser({ profile: 'admin' }), '/queues');
  await page.getByRole('link', { name: 'Prompts de IA' }).click();
  await page.getByRole('button', { name: 'Novo prompt' }).first().click();
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Informe o setor')).toBeVisible();
  await page.getByRole('textbox', { name: /^Nome/ }).fill(name);
  await page.getByRole('textbox', { name: /^Instruções/ }).fill(INSTRUCTIONS);
  await page.getByRole('combobox', { name: /^Fila/ }).click();
  await page.getByRole('option').first().click();
  await page.getByRole('combobox', { name: /^Serviço de IA/ }).click();
  await page.getByRole('option', { name: 'Simulado, sem chave' }).click();
  expect(await violationsOn(page), 'new prompt').toEqual([]);
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(toast(page, 'Prompt criado com sucesso!')).toBeVisible();
  await page.waitForURL(/\/prompts\/\d+$/);

  const knowledge = part(page, 'Conhecimento');
  await knowledge.getByRole('button', { name: 'Escrever texto' }).click();
  const form = dialog(page, 'Novo conteúdo');
  await form.getByRole('textbox', { name: /^Título/ }).fill('Preços');
  await form.getByRole('textbox', { name: /^Texto/ }).fill('A armação tartaruga custa R$ 289 à vista.');
  await form.getByRole('button', { name: 'Salvar conteúdo' }).click();
  await expect(knowledge.getByText('Preços')).toBeVisible();
  await knowledge.locator('input[type=file]').setInputFiles({
    name: 'prazos.md',
    mimeType: 'text/markdown',
    buffer: Buffer.from('Lentes ficam prontas em 5 dias.'),
  });
  await expect(knowledge.getByRole('button', { name: 'Editar prazos.md' })).toBeVisible();
  await expect(knowledge.getByText('2 de 200')).toBeVisible();

  const trial = part(page, 'Teste');
  await trial.getByRole('textbox').fill('Quanto custa a armação tartaruga? Meu CPF é 529.982.247-25');
  await trial.getByRole('button', { name: 'Enviar' }).click();
  await expect(trial.getByText(/\d tokens · /)).toBeVisible();
  await expect(trial.getByText('Conhecimento usado: Preços')).toBeVisible();
  await expect(trial.getByText('Oculto da IA: 1 CPF')).toBeVisible();
  expect(await violationsOn(page), 'light').toEqual([]);
  await picture(page, 'prompt');
  await page.keyboard.press('Control+Shift+L');
  expect(await violationsOn(page), 'dark').toEqual([]);
  await picture(page, 'prompt-dark');

  await page.getByRole('button', { name: 'Voltar para os prompts' }).click();
  await expect(page.getByRole('row', { name: new RegExp(`^${name}`) })).toContainText('Ainda não é usado');
  expect(await violationsOn(page), 'list, dark').toEqual([]);
  await picture(page, 'prompts-dark');
  await page.getByRole('link', { name: 'Ver uso de IA' }).click();
  await expect(page.getByRole('rowheader', { name })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Por prompt' }).getByRole('row').nth(1)).toContainText('Sem preço');
  await page.getByRole('button', { name: 'Mudar tetos' }).click();
  const ceilings = dialog(page, 'Tetos de IA');
  await ceilings.getByRole('textbox', { name: 'Custo por mês (R$)' }).fill('140,00');
  await ceilings.getByRole('button', { name: 'Salvar tetos' }).click();
  await expect(toast(page, 'Tetos alterados com sucesso!')).toBeVisible();
  await expect(page.getByRole('img', { name: /de R\$\s140,00\. Notificação em R\$\s112,00\.$/ })).toBeVisible();
  expect(await violationsOn(page), 'usage, dark').toEqual([]);
  await picture(page, 'ai-usage-dark');
  await page.keyboard.press('Control+Shift+L');
  expect(await violationsOn(page), 'usage, light').toEqual([]);
  await picture(page, 'ai-usage');

  await page.getByRole('link', { name: 'Prompts de IA' }).click();
  await page.getByRole('button', { name: `Excluir ${name}` }).click();
  await page.getByRole('button', { name: 'Excluir prompt' }).click();
  await expect(toast(page, 'Prompt excluído')).toBeVisible();
  await otica.call('PUT', '/ai-usage/ceilings', {
    monthCents: null,
    callsPerDay: 2000,
    turnsPerConversation: 20,
    callsPerContactHour: 30,
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('prompts, their form and the usage fit', async ({ page, otica, afterwards }) => {
    const suffix = uniqueSuffix();
    const name = `Prompt do telefone ${suffix}`;
    const queue = await otica.call<{ id: number }>('POST', '/queue', {
      name: `Vitrine ${suffix}`,
      color: colorFrom(suffix),
    });
    afterwards(() => otica.call('DELETE', `/queue/${queue.id}`));
    const prompt = await otica.call<{ id: number }>('POST', '/prompt', {
      name,
      prompt: INSTRUCTIONS,
      provider: 'sandbox',
      queueId: queue.id,
    });
    afterwards(() => otica.call('DELETE', `/prompt/${prompt.id}`));
    await otica.call('POST', `/prompt/${prompt.id}/try`, { messages: [{ from: 'customer', text: 'oi' }] });
    await openSignedIn(page, await otica.createUser({ profile: 'admin' }), '/prompts');
    await expect(page.getByRole('row', { name: new RegExp(`^${name}`) })).toBeVisible();
    // A prompt of the demo data.
    await expect(page.getByRole('row', { name: /^Tira-dúvidas de vendas/ })).toBeVisible();
    for (const path of ['/prompts', `/prompts/${prompt.id}`, '/ai-usage']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      expect(await violationsOn(page), path).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(390);
      await picture(page, `ai${path.replaceAll(/\W|\d/g, '-')}390`);
    }
    await page.goto(`/prompts/${prompt.id}`);
    await page.getByRole('button', { name: 'Testar' }).click();
    const trial = part(page, 'Teste');
    await trial.getByRole('textbox').fill('oi');
    await trial.getByRole('button', { name: 'Enviar' }).click();
    await expect(trial.getByText(/\d tokens · /)).toBeVisible();
  });
});
