import type { Page } from '@playwright/test';
import { appTexts } from '../../apps/web/src/app/app.texts.ts';
import { billingTexts } from '../../apps/web/src/features/billing/billing.texts.ts';
import { checkoutTexts } from '../../apps/web/src/features/billing/checkout.texts.ts';
import { paymentTexts } from '../../apps/web/src/features/billing/payment.texts.ts';
import { firstStepTexts } from '../../apps/web/src/features/first-steps/first-steps.texts.ts';
import { signInTexts } from '../../apps/web/src/features/sign-in/sign-in.texts.ts';
import { signUpTexts } from '../../apps/web/src/features/sign-in/sign-up.texts.ts';
import { tagTexts } from '../../apps/web/src/features/tags/tags.texts.ts';
import { translate, type Phrase, type Values } from '../../apps/web/src/lib/texts.ts';
import { violationsOn } from '../support/axe.ts';
import { dayAfter, runJob, shown } from '../support/billing.ts';
import { foreignTexts, textsOn, type Language } from '../support/foreign-texts.ts';
import { expect, test } from '../support/journey.ts';
import { dialog, isAt } from '../support/shell.ts';
import { DEMO_PASSWORD, openSignedIn, uniqueSuffix, type AdminApi } from '../support/users.ts';

const PASSWORD = 'Padaria#2026';
const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

interface Setting {
  language: Language;
  screen: typeof desktop;
  /** What only this language says, and how its mails write an amount. */
  ends: (date: string) => string[];
  toast: (date: string) => string;
  subjects: RegExp[];
  amount: RegExp;
}
const settings: Setting[] = [
  {
    language: 'pt',
    screen: desktop,
    ends: (date) => [`até ${date}`, 'vence amanhã'],
    toast: (date) => `Pagamento confirmado. Assinatura válida até ${date}.`,
    subjects: [
      /^Confirme seu e-mail para começar$/,
      /^A conta da empresa .+ está pronta$/,
      /^Fatura \d{4}-\d{6} da empresa /,
      /^Sua assinatura vence amanhã$/,
      /^Pagamento da fatura \d{4}-\d{6} recebido$/,
    ],
    amount: /R\$\s\d+,\d\d/,
  },
  {
    language: 'en',
    screen: phone,
    ends: (date) => [`until ${date}`, 'expires tomorrow'],
    toast: (date) => `Payment confirmed. Subscription valid until ${date}.`,
    subjects: [
      /^Confirm your email to get started$/,
      /^The account of .+ is ready$/,
      /^Invoice \d{4}-\d{6} of /,
      /^Your subscription ends tomorrow$/,
      /^Payment of invoice \d{4}-\d{6} received$/,
    ],
    amount: /R\$\d+\.\d\d/,
  },
  {
    language: 'es',
    screen: phone,
    ends: (date) => [`hasta el ${date}`, 'vence mañana'],
    toast: (date) => `Pago confirmado. Suscripción válida hasta el ${date}.`,
    subjects: [
      /^Confirma tu correo para empezar$/,
      /^La cuenta de la empresa .+ está lista$/,
      /^Factura \d{4}-\d{6} de la empresa /,
      /^Tu suscripción vence mañana$/,
      /^Pago de la factura \d{4}-\d{6} recibido$/,
    ],
    amount: /\d+,\d\d\sBRL/,
  },
];

interface Mail {
  to: string;
  subject: string;
  text: string;
}
const mailsTo = async (platform: AdminApi, email: string) =>
  (await platform.call<{ mails: Mail[] }>('GET', '/mails')).mails.filter(({ to }) => to === email);

type Translate = (phrase: Phrase, values?: Values) => string;
interface Visitor {
  page: Page;
  platform: AdminApi;
  t: Translate;
  /** No text of another language, and nothing that axe finds. */
  check: () => Promise<void>;
}

