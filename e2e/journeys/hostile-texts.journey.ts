import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { IsolatedQueue, expect, foundMessage, item, test } from '../support/inbox.ts';
import { createTextSource, hostileTexts, unsafeElements, watchEffects } from '../support/hostile-texts.ts';
import type { Afterwards } from '../support/journey.ts';
import { Phones } from '../support/phones.ts';
import { AdminApi, DEMO_PASSWORD, openSignedIn, uniqueSuffix } from '../support/users.ts';

/** Longer than any other journey, because it opens every screen. */
test.setTimeout(300_000);

/** A record of each kind, this many times. */
const ROWS = 6;
/** Texts in one message of a customer: all of them fit into fifteen messages. */
const TEXTS_PER_MESSAGE = 20;

const screenFile = join(import.meta.dirname, '../../apps/web/src/app/screens.tsx');
/** The path of every screen, without its optional part. */
const screenPaths = [...readFileSync(screenFile, 'utf8').matchAll(/\bpath: '([^']+)'/g)].map(([, path]) =>
  path!.replace(/\/\{-\$\w+\}$/, ''),
);

/** Screens of the owner of the platform. */
const platformPaths = [
  '/companies',
  '/allConnections',
  '/recebimentos',
  '/announcements',
  '/ai-prices',
  '/doctor',
  '/helps',
];

test('three hundred hostile texts in every kind of record are shown as text on every screen [XS-01]', async ({
  page,
  platform,
  playwright,
  afterwards,
}) => {
  const effects = await watchEffects(page);
  const texts = createTextSource();
  const company = await createCompany(platform, playwright.request, afterwards, texts.next(50));
  const { ids, customerName } = await fillCompany(company, platform, afterwards, texts);
  const visited: string[] = [];
  const settled = countRequests(page);
  const inspect = async (user: { email: string }, path: string) => {
    // Without loading the page again, which would use up the renewals of a session in a minute.
    await page.evaluate((to) => history.pushState(null, '', to), path);
    await settled();
    expect(await unsafeElements(page), `${user.email} at ${path}`).toEqual([]);
    visited.push(path);
  };
  for (const user of [platform, company]) {
    await openSignedIn(page, { email: user.email, password: DEMO_PASSWORD }, '/tags');
    for (const path of user === company ? screenPaths : platformPaths)
      await inspect(
        user,
        path.replace('$campaignId', String(ids.campaign)).replace('$contactListId', String(ids.list)),
      );
  }
  for (const path of [`/tickets/${ids.ticket}`, `/chats/${ids.chat}`, `/flowbuilder/${ids.flow}`, '/contacts'])
    await inspect(company, path);
  await inspect(company, `/tickets/${ids.ticket}`);
  await expect(page.getByRole('log', { name: 'Mensagens da conversa' })).toContainText('fim das mensagens');
  await scrollThrough(page);
  await expect(page.getByText(customerName).first()).toBeVisible();
  expect(effects).toEqual([]);
  expect(visited.length).toBeGreaterThan(45);
  console.log(`figure XS-01: ${texts.filled} fields, ${hostileTexts.length} texts, ${visited.length} screens, 0 ran`);
});

