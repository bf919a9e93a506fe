import type { Page } from '@playwright/test';
import { violationsOn } from '../support/axe.ts';
import { test } from '../support/billing.ts';
import { expect } from '../support/journey.ts';
import { isAt } from '../support/shell.ts';
import { DEMO_PASSWORD, openSignedIn, type User } from '../support/users.ts';

/** The next month’s day, as the server announces it. */
const validUntil = (page: Page) => page.getByText(/^(Assinatura até|Subscription until|Suscripción hasta el) \d{2}\//);
const openPayment = async (page: Page, user: User, names: { pay: RegExp; next: string }) => {
  await openSignedIn(page, user, '/financeiro');
  await page.getByRole('button', { name: names.pay }).first().click();
  await page.getByRole('button', { name: names.next, exact: true }).click();
};

test('a company pays by PIX at the simulated bank and sees the toast with the new date [M-298] [M-300] [M-303] [M-304]', async ({
  page,
  anotherBrowser,
  platform,
  mercado,
  letItEnd,
}) => {
  const ana = await mercado.createUser({ profile: 'admin' });
  await letItEnd(4);
  await openPayment(page, ana, { pay: /^PAGAR/, next: 'Continuar' });
  const name = page.getByLabel(/^Nome completo/);
  // The buyer is asked for once; the field stays in the page, hidden.
  await expect(name.or(page.getByText('Você está pagando')).filter({ visible: true })).toBeVisible();
  if (await name.isVisible()) {
    await name.fill('Mercado Lua Cheia Ltda');
    await page.getByLabel(/^CPF ou CNPJ/).fill('12.345.678/0001-95');
    await page.getByRole('button', { name: 'Continuar', exact: true }).click();
  }
  await expect(page.getByText('Você está pagando')).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole('button', { name: /^PAGAR R/ }).click();
  await expect(page.getByRole('img', { name: 'QR Code do PIX' })).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);
  const until = (await validUntil(page).textContent())!.slice(-10);
  const code = await page.getByRole('textbox', { name: 'PIX copia e cola' }).inputValue();

  const bank = await anotherBrowser();
  await openSignedIn(bank, { email: platform.email, password: DEMO_PASSWORD }, '/sandbox/banco');
  await bank.getByRole('textbox', { name: 'Código PIX ou endereço da página' }).fill(code);
  await bank.getByRole('button', { name: 'Ler código' }).click();
  const pay = bank.getByRole('button', { name: /^Pagar R/ });
  await expect(pay).toBeVisible();
  expect(await violationsOn(bank)).toEqual([]);
  await pay.click();

  await expect(page.getByText(`Pagamento confirmado. Assinatura válida até ${until}.`)).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Pagamento confirmado' })).toBeVisible();
  await page.waitForURL(isAt('/'));
  await bank.goto('about:blank');
});

interface PhoneTexts {
  pay: RegExp;
  next: string;
  payNow: RegExp;
  copy: string;
  paid: RegExp;
}
const phoneTexts: Record<'en' | 'es', PhoneTexts> = {
  en: {
    pay: /^PAY/,
    next: 'Continue',
    payNow: /^PAY R/,
    copy: 'Copy code',
    paid: /^Payment confirmed\. Subscription valid/,
  },
  es: {
    pay: /^PAGAR/,
    next: 'Continuar',
    payNow: /^PAGAR R/,
    copy: 'Copiar código',
    paid: /^Pago confirmado\. Suscripción válida/,
  },
};
for (const [language, texts] of Object.entries(phoneTexts))
  test(`on a phone in ${language} the code to copy comes first, and the payment ends the dialog [M-304]`, async ({
    page,
    platform,
    mercado,
    letItEnd,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.addInitScript((code) => localStorage.setItem('balcao.language', code), language);
    const ana = await mercado.createUser({ profile: 'admin' });
    await letItEnd(3);
    await openPayment(page, ana, texts);
    await page.getByRole('button', { name: texts.payNow }).click();
    await expect(page.getByRole('button', { name: texts.copy })).toBeVisible();
    expect(await violationsOn(page)).toEqual([]);
    const code = await page.locator('input[readonly]').inputValue();
    type Charge = { id: string };
    const charge = await platform.call<Charge>('GET', `/sandbox/bank/charge?code=${encodeURIComponent(code)}`);
    await platform.call('POST', '/sandbox/bank/pay', { chargeId: charge.id });
    await expect(page.getByText(texts.paid)).toBeVisible();
    await page.waitForURL(isAt('/'));
  });