/** Signs up, signs in, confirms by the link of the mail and ends at the first steps. Returns the e-mail. */
async function signUp({ page, platform, t, check }: Visitor, afterwards: () => void): Promise<string> {
  const suffix = uniqueSuffix();
  const email = `ana-${suffix}@example.com`;
  await platform.call('PUT', '/settings/userCreation', { value: 'enabled' });
  afterwards();
  await page.goto('/signup');
  await page.getByLabel(t(signUpTexts.company)).fill(`Padaria ${suffix}`);
  await page.getByLabel(t(signUpTexts.name)).fill('Ana Souza');
  await page.getByLabel(t(signUpTexts.phone)).pressSequentially('11987654321');
  await expect(page.getByLabel(t(signUpTexts.phone))).toHaveValue('(11) 98765-4321');
  await page.getByLabel(t(signUpTexts.email)).fill(email);
  await page.getByLabel(t(signUpTexts.password), { exact: true }).fill(PASSWORD);
  await page.getByRole('radio', { name: /^Essencial/ }).check();
  await check();
  const sent = page.waitForRequest('**/api/auth/signup');
  await page.getByRole('button', { name: t(signUpTexts.create) }).click();
  // Solved by the worker while the form was filled in.
  expect(((await sent).postDataJSON() as { puzzle?: string }).puzzle).toContain('derivedKey');
  await expect(page.getByText(t(signInTexts.confirmEmail))).toBeVisible();

  await page.getByLabel(t(signUpTexts.email)).fill(email);
  await page.getByLabel(t(signUpTexts.password), { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: t(signUpTexts.signIn), exact: true }).click();
  await expect(page.getByRole('heading', { name: t(firstStepTexts.title, { name: 'Ana' }) })).toBeVisible();
  const strip = page.getByRole('region', { name: t(appTexts.confirmEmailShort) });
  await expect(strip).toBeVisible();
  await check();

  const [welcome] = await mailsTo(platform, email);
  const link = /\/confirm-email#[\w-]+/.exec(welcome?.text ?? '')?.[0];
  const other = await page.context().newPage();
  await other.goto(link!);
  await expect(other.getByRole('heading', { name: t(signUpTexts.confirmed) })).toBeVisible();
  await other.close();
  await page.reload();
  await expect(page.getByRole('list', { name: t(firstStepTexts.steps) })).toBeVisible();
  await expect(strip).toBeHidden();
  return email;
}

/** Through the checkout of the open invoice; returns the code to pay and the day until which it pays. */
async function order({ page, t, check }: Visitor) {
  await page
    .getByRole('button', { name: new RegExp(`^${t(billingTexts.pay)} `) })
    .first()
    .click();
  const next = page.getByRole('button', { name: t(checkoutTexts.next), exact: true });
  await next.click();
  await page.getByLabel(t(checkoutTexts.name)).fill('Padaria Pão Quente Ltda');
  await page.getByLabel(t(checkoutTexts.document)).fill('12.345.678/0001-95');
  await next.click();
  await expect(page.getByText(t(checkoutTexts.paying))).toBeVisible();
  await check();
  await page.getByRole('button', { name: t(checkoutTexts.pay, { amount: 'R$' }) }).click();
  const code = page.getByRole('textbox', { name: t(paymentTexts.code) });
  await expect(code).toBeVisible();
  await check();
  const until = page.getByText(new RegExp(`^${t(paymentTexts.validUntil, { date: '\\d{2}/\\d{2}/\\d{4}' })}$`));
  return { code: await code.inputValue(), until: (await until.textContent())!.slice(-10) };
}