test('hostile texts stay text in notifications, the title of the page, hints, search results and on paper [XS-02]', async ({
  page,
  counter,
}) => {
  const effects = await watchEffects(page);
  const shown: { title: string; body: string }[] = [];
  await page.exposeFunction('noteNotification', (title: string, body: string) => void shown.push({ title, body }));
  await page.addInitScript(() => {
    class RecordedNotification {
      static permission = 'granted';
      static requestPermission = async () => 'granted';
      onclick = null;
      constructor(title: string, options?: { body?: string }) {
        const note = Reflect.get(window, 'noteNotification') as (title: string, body: string) => void;
        note(title, options?.body ?? '');
      }
      close() {}
      addEventListener() {}
    }
    Object.defineProperty(window, 'Notification', { value: RecordedNotification });
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
    Object.defineProperty(document, 'hidden', { get: () => true });
    document.hasFocus = () => false;
  });
  const suffix = uniqueSuffix();
  const name = `<img src=x onerror=alert(1)> ${suffix}`;
  const me = await counter.agent();
  await page.addInitScript(
    (key) => void (location.protocol === 'about:' || localStorage.setItem(key, 'true')),
    `balcao.notices.${me.id}`,
  );
  const customer = await counter.attended(me, `${hostileTexts[0]} primeira`, name);
  await openSignedIn(page, me, '/tickets');
  await expect(item(page, suffix)).toBeVisible();
  for (const text of [hostileTexts[0]!, hostileTexts[20]!, hostileTexts[60]!]) await counter.sendFrom(customer, text);
  await expect.poll(() => shown.map(({ body }) => body).join('\n')).toContain(hostileTexts[60]!);
  expect(shown.map(({ title }) => title).join('\n')).toContain(name);
  await item(page, suffix).getByRole('link').click();
  await expect(page.getByRole('log', { name: 'Mensagens da conversa' })).toContainText(hostileTexts[20]!);
  // Hints appear under the pointer and the focus.
  for (const target of await page.locator('header [title], header button, [role=log] time').all())
    if (await target.isVisible()) await target.hover({ force: true });
  expect(await unsafeElements(page)).toEqual([]);
  await page.getByRole('textbox', { name: 'Buscar nome, número ou mensagem' }).fill('script');
  await expect(foundMessage(page, suffix).locator('mark').first()).toHaveText('script');
  expect(await unsafeElements(page)).toEqual([]);
  expect(await page.title()).not.toContain('ran');
  await page.emulateMedia({ media: 'print' });
  expect((await page.pdf()).length).toBeGreaterThan(1000);
  expect(await unsafeElements(page)).toEqual([]);
  expect(effects).toEqual([]);
});

/** Resolves when no request has begun or ended for a moment. */
function countRequests(page: Page): () => Promise<void> {
  let lastAt = Date.now();
  const note = () => void (lastAt = Date.now());
  page.on('request', note).on('requestfinished', note).on('requestfailed', note);
  return async () => {
    note();
    await expect.poll(() => Date.now() - lastAt > 400, { intervals: [100] }).toBe(true);
  };
}

async function scrollThrough(page: Page): Promise<void> {
  const log = page.getByRole('log', { name: 'Mensagens da conversa' });
  for (let pages = 0; pages < 40; pages += 1) {
    await log.hover();
    await page.mouse.wheel(0, -1500);
    expect(await unsafeElements(page)).toEqual([]);
  }
}

/** A company of its own, because every list of it is unreadable afterwards. */
async function createCompany(
  platform: AdminApi,
  api: ConstructorParameters<typeof AdminApi>[0],
  afterwards: Afterwards,
  name: string,
): Promise<AdminApi> {
  const email = `textos-${uniqueSuffix()}@example.com`;
  const plans = await platform.call<{ id: number; useCampaigns?: boolean; users: number }[]>('GET', '/plans/all');
  const planId = plans.toSorted((a, b) => b.users - a.users)[0]!.id;
  const { id } = await platform.call<{ id: number }>('POST', '/companies', {
    name,
    email,
    planId,
    password: DEMO_PASSWORD,
  });
  const company = new AdminApi(api, email);
  afterwards(async () => {
    await company.dispose();
    await platform.call('DELETE', `/companies/${id}?name=${encodeURIComponent(name)}`);
  });
  return company;
}

