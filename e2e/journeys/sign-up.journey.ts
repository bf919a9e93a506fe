import type { Page } from '@playwright/test';
import { violationsOn } from '../support/axe.ts';
import { dayAfter, shown } from '../support/billing.ts';
import { expect, test } from '../support/journey.ts';
import { dialog, isAt, row } from '../support/shell.ts';
import { DEMO_PASSWORD, openSignedIn, type AdminApi } from '../support/users.ts';

const PASSWORD = 'Padaria#2026';

const pt = {
  company: 'Empresa',
  name: 'Seu nome',
  phone: 'Celular',
  email: 'E-mail',
  password: 'Senha',
  create: 'Criar conta',
  created: 'Conta criada! Confirme seu e-mail',
  enter: 'Entrar',
  welcome: 'Boas-vindas, Ana! Falta pouco para atender',
  confirm: 'Confirme seu e-mail',
  confirmed: 'E-mail confirmado',
  steps: 'Primeiros passos',
};
const en: typeof pt = {
  company: 'Company',
  name: 'Your name',
  phone: 'Mobile phone',
  email: 'Email',
  password: 'Password',
  create: 'Create account',
  created: 'Account created! Confirm your email',
  enter: 'Sign in',
  welcome: 'Welcome, Ana! Almost ready to serve customers',
  confirm: 'Confirm your email',
  confirmed: 'Email confirmed',
  steps: 'First steps',
};
const es: typeof pt = {
  company: 'Empresa',
  name: 'Tu nombre',
  phone: 'Teléfono móvil',
  email: 'Correo',
  password: 'Contraseña',
  create: 'Crear cuenta',
  created: '¡Cuenta creada! Confirma tu correo',
  enter: 'Entrar',
  welcome: '¡Te damos la bienvenida, Ana! Falta poco para atender',
  confirm: 'Confirma tu correo',
  confirmed: 'Correo confirmado',
  steps: 'Primeros pasos',
};

interface Mail {
  to: string;
  subject: string;
  text: string;
}
const mailsTo = async (platform: AdminApi, email: string) =>
  (await platform.call<{ mails: Mail[] }>('GET', '/mails')).mails.filter(({ to }) => to === email);

/** Signs up, confirms by the link of the mail and ends at the first steps. Returns the e-mail. */
async function signUp(page: Page, platform: AdminApi, texts: typeof pt): Promise<string> {
  const suffix = `${Date.now()}-${page.viewportSize()!.width}`;
  const email = `ana-${suffix}@example.com`;
  await platform.call('PUT', '/settings/userCreation', { value: 'enabled' });
  try {
    await page.goto('/signup');
    await page.getByLabel(texts.company).fill(`Padaria ${suffix}`);
    await page.getByLabel(texts.name).fill('Ana Souza');
    await page.getByLabel(texts.phone).pressSequentially('11987654321');
    await expect(page.getByLabel(texts.phone)).toHaveValue('(11) 98765-4321');
    await page.getByLabel(texts.email).fill(email);
    await page.getByLabel(texts.password, { exact: true }).fill(PASSWORD);
    await page.getByRole('radio', { name: /^Essencial/ }).check();
    expect(await violationsOn(page)).toEqual([]);
    const sent = page.waitForRequest('**/api/auth/signup');
    await page.getByRole('button', { name: texts.create }).click();
    // Solved by the worker while the form was filled in.
    expect(((await sent).postDataJSON() as { puzzle?: string }).puzzle).toContain('derivedKey');
    await expect(page.getByText(texts.created, { exact: false })).toBeVisible();
  } finally {
    await platform.call('PUT', '/settings/userCreation', { value: 'disabled' });
  }

  await page.getByLabel(texts.email).fill(email);
  await page.getByLabel(texts.password, { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: texts.enter, exact: true }).click();
  await expect(page.getByRole('heading', { name: texts.welcome })).toBeVisible();
  const strip = page.getByRole('region', { name: texts.confirm });
  await expect(strip).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);

  const [welcome] = await mailsTo(platform, email);
  const link = /\/confirm-email#[\w-]+/.exec(welcome?.text ?? '')?.[0];
  const other = await page.context().newPage();
  await other.goto(link!);
  await expect(other.getByRole('heading', { name: texts.confirmed })).toBeVisible();
  await other.close();
  await page.reload();
  await expect(page.getByRole('list', { name: texts.steps })).toBeVisible();
  await expect(strip).toBeHidden();
  return email;
}

for (const [language, texts] of Object.entries({ en, es }))
  test(`on a phone in ${language} a stranger signs up, confirms by the mail and sees the first steps`, async ({
    page,
    platform,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.addInitScript((code) => localStorage.setItem('balcao.language', code), language);
    await signUp(page, platform, texts);
  });

test('a stranger signs up, works in the trial, is reminded, pays by PIX and sees the new date', async ({
  page,
  anotherBrowser,
  platform,
}) => {
  const email = await signUp(page, platform, pt);

  await page.goto('/tags');
  await page.getByRole('button', { name: 'Nova tag' }).first().click();
  const name = dialog(page, 'Nova tag').getByRole('textbox', { name: 'Nome' });
  await name.fill('Encomenda');
  await name.press('Enter');
  await expect(row(page, 'Encomenda')).toBeVisible();

  // The next sign-in ends the session of the open page.
  await page.goto('about:blank');
  const { user } = (await (
    await page.request.post('/api/auth/login', { data: { email, password: PASSWORD } })
  ).json()) as {
    user: { companyId: number };
  };
  const day = dayAfter(4);
  await platform.call('POST', `/companies/${user.companyId}/due-day`, { day, reason: 'Teste de navegador' });
  await expect
    .poll(async () => (await mailsTo(platform, email)).map(({ subject }) => subject))
    .toEqual(expect.arrayContaining([expect.stringMatching(/^Fatura \d{4}-\d{6} da empresa Padaria/)]));

  await openSignedIn(page, { email, password: PASSWORD }, '/financeiro');
  await expect(page.getByText(`Vence em 4 dias (${shown(day)})`)).toBeVisible();
  await page
    .getByRole('button', { name: /^PAGAR/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Continuar', exact: true }).click();
  await page.getByLabel(/^CPF ou CNPJ/).fill('12.345.678/0001-95');
  await page.getByRole('button', { name: 'Continuar', exact: true }).click();
  await page.getByRole('button', { name: /^PAGAR R/ }).click();
  await expect(page.getByRole('img', { name: 'QR Code do PIX' })).toBeVisible();
  const until = (await page.getByText(/^Assinatura até \d{2}\//).textContent())!.slice(-10);
  const code = await page.getByRole('textbox', { name: 'PIX copia e cola' }).inputValue();

  const bank = await anotherBrowser();
  await openSignedIn(bank, { email: platform.email, password: DEMO_PASSWORD }, '/sandbox/banco');
  await bank.getByRole('textbox', { name: 'Código PIX ou endereço da página' }).fill(code);
  await bank.getByRole('button', { name: 'Ler código' }).click();
  await expect(bank.getByRole('region', { name: 'Celular do pagador' }).getByText(/^Padaria/)).toBeVisible();
  await bank.getByRole('button', { name: /^Pagar R/ }).click();
  await expect(page.getByText(`Pagamento confirmado. Assinatura válida até ${until}.`)).toBeVisible();
  await expect(bank.getByRole('list', { name: 'Notificações enviadas' }).getByText('aceita').first()).toBeVisible();
  await page.waitForURL(isAt('/'));
  await bank.goto('about:blank');
});
