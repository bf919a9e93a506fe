import { violationsOn } from '../support/axe.ts';
import { dayAfter, providerAccount, providerBank, shown, test } from '../support/billing.ts';
import { expect } from '../support/journey.ts';
import { dialog, isAt, toast } from '../support/shell.ts';
import { DEMO_PASSWORD, openSignedIn } from '../support/users.ts';

const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };

test('the owner connects a payment provider, tests it and sees the first money that comes in [M-305]', async ({
  page,
  platform,
  mercado,
  letItEnd,
}) => {
  await letItEnd(2);
  await page.goto('/login?next=/settings');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(platform.email);
  await page.getByRole('textbox', { name: 'Senha' }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await page.getByRole('tab', { name: 'Recebimento' }).click();
  await expect(page.getByText(/^Os provedores são simulados neste servidor/)).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);

  // Without the secret of its webhook it takes no payment; a wrong key is shown by the test.
  const provider = page.getByRole('region', { name: 'Mercado Pago' });
  const saveKey = async (name: string, value: string) => {
    await provider.getByLabel(name, { exact: true }).fill(value);
    await provider.getByRole('button', { name: `Salvar ${name}` }).click();
    // A test that follows uses the stored keys.
    await expect(provider.getByText(`Definida, termina em ${value.slice(-4)}.`)).toBeVisible();
  };
  await saveKey('Mercado Pago: access token', 'TEST-of-another-account');
  await expect(provider.getByText('Nenhuma cobrança é criada. Falta: Mercado Pago: assinatura secreta.')).toBeVisible();
  await expect(page.getByText(/^Os provedores são simulados/)).toHaveCount(0);
  await saveKey('Mercado Pago: assinatura secreta', 'assinatura-da-conta');
  await expect(provider.getByText('Pronto')).toBeVisible();
  await provider.getByRole('button', { name: 'Testar: Mercado Pago' }).click();
  await expect(provider.getByText('Com falha')).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);
  await saveKey('Mercado Pago: access token', providerAccount.token);
  await provider.getByRole('button', { name: 'Testar: Mercado Pago' }).click();
  await expect(provider.getByText('O provedor aceitou as chaves.')).toBeVisible();
  await expect(provider.getByText('Pronto')).toBeVisible();

  // A company pays with that provider.
  const { openInvoice } = await mercado.call<{ openInvoice: { id: number; number: string } }>('GET', '/subscription');
  const { pix } = await mercado.call<{ pix: { qrcode: { qrcode: string } } }>('POST', '/subscription', {
    invoiceId: openInvoice.id,
    firstName: 'Mercado Lua Cheia Ltda',
    zipcode: '12.345.678/0001-95',
  });
  await providerBank().pay(pix.qrcode.qrcode);
  await mercado.call('POST', `/invoices/${openInvoice.id}/check`);
  await page.goto('/recebimentos');
  const payment = page.getByRole('row', { name: new RegExp(`Fatura ${openInvoice.number}`) });
  await expect(payment).toContainText('Mercado Pago');
  await expect(payment).toContainText('Aplicado');
  expect(await violationsOn(page)).toEqual([]);

  // Without the keys the providers of the demo are back, for the journeys that follow.
  await page.goto('/settings/payments');
  for (const name of ['Mercado Pago: access token', 'Mercado Pago: assinatura secreta']) {
    await provider.getByRole('button', { name: `Remover ${name}` }).click();
    await dialog(page, `Remover “${name}”?`).getByRole('button', { name: 'Remover' }).click();
    await expect(provider.getByRole('button', { name: `Remover ${name}` })).toHaveCount(0);
  }
  await expect(page.getByText(/^Os provedores são simulados/)).toBeVisible();
  // The sign-in that follows ends the session of this page.
  await page.goto('about:blank');
});

test('a company pays on the page of each provider and sees the toast with the new date [M-303] [M-304]', async ({
  page,
  platform,
  mercado,
  letItEnd,
}) => {
  const ana = await mercado.createUser({ profile: 'admin' });
  for (const provider of ['Stripe', 'Mercado Pago', 'Asaas']) {
    await letItEnd(2);
    // The order; its screens are part of the journeys by PIX.
    const { openInvoice } = await mercado.call<{ openInvoice: { id: number } }>('GET', '/subscription');
    await mercado.call('POST', '/subscription', {
      invoiceId: openInvoice.id,
      firstName: 'Mercado Lua Cheia Ltda',
      zipcode: '12.345.678/0001-95',
    });
    await openSignedIn(page, ana, '/financeiro');
    await page
      .getByRole('button', { name: /^PAGAR / })
      .first()
      .click();
    const link = page.getByRole('link', { name: new RegExp(`${provider}.*abre em outra aba`) });
    const code = new URL((await link.getAttribute('href'))!).searchParams.get('codigo')!;
    const until = (await page.getByText(/^Assinatura até \d/).textContent())!.slice(-10);
    const charge = await platform.call<{ id: string; provider: string }>('GET', `/sandbox/bank/charge?code=${code}`);
    expect(charge.provider).toBe(provider.toLowerCase().replace(' ', ''));
    // The toast is gone after seconds.
    const confirmed = expect(page.getByText(`Pagamento confirmado. Assinatura válida até ${until}.`)).toBeVisible();
    await Promise.all([platform.call('POST', '/sandbox/bank/pay', { chargeId: charge.id }), confirmed]);
    await page.waitForURL(isAt('/'));
  }
  await page.goto('about:blank');
});