/** Creates records of every kind through the API, each text field with the next hostile texts. */
async function fillCompany(
  company: AdminApi,
  platform: AdminApi,
  afterwards: Afterwards,
  texts: ReturnType<typeof createTextSource>,
) {
  type Made = { id: number; uuid: string };
  const post = (path: string, body: unknown) => company.call<Made>('POST', path, body);
  /** Names are unique within a company. */
  const named = (maxLength: number) => texts.next(maxLength, ` ${(++count).toString(36)}`);
  let count = 0;
  const color = () => `#${randomInt(0x100000, 0xffffff).toString(16)}`;
  const last = async (make: () => Promise<Made>) => {
    let made = await make();
    for (let n = 1; n < ROWS; n += 1) made = await make();
    return made;
  };
  const { user } = await company.call<{ user: { id: number } }>('GET', '/auth/me');
  const phones = new Phones(company);
  const counter = await IsolatedQueue.open(company, phones);
  const queue = counter.queue.id;
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();

  await company.call('PUT', `/users/${user.id}`, { name: texts.next(50), farewellMessage: texts.next(4096) });
  for (const column of ['transferMessage', 'lgpdMessage', 'AcceptCallWhatsappMessage', 'ratingMessage'])
    await company.call('PUT', '/companySettings', { column, data: texts.next(1000) }).catch(() => {});
  await company.call('PUT', `/queue/${queue}`, { name: named(50), greetingMessage: texts.next(1000) });
  for (let n = 0; n < 3; n += 1)
    await post('/chatbot', { queueId: queue, name: named(50), greetingMessage: texts.next(4096) });
  await last(() =>
    post('/users', { name: texts.next(50), email: `${uniqueSuffix()}@example.com`, password: DEMO_PASSWORD }).catch(
      () => ({ id: 0, uuid: '' }),
    ),
  );
  const tag = await last(() => post('/tags', { name: named(50), color: color(), kanban: 0 }));
  const kanbanTag = await last(() =>
    post('/tags', { name: named(50), color: color(), kanban: 1, greetingMessageLane: texts.next(1000) }),
  );
  await last(() => post('/quick-messages', { shortcode: named(50), message: texts.next(4096), geral: true }));
  await last(() => post('/files', { name: named(100), message: texts.next(4096), options: [{ name: named(200) }] }));
  const contact = await last(() =>
    post('/contacts', {
      name: named(250),
      number: `55119${String(Date.now()).slice(-6)}${String(++count).padStart(2, '0').slice(-2)}`,
      extraInfo: [{ name: texts.next(100), value: texts.next(1000) }],
    }),
  );
  await post('/tags/sync', { contactId: contact.id, tags: [{ id: tag.id }] });
  await last(() =>
    post('/schedules', {
      body: texts.next(4096),
      sendAt: tomorrow,
      contactId: contact.id,
      whatsappId: counter.connection.id,
    }),
  );
  const list = await last(() => post('/contact-lists', { name: named(50) }));
  await last(() =>
    post('/contact-list-items', {
      contactListId: list.id,
      name: texts.next(50),
      number: `+5511977${String(++count).padStart(6, '0')}`,
    }),
  );
  const campaign = await last(() =>
    post('/campaigns', {
      name: named(50),
      message1: texts.next(1000),
      message2: texts.next(1000),
      scheduledAt: tomorrow,
      contactListId: list.id,
      whatsappId: counter.connection.id,
    }),
  );
  const flow = await last(() => post('/flowbuilder', { name: named(50) }));
  const label = (id: string, x: number) => ({
    id,
    type: 'start',
    position: { x, y: 2 },
    data: { label: texts.next(60) },
  });
  await post('/flowbuilder/flow', { idFlow: flow.id, nodes: [label('start', 1)], connections: [] });
  await last(() =>
    post('/flowcampaign', { name: named(100), phrase: named(500), flowId: flow.id, whatsappId: counter.connection.id }),
  );
  const aPrompt = () => ({
    name: named(50),
    prompt: `${texts.next(1000)} ${'Responda com calma. '.repeat(5)}`,
    queueId: queue,
    baseUrl: 'https://ai.example.com',
    apiKey: 'sk-of-a-journey-0001',
  });
  await last(() => post('/prompt', aPrompt()));
  await last(() =>
    post('/queueIntegration', { type: 'webhook', name: named(50), urlN8N: 'https://hooks.example.com/x' }),
  );
  const chat = await last(() => post('/chats', { title: named(50), users: [{ id: user.id }] }));
  await last(() => post(`/chats/${chat.id}/messages`, { message: texts.next(4096) }));
  await last(() =>
    post('/company-holidays', { name: named(50), date: '2027-01-02' }).catch(() => ({ id: 0, uuid: '' })),
  );
  for (const [path, body] of [
    ['/announcements', () => ({ title: texts.next(100), text: texts.next(1000), priority: 1 })],
    ['/helps', () => ({ title: texts.next(100), description: texts.next(500), video: 'dQw4w9WgXcQ' })],
  ] as const) {
    const made = await platform.call<Made>('POST', path, body());
    afterwards(() => platform.call('DELETE', `${path}/${made.id}`));
  }
  await platform.call('PUT', '/settings/appName', { value: texts.next(60) });
  afterwards(() => platform.call('PUT', '/settings/appName', { value: '' }));

  const { ticket, customerName } = await writeAsCustomer(company, counter, texts, {
    userId: user.id,
    laneId: kanbanTag.id,
    tomorrow,
  });
  return { ids: { ticket, chat: chat.uuid, flow: flow.id, campaign: campaign.id, list: list.id }, customerName };
}

