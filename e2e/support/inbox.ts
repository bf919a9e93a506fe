/**
 * The inbox of a journey: its own queue with a connection, customers and agents; and locators for the parts of the
 * screen.
 */
import type { Locator, Page } from '@playwright/test';
import { test as base } from './journey.ts';
import { uniqueSuffix, type AdminApi, type User } from './users.ts';
import type { SimulatedConnection, Phones } from './phones.ts';

export interface Customer {
  id: string;
  name: string;
}
/** A message on the customer's phone, with the fields that journeys check. */
export interface OnPhone {
  wid: string;
  fromCustomer: boolean;
  isEdited: boolean;
  isDeleted: boolean;
  isForwarded: boolean;
  content: {
    kind: string;
    type?: string;
    text?: string;
    caption?: string;
    isVoice?: boolean;
    media?: { mime: string; bytes: number };
  };
}

/** A queue whose conversations only its own agents see. */
export class IsolatedQueue {
  readonly queue: { id: number; name: string };
  readonly connection: SimulatedConnection;
  readonly #manager: AdminApi;
  readonly #phones: Phones;
  readonly #customers: Customer[] = [];

  static async open(adminApi: AdminApi, phones: Phones): Promise<IsolatedQueue> {
    // Journeys decide who accepts a conversation: no automatic assignment.
    await adminApi.call('PUT', '/companySettings', { column: 'userRandom', data: 'disabled' });
    const suffix = uniqueSuffix();
    const name = `Fila ${suffix}`;
    const { id } = await adminApi.call<{ id: number }>('POST', '/queue', { name, color: colorFrom(suffix) });
    return new IsolatedQueue(adminApi, phones, { id, name }, await phones.connected('whatsapp', { queueIds: [id] }));
  }

  constructor(adminApi: AdminApi, phones: Phones, queue: IsolatedQueue['queue'], connection: SimulatedConnection) {
    this.#manager = adminApi;
    this.#phones = phones;
    this.queue = queue;
    this.connection = connection;
  }

  /** Creates an agent of this queue. */
  agent(overrides: Partial<User> & Record<string, unknown> = {}): Promise<User> {
    return this.#manager.createUser({ queueIds: [this.queue.id], ...overrides });
  }

