import { expect, test } from '../support/inbox.ts';
import { openSignedIn, signInByApi } from '../support/users.ts';

const CANARY = '/canary-of-a-file';
const script = `fetch('${CANARY}?'+document.cookie);fetch('/api/auth/refresh_token?${CANARY}',{method:'POST'});parent.document.title='ran'`;
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const html = Buffer.from(`<!doctype html><html><body><script>${script}</script></body></html>`);
const svg = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" onload="${script.replaceAll('&', '&amp;')}"><script>${script}</script></svg>`,
);
const xhtml = Buffer.from(
  `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script>${script}</script></html>`,
);
const xslt = Buffer.from(
  `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="#s"?><x xmlns:h="http://www.w3.org/1999/xhtml"><h:script>${script}</h:script></x>`,
);

/** Each would run its script if the browser took it for a page, a picture with a script, or a script. */
const files: [name: string, mime: string, bytes: Buffer][] = [
  ['pagina.html', 'text/html', html],
  ['pagina.html', 'image/png', html],
  ['desenho.svg', 'image/svg+xml', svg],
  ['desenho.svg', 'image/svg+xml; x', svg],
  ['pagina.xhtml', 'application/xhtml+xml', xhtml],
  ['pagina.xml', 'text/xml', xslt],
  ['programa.js', 'text/javascript', Buffer.from(script)],
  [
    'relatorio.pdf',
    'application/pdf',
    Buffer.from(`%PDF-1.4\n1 0 obj<</OpenAction<</S/JavaScript/JS(${script})>>>>endobj`),
  ],
  ['foto.png', 'image/png', Buffer.concat([pixel, html])],
  ['foto.gif', 'image/gif', Buffer.from(`GIF89a/*\x01\x00\x01\x00*/=1;${script}`, 'latin1')],
  ['pagina.mht', 'message/rfc822', Buffer.from(`MIME-Version: 1.0\nContent-Type: text/html\n\n${html}`)],
];

test('stored files run nothing and reach no credentials, opened directly or put into a page of the same host [UP-05]', async ({
  page,
  counter,
  consoleErrors,
}) => {
  // What the browser says of each file that it does not run.
  consoleErrors.expect(/\/media\/|bare-page/);
  const me = await counter.agent();
  const customer = await counter.attended(me, 'segue');
  for (const [fileName, mime, bytes] of files)
    await counter.actAs(customer, {
      act: 'send',
      type: 'document',
      file: { fileName, mime, base64: bytes.toString('base64') },
    });
  const { id, uuid } = (await counter.conversation(customer))!;
  const token = await signInByApi(page.request, me.email, me.password);
  const headers = { authorization: `Bearer ${token}` };
  for (const [name, mimeType, buffer] of files)
    await page.request.post(`/api/messages/${id}`, { headers, multipart: { medias: { name, mimeType, buffer } } });
  const links = async () => {
    const answer = await page.request.get(`/api/messages/${uuid}`, { headers });
    const { messages } = (await answer.json()) as { messages: { mediaUrl: string | null }[] };
    return messages.flatMap(({ mediaUrl }) => (mediaUrl ? [new URL(mediaUrl, answer.url()).href] : []));
  };
  // The product may refuse some of what an agent sends; a customer's file is always stored.
  await expect.poll(async () => (await links()).length).toBeGreaterThanOrEqual(files.length + 3);

  // A sign-in ends the session of the requests above.
  const stored = await links();
  await openSignedIn(page, me, '/tickets');
  const origin = new URL(page.url()).origin;
  const effects: string[] = [];
  const context = page.context();
  context.on('request', (request) => {
    if (request.url().includes(CANARY)) effects.push(request.url());
  });
  context.on('page', (opened) => opened.on('dialog', (box) => void box.dismiss()));
  // A page without any protection of its own: only what the files are served with is left.
  await context.route('**/bare-page*', (route) => {
    const link = new URL(route.request().url()).searchParams.get('file')!.replaceAll('&', '&amp;');
    const body = `<!doctype html><title>bare</title><iframe src="${link}"></iframe><object data="${link}"></object>
      <embed src="${link}"><img src="${link}"><script src="${link}"></script><link rel="stylesheet" href="${link}">`;
    return route.fulfill({ contentType: 'text/html', body });
  });
  let opened = 0;
  for (const link of stored) {
    expect(new URL(link).origin, link).toBe(origin);
    const tab = await context.newPage();
    // A download ends the navigation with an error.
    await tab.goto(link).catch(() => {});
    await tab.goto(`${origin}/bare-page?file=${encodeURIComponent(link)}`);
    await tab.waitForLoadState('networkidle');
    expect(await tab.title(), link).toBe('bare');
    opened += 1;
    await tab.close();
  }
  expect(effects).toEqual([]);
  console.log(`figure UP-05: ${opened} stored files opened, 0 scripts ran`);
});