/** A customer writes in every kind of message, and the agent answers. */
async function writeAsCustomer(
  company: AdminApi,
  counter: IsolatedQueue,
  texts: ReturnType<typeof createTextSource>,
  { userId, laneId, tomorrow }: { userId: number; laneId: number; tomorrow: string },
) {
  const customerName = texts.next(200);
  const customer = await counter.attended(
    { id: userId, name: '', email: company.email, password: DEMO_PASSWORD },
    texts.next(4096),
    customerName,
  );
  const act = (action: { act: string } & Record<string, unknown>) => counter.actAs(customer, action);
  for (let at = 0; at < hostileTexts.length; at += TEXTS_PER_MESSAGE)
    await counter.sendFrom(customer, hostileTexts.slice(at, at + TEXTS_PER_MESSAGE).join(' '));
  const quotes = await counter.sendFrom(customer, texts.next(4096));
  await act({ act: 'say', text: `*${texts.next(1000)}*`, quotes });
  await act({ act: 'send', type: 'image', caption: texts.next(1000) });
  const file = { fileName: `${texts.next(190)}.txt`.replaceAll('/', '-'), mime: 'text/plain', base64: 'b2s=' };
  await act({ act: 'send', type: 'document', file });
  await act({ act: 'location', latitude: 1, longitude: 2, name: texts.next(200), address: texts.next(300) });
  await act({ act: 'contacts', contacts: [{ name: texts.next(250), numbers: [texts.next(50)] }] });
  await act({ act: 'poll', question: texts.next(255), options: [texts.next(100), texts.next(100)] });
  await act({ act: 'event', title: texts.next(200), startsAt: tomorrow, place: texts.next(200) });
  await act({
    act: 'ad',
    text: texts.next(1000),
    title: texts.next(200),
    body: texts.next(1000),
    url: texts.next(2000),
    hasImage: false,
  });
  await act({ act: 'strange', what: texts.next(60) });
  const { id, uuid } = (await counter.conversation(customer))!;
  const { contactId } = await company.call<{ contactId: number }>('GET', `/tickets/${id}`);
  await company.call('POST', '/ticket-notes', { note: texts.next(4096), ticketId: id, contactId });
  await company.call('PUT', `/ticket-tags/${id}/${laneId}`);
  await company.call('POST', `/messages/URL/${id}`, {
    title: texts.next(200),
    description: texts.next(1000),
    buttonText: texts.next(60),
    copyText: 'https://exemplo.example.com/',
  });
  await company.call('POST', `/messages/lista/${id}`, {
    title: texts.next(60),
    text: texts.next(1000),
    buttonText: 'Ver',
    footer: texts.next(60),
    sections: [{ title: texts.next(24), rows: [{ title: texts.next(24), description: texts.next(72) }] }],
  });
  await counter.sendFrom(customer, 'fim das mensagens');
  await expect.poll(() => counter.lastMessage(customer)).toContain('fim das mensagens');
  return { ticket: uuid, customerName };
}
