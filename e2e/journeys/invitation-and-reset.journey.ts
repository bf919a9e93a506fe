import { violationsOn } from '../support/axe.ts';
import { failedWithStatus } from '../support/console-errors.ts';
import { expect, test } from '../support/journey.ts';
import { isAt } from '../support/shell.ts';
import { DEMO_PASSWORD, openSignedIn, uniqueSuffix } from '../support/users.ts';

const FIRST = 'Primeira-senha-1';
const SECOND = 'Segunda-senha-2';

test('an admin invites, the colleague accepts and later resets the password [M-014] [M-016] [M-017]', async ({
  page,
  anotherBrowser,
  otica,
  platform,
  afterwards,
  consoleErrors,
}) => {
  // The old password is refused on purpose.
  consoleErrors.expect(failedWithStatus(401));
  const email = `convidada-${uniqueSuffix()}@example.com`;
  afterwards(() => otica.removeUserWith(email));
  const boss = await otica.createUser({ profile: 'admin' });

  await openSignedIn(page, boss, '/users');
  await page.getByRole('button', { name: 'Convidar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Convidar colegas' });
  await dialog.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await dialog.getByRole('button', { name: 'Enviar convite' }).click();
  await expect(dialog.getByText(/\/convite#/)).toBeVisible();
  await expect(dialog.getByRole('button', { name: `Reenviar para ${email}` })).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);

  // The platform's owner reads the mail that would have been sent.
  const mailbox = await anotherBrowser();
  await openSignedIn(mailbox, { email: platform.email, password: DEMO_PASSWORD }, '/sandbox/correio');
  const openMail = async (subject: RegExp) => {
    await mailbox
      .getByRole('list', { name: 'E-mails guardados' })
      .getByRole('button', { name: subject })
      .first()
      .click();
    return mailbox.getByRole('article');
  };
  const letter = await openMail(new RegExp(`convidou você.*${email}`));
  await expect(letter.frameLocator('iframe').getByRole('link', { name: 'Aceitar o convite' })).toBeVisible();
  const link = await letter.locator('pre').getByRole('link').getAttribute('href');

  const colleague = await anotherBrowser();
  await colleague.goto(link!);
  await expect(colleague.getByRole('textbox', { name: 'E-mail' })).toHaveValue(email);
  expect(await violationsOn(colleague)).toEqual([]);
  await colleague.getByRole('textbox', { name: 'Seu nome' }).fill('Bruna Convidada');
  await colleague.getByRole('textbox', { name: 'Senha' }).fill(FIRST);
  await colleague.getByRole('button', { name: 'Aceitar o convite' }).click();
  await colleague.waitForURL(isAt('/tickets'));
  await expect(dialog.getByRole('button', { name: `Reenviar para ${email}` })).toHaveCount(0);
  await expect(dialog).toBeVisible();

  // Elsewhere the colleague has forgotten the password.
  const elsewhere = await anotherBrowser();
  await elsewhere.goto('/login');
  await elsewhere.getByRole('link', { name: 'Esqueci a senha' }).click();
  await elsewhere.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await elsewhere.getByRole('button', { name: 'Enviar código' }).click();
  await expect(elsewhere.getByText('Email enviado com sucesso!')).toBeVisible();
  expect(await violationsOn(elsewhere)).toEqual([]);
  const code = (await openMail(new RegExp(`é o seu código.*${email}`))).locator('pre');
  await elsewhere
    .getByRole('textbox', { name: 'Código do e-mail' })
    .fill(/^[A-Z2-7]{8}$/m.exec((await code.textContent())!)![0]);
  await elsewhere.getByRole('textbox', { name: 'Nova senha', exact: true }).fill(SECOND);
  await elsewhere.getByRole('textbox', { name: 'Repita a nova senha' }).fill(SECOND);
  await elsewhere.getByRole('button', { name: 'Redefinir senha' }).click();
  await elsewhere.waitForURL(isAt('/login'));
  await expect(elsewhere.getByText(/^Senha redefinida com sucesso/)).toBeVisible();

  // The other browser was signed out, and only the new password works.
  await colleague.waitForURL('**/login**');
  await elsewhere.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await elsewhere.getByRole('textbox', { name: 'Senha' }).fill(FIRST);
  await elsewhere.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(elsewhere.getByText('E-mail ou senha não conferem. Tente de novo.')).toBeVisible();
  await elsewhere.getByRole('textbox', { name: 'Senha' }).fill(SECOND);
  await elsewhere.getByRole('button', { name: 'Entrar', exact: true }).click();
  await elsewhere.waitForURL(isAt('/tickets'));
});
