import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { drawn } from '../support/live.ts';
import { DEMO_PASSWORD, openSignedIn } from '../support/users.ts';
import { dialog, row, visit } from '../support/shell.ts';
import { sideways } from '../support/sideways.ts';

const widths = [390, 768, 900, 1024, 1440];

test('no screen scrolls sideways at any width from phone to desktop', async ({ page, otica, platform }) => {
  // About fifty screens in five widths.
  const admin = await otica.createUser({ profile: 'admin', name: 'Maximiliano Albuquerque de Vasconcelos' });
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Entrar', exact: true })).toBeVisible();
  const checkWidth = async (label: string) => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 });
      await expect.poll(() => sideways(page), { message: `${label} at ${width} px` }).toEqual([]);
    }
  };
  await checkWidth('sign-in');
  await openSignedIn(page, admin, '/users');
  await expect(row(page, 'Rute Lacerda')).toBeVisible();
  await checkWidth('users');
  await page.getByRole('button', { name: 'Editar Rute Lacerda' }).click();
  await expect(dialog(page, 'Editar Rute Lacerda').getByRole('textbox', { name: 'Nome' })).toBeVisible();
  await checkWidth('user');
  await page.keyboard.press('Escape');
  const checkScreens = async (screens: readonly (readonly [path: string, seen: string])[]) => {
    for (const [path, seen] of screens) {
      await visit(page, path);
      // A title may be followed by a number.
      const found = page.getByText(seen, { exact: true }).or(page.getByRole('heading', { name: seen }));
      await expect(found.first()).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      await checkWidth(path);
    }
  };
  await checkScreens([
    ['/tickets', 'Resolvidas'],
    ['/contacts', 'Ativo'],
    ['/contacts/import', 'Importações anteriores'],
    ['/quick-messages', 'Nova resposta'],
    ['/schedules', 'Novo agendamento'],
    ['/chats', 'Nenhum chat ainda'],
    ['/todolist', 'Só neste navegador'],
    ['/contact-lists', 'Nova lista'],
    ['/campaigns', 'Nova campanha'],
    ['/campaigns-config', 'Ritmo de envio'],
    ['/tags', 'VIP'],
    ['/queues', 'Suporte'],
    ['/connections', 'WhatsApp da loja'],
    ['/deliveries', 'Entregas'],
    ['/financeiro', 'Em uso'],
    ['/subscription', 'Período da licença'],
    ['/', 'Indicadores'],
    ['/reports', 'Só avaliados'],
    ['/moments', 'Modo mural'],
    ['/helps', 'Ajuda'],
    ['/Kanban', 'Kanban'],
    ['/TagsKanban', 'Colunas do Kanban'],
    ['/flowbuilders', 'Adicionar Fluxo'],
    ['/phrase-lists', 'Frases'],
    ['/files', 'Arquivos'],
    ['/queue-integration', 'Nova integração'],
    ['/prompts', 'Novo prompt'],
    ['/ai-usage', 'Uso de IA'],
    ['/messages-api', 'API de mensagens'],
    ['/quarantine', 'Não processadas'],
    ['/settings', 'Pedir avaliação'],
    ['/403', 'Oops! Acesso Negado!'],
  ]);

  await visit(page, '/connections');
  await page.getByRole('button', { name: 'Editar WhatsApp da loja' }).click();
  for (const tab of ['Geral', 'Mensagens', 'Chatbot']) {
    await dialog(page, 'Editar WhatsApp da loja').getByRole('tab', { name: tab }).click();
    await checkWidth(`connection, ${tab}`);
  }
  await visit(page, '/sandbox');
  await expect(page.getByRole('heading', { name: 'Ótica Boa Vista' })).toBeVisible();
  await checkWidth('simulator');
  for (const part of ['Sistema', 'Clientes', 'Celular']) {
    // Wider, the phone is always there.
    await page.setViewportSize({ width: part === 'Celular' ? 390 : 768, height: 844 });
    await page.getByRole('group', { name: 'Partes do simulador' }).getByRole('button', { name: part }).click();
    await checkWidth(`simulator, ${part}`);
  }

  await openSignedIn(page, { email: platform.email, password: DEMO_PASSWORD }, '/403');
  await expect(page.getByRole('heading', { name: 'Oops! Acesso Negado!' })).toBeVisible();
  await checkScreens([
    ['/companies', 'Empresas'],
    ['/allConnections', 'Todas as conexões'],
    ['/recebimentos', 'Recebimentos'],
    ['/announcements', 'Comunicados'],
    ['/ai-prices', 'Preços de IA'],
    ['/doctor', 'Saúde do sistema'],
  ]);
});

test('below 900 px table rows become cards with every value', async ({ page, otica }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openSignedIn(page, await otica.createUser({ profile: 'admin' }), '/users');
  const rute = row(page, 'Rute Lacerda');
  await expect(rute).toHaveCSS('border-top-left-radius', '10px');
  await rute.scrollIntoViewIfNeeded();
  for (const text of ['rute@example.com', 'Atendente', '09:00 às 19:00', 'Offline'])
    await expect(rute.getByText(text)).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Editar Rute Lacerda' })).toBeInViewport();
  const heads = await rute
    .getByRole('cell')
    .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell, '::before').content));
  expect(heads).toContain('"E-mail"');
});

/** The cumulative layout shift since the page began to load, as browsers count it (0 is none). */
async function jumps(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const seen = { jumped: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (!entry.hadRecentInput) seen.jumped += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { seen: { jumped: number } }).seen.jumped);
}

test('the layout does not shift while a screen loads over a slow network', async ({ page, otica }) => {
  const admin = await otica.createUser({ profile: 'admin' });
  const jumped = await jumps(page);
  // Each response comes after the one before, as on a slow network: session, screen, rows.
  const late = (pattern: RegExp, ms: number) =>
    page.route(pattern, async (route) => {
      await new Promise((later) => setTimeout(later, ms));
      await route.continue();
    });
  await late(/\/api\/auth\/refresh_token/, 350);
  await late(/\/assets\/(?:tags|users)-page.*\.js/, 300);
  await late(/\/api\/(?:tags|users)\?/, 500);
  await openSignedIn(page, admin, '/403');
  for (const { width, height } of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize({ width, height });
    for (const [path, seen] of [
      ['/tags', 'VIP'],
      ['/users', 'Rute Lacerda'],
    ] as const) {
      await page.goto(path);
      await expect(page.locator('[aria-busy="true"]').first()).toBeVisible();
      await expect(row(page, seen)).toBeVisible();
      await drawn(page);
      expect(await jumped(), `${path} at ${width} px`).toBeLessThanOrEqual(0.01);
    }
  }
});
