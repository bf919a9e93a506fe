import type { Page } from '@playwright/test';
import { violationsOn } from '../support/axe.ts';
import { expect, test } from '../support/journey.ts';
import { picture } from '../support/inbox.ts';
import { openSignedIn, type AdminApi } from '../support/users.ts';
import { dialog, toast } from '../support/shell.ts';

interface MeResponse {
  user: { companyId: number };
}
const SETTINGS = /\/api\/companySettings\/\d+/;
const rowOf = (page: Page, name: string) => page.getByRole('switch', { name, exact: true }).locator('xpath=../..');
/** Pixels by which the page is wider than the window. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
const companyOf = async (manager: AdminApi) => (await manager.call<MeResponse>('GET', '/auth/me')).user.companyId;
const put = (manager: AdminApi, column: string, data: string) =>
  manager.call('PUT', '/companySettings', { column, data });

test.describe('settings', () => {
  test.afterEach(async ({ mercado }) => {
    const path = `/companies/${await companyOf(mercado)}/schedules`;
    await put(mercado, 'scheduleType', 'disabled');
    await put(mercado, 'sendMsgTransfTicket', 'disabled');
    await put(mercado, 'transferMessage', '');
    await mercado.call('PUT', path, { schedules: [] });
    const { holidays } = await mercado.call<{ holidays: { id: number }[] }>('GET', path);
    for (const { id } of holidays) await mercado.call('DELETE', `/company-holidays/${id}`);
  });

  test('a setting is saved when it changes, a colleague sees it, and the toast and the history undo it [M-204] [M-207]', async ({
    page,
    mercado,
    anotherBrowser,
  }) => {
    await put(mercado, 'requiredTag', 'disabled');
    await put(mercado, 'sendMsgTransfTicket', 'disabled');
    const [admin, colleague] = [
      await mercado.createUser({ profile: 'admin' }),
      await mercado.createUser({ profile: 'admin' }),
    ];
    await openSignedIn(page, admin, '/users');
    await page
      .getByRole('navigation', { name: 'Menu principal' })
      .getByRole('link', { name: 'Configurações', exact: true })
      .click();
    // The colleague's network is slow: data read before the change arrives after the event about it.
    const other = await anotherBrowser();
    const slow = Promise.withResolvers<void>();
    const requested = other.waitForRequest(SETTINGS);
    await other.route(
      SETTINGS,
      async (route) => {
        const response = await route.fetch();
        await slow.promise;
        await route.fulfill({ response });
      },
      { times: 1 },
    );
    await openSignedIn(other, colleague, '/settings');
    await requested;

    const tag = page.getByRole('switch', { name: 'Exigir tag para resolver' });
    await expect(tag).not.toBeChecked();
    await tag.click();
    await expect(tag).toBeChecked();
    // The notice is shown for six seconds.
    await page.getByRole('button', { name: 'Desfazer', exact: true }).click();
    await expect(tag).not.toBeChecked();
    await expect(toast(page, 'Desfeito: Exigir tag para resolver')).toBeVisible();

    // A setting that needs a message starts with a ready one; leaving the field saves a change of it.
    await page.getByRole('switch', { name: 'Mensagem ao transferir' }).click();
    const message = rowOf(page, 'Mensagem ao transferir').getByRole('textbox', { name: 'Mensagem' });
    await expect(message).toHaveValue('Vou te passar para a equipe de {{queue}}.');
    const stored = page.waitForResponse(
      (answer) => answer.request().postData()?.includes('Vou te passar para {{queue}}.') ?? false,
    );
    await message.fill('Vou te passar para {{queue}}.');
    await message.blur();
    await stored;
    await expect(rowOf(page, 'Mensagem ao transferir')).toContainText('Salvo');
    slow.resolve();
    await expect(other.getByRole('switch', { name: 'Mensagem ao transferir' })).toBeChecked();
    await expect(message).not.toHaveAttribute('aria-invalid', 'true');
    await expect.poll(() => violationsOn(page)).toEqual([]);
    await picture(page, 'settings');

    await other.getByRole('tab', { name: 'Histórico' }).click();
    const changes = other.getByRole('list', { name: 'Histórico' }).getByRole('listitem');
    const own = changes.filter({ hasText: admin.name }).filter({ hasText: 'Vou te passar para {{queue}}.' });
    await expect(own.first()).toBeVisible();
    await other.getByRole('button', { name: 'Desfazer: Exigir tag para resolver' }).first().click();
    await expect(tag).toBeChecked();
    await expect.poll(() => violationsOn(other)).toEqual([]);
    await put(mercado, 'requiredTag', 'disabled');
  });

  test('business hours and holidays of the company are changed on a phone [M-147] [M-149]', async ({
    page,
    mercado,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openSignedIn(page, await mercado.createUser({ profile: 'admin' }), '/settings');
    await page.getByRole('combobox', { name: 'Expediente' }).click();
    await page.getByRole('option', { name: 'Pela empresa' }).click();
    expect(await overflow(page)).toBe(0);
    await expect.poll(() => violationsOn(page)).toEqual([]);
    await picture(page, 'settings-phone');

    await page.getByRole('tab', { name: 'Horários' }).click();
    await page.getByRole('switch', { name: 'Sábado: aberto' }).click();
    await page.getByRole('textbox', { name: 'Sábado: fim do 2º turno' }).fill('16:00');
    await page.getByRole('button', { name: 'Salvar horários' }).click();
    await expect(toast(page, 'Horários atualizados com sucesso.')).toBeVisible();
    expect(await overflow(page)).toBe(0);
    await expect.poll(() => violationsOn(page)).toEqual([]);
    await picture(page, 'settings-hours-phone');
    const path = `/companies/${await companyOf(mercado)}/schedules`;
    const { schedules } = await mercado.call<{ schedules: { weekdayEn: string; endTimeB: string }[] }>('GET', path);
    expect(schedules.find(({ weekdayEn }) => weekdayEn === 'saturday')?.endTimeB).toBe('16:00');

    await page.getByRole('tab', { name: 'Feriados e ausências' }).click();
    await page.getByRole('button', { name: 'Adicionar feriados nacionais' }).click();
    await dialog(page, 'Feriados nacionais')
      .getByRole('button', { name: /^Adicionar/ })
      .click();
    await expect(dialog(page, 'Feriados nacionais')).toHaveCount(0);
    const christmas = page.getByRole('listitem').filter({ hasText: 'Natal' });
    await expect(christmas).toContainText('25/12');
    await expect(christmas).toContainText('todo ano');
    await christmas.getByRole('button', { name: 'Excluir Natal' }).click();
    await expect(christmas).toHaveCount(0);
    // The newest toast; an older one also offers to undo.
    await expect(toast(page, 'Feriado excluído: Natal')).toBeVisible();
    await page.getByRole('button', { name: 'Desfazer', exact: true }).last().click();
    await expect(christmas).toContainText('Fechado o dia todo');
    expect(await overflow(page)).toBe(0);
    await expect.poll(() => violationsOn(page)).toEqual([]);
    await picture(page, 'settings-holidays-phone');
  });
});
