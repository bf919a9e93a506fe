import { randomInt } from 'node:crypto';
import { bubble, expect, foundMessage, item, panel, tab, test, thread } from '../support/inbox.ts';
import { unsafeElements } from '../support/hostile-texts.ts';
import { openSignedIn, uniqueSuffix } from '../support/users.ts';
import { dialog } from '../support/shell.ts';

/** Each payload would run, render or become a link if it were not treated as text. */
const payloads = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "'-alert(1)-'",
  '<iframe srcdoc="<script>parent.alert(1)</script>"></iframe>',
  '<a href="javascript:alert(1)">clique</a>',
  'javascript:alert(1)',
  '[clique](javascript:alert(1))',
  'data:text/html,<script>alert(1)</script>',
  'java\tscript:alert(1)',
  '{{constructor.constructor("alert(1)")()}}',
  '</textarea></title><style>*{background:url(//evil.example.com)}</style>',
];
const payload = (n: number) => payloads[n % payloads.length]!;

test('hostile text is shown as text everywhere in the inbox: no script, no dialog, no script link [XS-04]', async ({
  page,
  otica,
  counter,
}) => {
  const dialogs: string[] = [];
  const requests: string[] = [];
  page.on('dialog', (box) => {
    dialogs.push(box.message());
    void box.dismiss();
  });
  page.on('request', (request) => {
    if (request.url().includes('evil.example.com') || request.url().endsWith('/x')) requests.push(request.url());
  });
  const suffix = uniqueSuffix();
  const me = await counter.agent({ name: `<b>Ana</b> ${suffix}`, farewellMessage: payload(0) });
  const customer = await counter.attended(me, payload(0), `<img src=x onerror=alert(1)> ${suffix}`);
  const act = (action: { act: string } & Record<string, unknown>) => counter.actAs(customer, action);
  for (const text of payloads.slice(1)) await counter.sendFrom(customer, text);
  const quoted = await counter.sendFrom(customer, `${payload(2)} citada`);
  await act({ act: 'say', text: `*${payload(1)}* _${payload(5)}_`, quotes: quoted });
  await act({ act: 'send', type: 'image', caption: payload(1) });
  await act({
    act: 'send',
    type: 'document',
    file: { fileName: `${payload(2)}.txt`.replaceAll('/', '-'), mime: 'text/plain', base64: 'b2k=' },
  });
  await act({ act: 'location', latitude: 1, longitude: 2, name: payload(0), address: payload(1) });
  await act({ act: 'contacts', contacts: [{ name: payload(2), numbers: ['javascript:alert(1)'] }] });
  await act({ act: 'poll', question: payload(0), options: [payload(1), payload(2)] });
  await act({ act: 'event', title: payload(1), startsAt: '2027-07-25T13:00:00.000Z', place: payload(2) });
  await act({
    act: 'ad',
    text: payload(3),
    title: payload(0),
    body: payload(1),
    url: 'javascript:alert(1)',
    hasImage: false,
  });
  await act({ act: 'strange', what: '<script>alert(1)</script>' });
  await counter.sendFrom(customer, `pronto ${suffix}`);
  await expect.poll(() => counter.lastMessage(customer)).toContain(`pronto ${suffix}`);
  const { id } = (await counter.conversation(customer))!;
  type Ticket = { contactId: number };
  const { contactId } = await otica.call<Ticket>('GET', `/tickets/${id}`);
  await otica.call('POST', '/ticket-notes', { note: payload(1), ticketId: id, contactId });
  const tag = await otica.call<{ id: number }>('POST', '/tags', {
    name: `<svg onload=alert(1)> ${suffix}`.slice(0, 50),
    color: `#${randomInt(0x100000, 0xffffff).toString(16)}`,
    kanban: 0,
  });
  await otica.call('POST', '/tags/sync', { contactId, tags: [{ id: tag.id }] });
  const reply = await otica.call<{ id: number }>('POST', '/quick-messages', {
    shortcode: `x${suffix}`,
    message: payload(1),
    geral: true,
  });
  await otica.call('POST', `/messages/URL/${id}`, {
    title: payload(0),
    description: payload(1),
    buttonText: payload(1),
    copyText: 'https://exemplo.example.com/',
  });
  // The server may accept or reject it; in both cases the page must not link to it.
  const toScript = { title: 'Isca', buttonText: 'clique aqui', copyText: 'javascript:alert(1)' };
  await otica.call('POST', `/messages/URL/${id}`, toScript).catch(() => {});

  await page.setViewportSize({ width: 1440, height: 3400 });
  await openSignedIn(page, me, '/tickets');
  const row = item(page, suffix);
  await expect(row).toContainText('<img src=x onerror=alert(1)>');
  await row.getByRole('link').click();
  await expect(bubble(page, `pronto ${suffix}`)).toBeVisible();
  await expect(panel(page).getByText(payload(1)).first()).toBeVisible();
  expect(await unsafeElements(page)).toEqual([]);
  for (const text of payloads) {
    const bubbleText = thread(page).getByText(text, { exact: true }).first();
    await expect(async () => {
      if (!(await bubbleText.isVisible())) {
        await thread(page).hover();
        await page.mouse.wheel(0, -900);
      }
      await expect(bubbleText).toBeVisible({ timeout: 500 });
    }, text).toPass({ timeout: 10_000 });
    expect(await unsafeElements(page), text).toEqual([]);
  }
  await expect(thread(page).getByRole('link', { name: /clique|javascript/ })).toHaveCount(0);
  await expect(thread(page).getByRole('link', { name: 'Abrir anúncio' })).toHaveCount(0);

  // Written by agents: a note, a quick reply, and the farewell shown before resolving.
  await page.getByRole('button', { name: 'Nota interna' }).click();
  await page.getByRole('textbox', { name: 'Nota interna' }).fill(`@<b>Ana</b> ${payload(4)}`);
  await page.getByRole('button', { name: 'Salvar nota' }).click();
  await expect(bubble(page, '@<b>Ana</b>')).toBeVisible();
  await page.getByRole('button', { name: 'Nota interna' }).click();
  const box = page.getByRole('textbox', { name: 'Escrever mensagem' });
  await box.pressSequentially(`/x${suffix}`);
  await expect(page.getByRole('option', { name: new RegExp(`x${suffix}`) })).toContainText(payload(1));
  await box.press('Enter');
  await expect(box).toHaveValue(payload(1));
  await box.press('Enter');
  await page.getByRole('button', { name: 'Resolver', exact: true }).first().click();
  await expect(dialog(page, /^Resolver a conversa/)).toContainText(payload(0));
  await page.keyboard.press('Escape');

  // Found by the search, with the match highlighted.
  await page.getByRole('textbox', { name: 'Buscar nome, número ou mensagem' }).fill('onerror');
  await expect(foundMessage(page, suffix).locator('mark').first()).toHaveText('onerror');
  expect(await unsafeElements(page)).toEqual([]);
  expect(await page.title()).not.toContain('<');
  expect(dialogs).toEqual([]);
  expect(requests, 'no request to a URL from a text').toEqual([]);
  await page.getByRole('button', { name: 'Limpar filtros' }).click();
  await tab(page, 'Atendendo').click();
  await otica.call('DELETE', `/quick-messages/${reply.id}`);
  await otica.call('DELETE', `/tags/${tag.id}`);
});

test('a name with a text-direction character is isolated, and a link with hidden or look-alike characters is shown encoded [XS-07]', async ({
  page,
  counter,
}) => {
  const suffix = uniqueSuffix();
  const me = await counter.agent();
  await counter.attended(
    me,
    'veja https://exemplo.example.com/\u202Egpj.exe e https://ex\u0435mplo.example.com',
    `Ana\u202E ${suffix}`,
  );
  await openSignedIn(page, me, '/tickets');
  const row = item(page, suffix);
  await expect(row.locator('bdi').first()).toBeVisible();
  await row.getByRole('link').click();
  // A right-to-left override is percent-encoded, a Cyrillic letter in the host is shown as Punycode.
  const links = thread(page).getByRole('link');
  await expect(links).toHaveText([
    'https://exemplo.example.com/%E2%80%AEgpj.exe',
    'https://xn--exmplo-4of.example.com/',
  ]);
});