test('an overdue company pays by PIX on a phone and works again; the owner finds the money and refunds it [M-029] [M-030]', async ({
  page,
  anotherBrowser,
  platform,
  mercado,
  letItEnd,
}) => {
  const ana = await mercado.createUser({ profile: 'admin' });
  await letItEnd(-3);

  // The company, on a phone.
  await page.setViewportSize(phone);
  await openSignedIn(page, ana, '/tags');
  await expect(page.getByRole('heading', { name: `Sua assinatura venceu em ${shown(dayAfter(-3))}` })).toBeVisible();
  await page.getByRole('button', { name: 'Pagar agora' }).click();
  await page.getByRole('alert').getByRole('button', { name: 'Pagar agora' }).click();
  await page.getByRole('button', { name: 'Continuar', exact: true }).click();
  const name = page.getByLabel(/^Nome completo/);
  const pay = page.getByRole('button', { name: /^PAGAR R/ });
  // The buyer is asked for once; the field stays in the page, hidden.
  await expect(name.or(pay).filter({ visible: true })).toBeVisible();
  if (await name.isVisible()) {
    await name.fill('Mercado Lua Cheia Ltda');
    await page.getByLabel(/^CPF ou CNPJ/).fill('12.345.678/0001-95');
    await page.getByRole('button', { name: 'Continuar', exact: true }).click();
  }
  await pay.click();
  const code = await page.locator('input[readonly]').inputValue();

  // The owner, who is also the customer's bank here.
  const owner = await anotherBrowser();
  await owner.setViewportSize(desktop);
  await openSignedIn(owner, { email: platform.email, password: DEMO_PASSWORD }, '/sandbox/banco');
  await owner.getByRole('textbox', { name: 'Código PIX ou endereço da página' }).fill(code);
  await owner.getByRole('button', { name: 'Ler código' }).click();
  await owner.getByRole('button', { name: /^Pagar R/ }).click();

  await expect(page.getByText(/^Pagamento confirmado\. Assinatura válida até/)).toBeVisible();
  await page.waitForURL(isAt('/'));
  await page.goto('/tags');
  await expect(page.getByRole('heading', { name: 'Tags' })).toBeVisible();
  await page.goto('about:blank');

  // The money, from the companies screen.
  await owner.goto('/companies');
  const company = owner.getByRole('row', { name: /Mercado Lua Cheia/ });
  await expect(company).toBeVisible();
  await expect(company).not.toContainText('venceu');
  await owner.getByRole('link', { name: 'Ver recebimentos' }).click();
  await expect(owner.getByRole('button', { name: /^A verificar/ })).toHaveAttribute('aria-pressed', 'true');
  expect(await violationsOn(owner)).toEqual([]);
  await owner.getByRole('button', { name: 'Todos os pagamentos' }).click();
  const { invoices } = await mercado.call<{ invoices: { number: string; dueDay: string }[] }>('GET', '/invoices/all');
  const { number } = invoices.find(({ dueDay }) => dueDay === dayAfter(-3))!;
  await owner.getByRole('textbox', { name: 'Fatura ou id do pagamento' }).fill(number);
  const payment = owner.getByRole('row', { name: new RegExp(`Fatura ${number}`) });
  await expect(payment).toContainText('Mercado Lua Cheia');
  await expect(payment).toContainText('Aplicado');

  // The refund, on a phone: the months that were paid are deducted again.
  await owner.setViewportSize(phone);
  const refund = owner.getByRole('menuitem', { name: 'Devolver' });
  // A menu that opens while the size of the window changes closes again.
  await expect(async () => {
    await payment.getByRole('button', { name: /^Ações do pagamento/ }).click({ timeout: 5000 });
    await refund.click({ timeout: 3000 });
  }).toPass();
  const question = dialog(owner, `Devolver o pagamento da fatura ${number}?`);
  await question.getByRole('textbox', { name: /^Motivo/ }).fill('Cancelou no prazo');
  expect(await violationsOn(owner)).toEqual([]);
  await question.getByRole('button', { name: /^Devolver R/ }).click();
  await expect(toast(owner, /^(Valor devolvido|O provedor aceitou a devolução)/)).toBeVisible();
  await expect(payment).toContainText('Devolvido');
  await owner.setViewportSize(desktop);
  await owner.goto('/companies');
  await expect(company).toContainText('venceu há 3 dias');
  await owner.goto('about:blank');
});