/** The simulated bank, as the customer uses it. */
async function payAtTheBank(bank: Page, platform: AdminApi, code: string): Promise<void> {
  await openSignedIn(bank, { email: platform.email, password: DEMO_PASSWORD }, '/sandbox/banco');
  await bank.getByRole('textbox', { name: 'Código PIX ou endereço da página' }).fill(code);
  await bank.getByRole('button', { name: 'Ler código' }).click();
  await expect(bank.getByRole('region', { name: 'Celular do pagador' }).getByText(/^Padaria/)).toBeVisible();
  expect(await violationsOn(bank)).toEqual([]);
  await bank.getByRole('button', { name: /^Pagar R/ }).click();
  await expect(bank.getByRole('list', { name: 'Notificações enviadas' }).getByText('aceita').first()).toBeVisible();
}

for (const { language, screen, ends, toast, subjects, amount } of settings)
  test(`at ${screen.width} px in ${language} a visitor signs up, confirms, works, is reminded, pays by PIX and sees the new date [M-298] [M-300] [M-303] [M-304]`, async ({
    page,
    anotherBrowser,
    platform,
    afterwards,
  }) => {
    await page.setViewportSize(screen);
    // Empty pages have no storage.
    await page.addInitScript(
      (code) => location.protocol !== 'about:' && localStorage.setItem('balcao.language', code),
      language,
    );
    const t: Translate = (phrase, values) => translate(phrase, language, values);
    const check = async () => {
      expect(foreignTexts(await textsOn(page), language), page.url()).toEqual([]);
      expect(await violationsOn(page), page.url()).toEqual([]);
    };
    const visitor = { page, platform, t, check };
    const email = await signUp(visitor, () =>
      afterwards(() => platform.call('PUT', '/settings/userCreation', { value: 'disabled' })),
    );

    await page.goto('/tags');
    await page
      .getByRole('button', { name: t(tagTexts.add) })
      .first()
      .click();
    const name = dialog(page, t(tagTexts.add)).getByRole('textbox', { name: t(tagTexts.name) });
    await name.fill('Encomenda');
    await name.press('Enter');
    await expect(page.getByText('Encomenda', { exact: true }).filter({ visible: true }).first()).toBeVisible();

    // The next sign-in ends the session of the open page.
    await page.goto('about:blank');
    const login = await page.request.post('/api/auth/login', { data: { email, password: PASSWORD } });
    const { user } = (await login.json()) as { user: { companyId: number } };
    const day = dayAfter(1);
    await platform.call('POST', `/companies/${user.companyId}/due-day`, { day, reason: 'Teste de navegador' });
    await runJob('reminder.send');
    // The job that issues invoices runs every ten minutes: an invoice of the trial's last day is replaced by the new one.
    const mails = async () => {
      const all = (await mailsTo(platform, email)).toReversed();
      const isInvoice = ({ subject }: { subject: string }) => subjects[2]!.test(subject);
      const newest = all.findLast(isInvoice);
      return all.filter((mail) => !isInvoice(mail) || mail === newest);
    };
    await expect.poll(async () => (await mails()).length, 'the reminder').toBe(4);

    await openSignedIn(page, { email, password: PASSWORD }, '/financeiro');
    for (const text of ends(shown(day))) await expect(page.getByText(text, { exact: true }).first()).toBeVisible();
    await check();
    const { code, until } = await order(visitor);
    const bank = await anotherBrowser();
    // The toast is gone after seconds, and the bank's page has its own notifications to wait for.
    const confirmed = expect(page.getByText(toast(until))).toBeVisible({ timeout: 90_000 });
    await Promise.all([payAtTheBank(bank, platform, code), confirmed]);
    await page.waitForURL(isAt('/'));
    await bank.goto('about:blank');

    await expect
      .poll(async () => (await mails()).map(({ subject }) => subject))
      .toEqual(subjects.map((subject) => expect.stringMatching(subject)));
    const [, , invoice, , receipt] = await mails();
    expect(receipt!.text).toContain(until);
    for (const { text } of [invoice!, receipt!]) expect(text).toMatch(amount);
    const lines = (await mails()).flatMap(({ text }) => text.split('\n').map((line) => line.trim()));
    expect(foreignTexts(lines.filter(Boolean), language)).toEqual([]);
  });
