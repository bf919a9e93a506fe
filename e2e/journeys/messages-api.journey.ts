import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { violationsOn } from '../support/axe.ts';
import { failedWithStatus } from '../support/console-errors.ts';
import { picture } from '../support/inbox.ts';
import { expect, test } from '../support/journey.ts';
import { toast } from '../support/shell.ts';
import { openSignedIn } from '../support/users.ts';

const run = promisify(execFile);
const part = (page: Page, name: string) => page.getByRole('region', { name });

test('a program sends through the API: first by the form, then by the code that the page shows', async ({
  page,
  otica,
  phones,
  consoleErrors,
}) => {
  consoleErrors.expect(failedWithStatus(403));
  const connection = await phones.connected();
  const { token } = await otica.call<{ token: string }>('POST', `/whatsapp/${connection.id}/token`);
  await openSignedIn(page, await otica.createUser({ profile: 'admin' }), '/queues');
  await page.getByRole('link', { name: 'API de mensagens' }).click();
  await expect(part(page, 'Tokens').getByText(connection.name)).toBeVisible();
  expect(await violationsOn(page), 'light').toEqual([]);
  await picture(page, 'messages-api');

  const form = part(page, 'Experimente');
  await form.getByRole('button', { name: 'Enviar de verdade' }).click();
  await expect(form.getByText('Obrigatório')).toHaveCount(3);
  await form.getByLabel('Token').fill(`${token.slice(0, -1)}#`);
  await form.getByRole('textbox', { name: 'Número' }).fill('+55 (00) 99812-4471');
  await form.getByRole('textbox', { name: 'Texto' }).fill('Seu pedido chegou');
  await form.getByRole('button', { name: 'Enviar de verdade' }).click();
  await expect(form.getByText('"error": "ERR_API_TOKEN"')).toBeVisible();
  expect(await violationsOn(page), 'refused').toEqual([]);
  await form.getByLabel('Token').fill(token);
  await form.getByRole('button', { name: 'Enviar de verdade' }).click();
  await expect(toast(page, 'Mensagem enviada com sucesso')).toBeVisible();
  await expect(form.getByText('"status": "SUCCESS"')).toBeVisible();

  await form.getByRole('textbox', { name: 'Texto' }).fill('Pelo programa: "7731"');
  const samples = part(page, 'Exemplo em código');
  await samples.getByRole('button', { name: 'Node.js' }).click();
  const code = (await samples.locator('pre').textContent()) ?? '';
  expect(code).not.toContain(token);
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', code], {
    env: { ...process.env, TOKEN: token },
  });
  expect(stdout).toContain('SUCCESS');

  await page.keyboard.press('Control+Shift+L');
  expect(await violationsOn(page), 'dark').toEqual([]);
  await picture(page, 'messages-api-dark');
  await form.getByRole('button', { name: 'Ver na conversa' }).click();
  await expect(page.getByText('Seu pedido chegou').last()).toBeVisible();
  await expect(page.getByText('Pelo programa: "7731"').last()).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the reference and the form fit', async ({ page, otica }) => {
    await openSignedIn(page, await otica.createUser({ profile: 'admin' }), '/messages-api');
    const form = part(page, 'Experimente');
    await form.getByRole('button', { name: 'Arquivo' }).click();
    await form.getByRole('button', { name: 'Enviar de verdade' }).click();
    await expect(form.getByText('Escolha um arquivo')).toBeVisible();
    expect(await violationsOn(page)).toEqual([]);
    await picture(page, 'messages-api-390');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    for (const block of await page.locator('pre, ul').all())
      expect(await block.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
  });
});