  async customer(name = `Cliente ${uniqueSuffix()}`): Promise<Customer> {
    const number = `5581${String(Date.now()).slice(-5)}${String(calls++).padStart(4, '0')}`;
    const created = await this.#manager.call<Customer>('POST', `/sandbox/${this.connection.id}/customers`, {
      name,
      number,
    });
    this.#customers.push(created);
    return created;
  }

  /** Performs an action of the customer; returns the channel id of the message. */
  async actAs({ id }: Customer, act: { act: string } & Record<string, unknown>): Promise<string> {
    const result = (await this.#phones.act(this.connection.id, { customerId: id, ...act })) as { wid: string | null };
    return result.wid ?? '';
  }

  sendFrom(customer: Customer, text: string): Promise<string> {
    return this.actAs(customer, { act: 'say', text });
  }

  /** A new customer writes and is put into this queue, not yet accepted by an agent. */
  async waiting(text: string, name?: string): Promise<Customer> {
    const customer = await this.customer(name);
    await this.sendFrom(customer, text);
    await expect.poll(async () => (await this.conversation(customer))?.status).toBe('pending');
    const { id } = (await this.conversation(customer))!;
    await this.#manager.call('PUT', `/tickets/${id}`, { status: 'pending', queueId: this.queue.id });
    return customer;
  }

  /** A new customer writes, and this agent has already accepted the conversation. */
  async attended(by: User, text: string, name?: string): Promise<Customer> {
    const customer = await this.waiting(text, name);
    const { id } = (await this.conversation(customer))!;
    await this.#manager.call('PUT', `/tickets/${id}`, { status: 'open', userId: by.id, queueId: this.queue.id });
    return customer;
  }

  /** Messages the phone received from the company, oldest first. */
  async receivedBy({ id }: Customer): Promise<OnPhone[]> {
    type Thread = { messages: OnPhone[] };
    const { messages } = await this.#manager.call<Thread>('GET', `/sandbox/${this.connection.id}/customers/${id}`);
    return messages.filter(({ fromCustomer }) => !fromCustomer);
  }

  async textsReceivedBy(customer: Customer): Promise<string[]> {
    return (await this.receivedBy(customer)).map(({ content }) => content.text ?? content.caption ?? '');
  }

  /** The live conversation of this customer, as the API returns it. */
  async conversation({ id }: Customer): Promise<{ id: number; uuid: string; status: string } | null> {
    type Trace = { ticket: { id: number; uuid: string; status: string } | null };
    return (await this.#manager.call<Trace>('GET', `/sandbox/${this.connection.id}/customers/${id}/trace`)).ticket;
  }

  async lastMessage(customer: Customer): Promise<string | undefined> {
    const going = await this.conversation(customer);
    if (!going) return undefined;
    return (await this.#manager.call<{ lastMessage: string }>('GET', `/tickets/${going.id}`)).lastMessage;
  }

  /** Leaves nothing in the lists of later journeys. */
  async close(): Promise<void> {
    for (const customer of this.#customers) {
      const ticket = await this.conversation(customer);
      if (ticket) await this.#manager.call('DELETE', `/tickets/${ticket.id}`);
    }
    await this.#phones.removeAll();
    await this.#manager.call('DELETE', `/queue/${this.queue.id}`);
  }
}

export const test = base.extend<{ counter: IsolatedQueue }>({
  counter: async ({ browser, otica, phones }, lend) => {
    const counter = await IsolatedQueue.open(otica, phones);
    await lend(counter);
    // No page may show the records while they are deleted.
    for (const page of browser.contexts().flatMap((context) => context.pages())) await page.goto('about:blank');
    await counter.close();
  },
});
export const { expect } = test;

/** The list of a tab, or the conversations that a search found. */
export const list = (page: Page): Locator =>
  page.getByRole('list', { name: /^(Lista de conversas|Conversas por nome ou número)$/ });
/** The messages that a search found in conversations of this contact. */
export const foundMessage = (page: Page, name: string): Locator =>
  page.getByRole('list', { name: 'Mensagens', exact: true }).getByRole('listitem').filter({ hasText: name });
/** The row of this contact. */
export const item = (page: Page, name: string): Locator => list(page).getByRole('listitem').filter({ hasText: name });
export const tab = (page: Page, name: 'Atendendo' | 'Aguardando' | 'Grupos' | 'Resolvidas'): Locator =>
  page.getByRole('tablist', { name: 'Abas das conversas' }).getByRole('tab', { name: new RegExp(`^${name}`) });

export const thread = (page: Page): Locator => page.getByRole('log', { name: 'Mensagens da conversa' });
export const bubble = (page: Page, text: string | RegExp): Locator =>
  thread(page).getByRole('article').filter({ hasText: text });
export const composer = (page: Page): Locator => page.getByRole('textbox', { name: 'Escrever mensagem' });
export const panel = (page: Page): Locator => page.getByRole('region', { name: 'Dados do contato' });

export async function answer(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await page.getByRole('button', { name: 'Enviar', exact: true }).click();
}

const HOVER_MS = 3000;
/** Chooses an action from the menu of a message. */
export async function chooseMessageAction(page: Page, message: Locator, action: string): Promise<void> {
  // The button exists while the pointer is on the message; one that arrives meanwhile moves it away.
  await expect(async () => {
    await message.hover();
    await message
      .locator('xpath=..')
      .getByRole('button', { name: 'Mais ações da mensagem' })
      .click({ timeout: HOVER_MS });
  }).toPass();
  await page.getByRole('menuitem', { name: action }).click();
}

/** Chooses an action of the open conversation: in its header if it fits, else in its menu. */
export async function chooseAction(page: Page, action: string): Promise<void> {
  const region = page.getByRole('region', { name: /^Conversa com/ });
  await expect(region).toBeVisible();
  const inHeader = region.getByRole('button', { name: action, exact: true });
  if ((await inHeader.count()) > 0) return inHeader.first().click();
  await page.getByRole('button', { name: 'Mais ações', exact: true }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** Accepts a waiting conversation, which then opens. */
export async function accept(page: Page, name: string): Promise<void> {
  await tab(page, 'Aguardando').click();
  await page.getByRole('button', { name: `Aceitar ${name}` }).click();
  await composer(page).waitFor();
}

/** Saves a screenshot in the folder PICTURES, if set, for comparison with the design. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['PICTURES'];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}

/** From 1: the simulator has no number that ends with five zeros. */
let calls = 1;
/** A color for a queue: no two queues of a company may have the same. */
export const colorFrom = (suffix: string): string =>
  `#${[...suffix]
    .reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 0xffffff, 7)
    .toString(16)
    .padStart(6, '0')}`;
