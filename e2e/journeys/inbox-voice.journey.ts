import { bubble, composer, expect, item, test, thread } from '../support/inbox.ts';
import { openSignedIn } from '../support/users.ts';
import { toast } from '../support/shell.ts';
import config from '../playwright.config.ts';

// Chromium's fake microphone is a launch option, so this file has its own browser.
const { launchOptions } = config.use!;
test.use({
  permissions: ['microphone'],
  launchOptions: {
    ...launchOptions,
    args: [...(launchOptions?.args ?? []), '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
  },
});

test('a recording reaches the phone as a voice message; one that is too short or cancelled is not sent [M-086]', async ({
  page,
  counter,
}) => {
  const me = await counter.agent();
  const customer = await counter.attended(me, 'Pode mandar áudio');
  await openSignedIn(page, me, '/tickets');
  await item(page, customer.name).getByRole('link').click();
  const recording = page.getByRole('region', { name: 'Gravando' });
  const record = page.getByRole('button', { name: 'Gravar áudio' });

  await record.click();
  await expect(recording.getByRole('button', { name: 'Enviar áudio' })).toBeEnabled();
  await recording.getByRole('button', { name: 'Enviar áudio' }).click();
  await expect(toast(page, 'Gravação curta demais, nada foi enviado.')).toBeVisible();
  await expect(composer(page)).toBeVisible();

  await record.click();
  await recording.getByRole('timer').filter({ hasText: '0:01' }).waitFor();
  await page.keyboard.press('Escape');
  await expect(composer(page)).toBeVisible();
  expect(await counter.receivedBy(customer)).toEqual([]);

  await record.click();
  await recording.getByRole('timer').filter({ hasText: '0:03' }).waitFor();
  await recording.getByRole('button', { name: 'Enviar áudio' }).click();
  await expect
    .poll(async () => (await counter.receivedBy(customer)).map(({ content }) => content))
    .toEqual([expect.objectContaining({ kind: 'media', type: 'audio', isVoice: true })]);
  await expect(thread(page).getByRole('button', { name: 'Tocar áudio' })).toBeVisible();
  await expect(
    bubble(page, /./)
      .last()
      .getByRole('img', { name: /Enviada|Entregue/ }),
  ).toBeVisible();
});
