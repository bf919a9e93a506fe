/** The inbox of a journey: a queue of its own with a line, customers and people; and words for the parts of the screen. */
import type { Locator, Page } from '@playwright/test';
import { test as base } from './journey.ts';
import { uniqueMark, type Manager, type Person } from './people.ts';
import type { Line, Phones } from './phones.ts';

export interface Customer {
  id: string;
  name: string;
}
/** What lies on the customer's phone, as far as journeys look at it. */
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

/** Nobody but those hired for it sees what is said here. */
export class Counter {
  readonly queue: { id: number; name: string };
  readonly line: Line;
  readonly #manager: Manager;
  readonly #phones: Phones;
  readonly #customers: Customer[] = [];

  static async open(manager: Manager, phones: Phones): Promise<Counter> {
    // Who takes a conversation is the journey's own affair: nobody is drawn by lot.
    await manager.call('PUT', '/companySettings', { column: 'userRandom', data: 'disabled' });
    const mark = uniqueMark();
    const name = `Fila ${mark}`;
    const { id } = await manager.call<{ id: number }>('POST', '/queue', { name, color: colourFrom(mark) });
    return new Counter(manager, phones, { id, name }, await phones.connected('whatsapp', { queueIds: [id] }));
  }

  constructor(manager: Manager, phones: Phones, queue: Counter['queue'], line: Line) {
    this.#manager = manager;
    this.#phones = phones;
    this.queue = queue;
    this.line = line;
  }

  /** Somebody who attends this queue. */
  attendant(wanted: Partial<Person> & Record<string, unknown> = {}): Promise<Person> {
    return this.#manager.hire({ queueIds: [this.queue.id], ...wanted });
  }

  async customer(name = `Cliente ${uniqueMark()}`): Promise<Customer> {
    const number = `5581${String(Date.now()).slice(-5)}${String(calls++).padStart(4, '0')}`;
    const made = await this.#manager.call<Customer>('POST', `/sandbox/${this.line.id}/customers`, { name, number });
    this.#customers.push(made);
    return made;
  }

  /** Plays the customer; answers the name that the channel gave to what was said. */
  async plays({ id }: Customer, act: { act: string } & Record<string, unknown>): Promise<string> {
    const told = (await this.#phones.act(this.line.id, { customerId: id, ...act })) as { wid: string | null };
    return told.wid ?? '';
  }

  says(customer: Customer, text: string): Promise<string> {
    return this.plays(customer, { act: 'say', text });
  }

  /** Somebody new writes and is put into this queue, where nobody attends them yet. */
  async waiting(text: string, name?: string): Promise<Customer> {
    const customer = await this.customer(name);
    await this.says(customer, text);
    await expect.poll(async () => (await this.conversation(customer))?.status).toBe('pending');
    const { id } = (await this.conversation(customer))!;
    await this.#manager.call('PUT', `/tickets/${id}`, { status: 'pending', queueId: this.queue.id });
    return customer;
  }

  /** Another who writes, and whom this person attends already. */
  async attended(by: Person, text: string, name?: string): Promise<Customer> {
    const customer = await this.waiting(text, name);
    const { id } = (await this.conversation(customer))!;
    await this.#manager.call('PUT', `/tickets/${id}`, { status: 'open', userId: by.id, queueId: this.queue.id });
    return customer;
  }

  /** What came to the phone from the house, oldest first. */
  async reached({ id }: Customer): Promise<OnPhone[]> {
    type Thread = { messages: OnPhone[] };
    const { messages } = await this.#manager.call<Thread>('GET', `/sandbox/${this.line.id}/customers/${id}`);
    return messages.filter(({ fromCustomer }) => !fromCustomer);
  }

  async wordsReached(customer: Customer): Promise<string[]> {
    return (await this.reached(customer)).map(({ content }) => content.text ?? content.caption ?? '');
  }

  /** The conversation of this customer that is going on, as the API tells it. */
  async conversation({ id }: Customer): Promise<{ id: number; uuid: string; status: string } | null> {
    type Trace = { ticket: { id: number; uuid: string; status: string } | null };
    return (await this.#manager.call<Trace>('GET', `/sandbox/${this.line.id}/customers/${id}/trace`)).ticket;
  }

  async lastMessage(customer: Customer): Promise<string | undefined> {
    const going = await this.conversation(customer);
    if (!going) return undefined;
    return (await this.#manager.call<{ lastMessage: string }>('GET', `/tickets/${going.id}`)).lastMessage;
  }

  /** Nothing of it waits in the lists of later journeys. */
  async close(): Promise<void> {
    for (const customer of this.#customers) {
      const left = await this.conversation(customer);
      if (left) await this.#manager.call('DELETE', `/tickets/${left.id}`);
    }
    await this.#phones.takeAway();
    await this.#manager.call('DELETE', `/queue/${this.queue.id}`);
  }
}

export const test = base.extend<{ counter: Counter }>({
  counter: async ({ browser, otica, phones }, lend) => {
    const counter = await Counter.open(otica, phones);
    await lend(counter);
    // Nobody looks at what is taken away now.
    for (const page of browser.contexts().flatMap((context) => context.pages())) await page.goto('about:blank');
    await counter.close();
  },
});
export const { expect } = test;

export const list = (page: Page): Locator => page.getByRole('list', { name: 'Lista de conversas' });
/** The row of this person. */
export const item = (page: Page, name: string): Locator => list(page).getByRole('listitem').filter({ hasText: name });
export const tab = (page: Page, name: 'Atendendo' | 'Aguardando' | 'Grupos' | 'Resolvidos'): Locator =>
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

/** Something of the menu that belongs to a message. */
export async function actOn(page: Page, message: Locator, act: string): Promise<void> {
  await message.hover();
  await message.locator('xpath=..').getByRole('button', { name: 'Mais ações da mensagem' }).click();
  await page.getByRole('menuitem', { name: act }).click();
}

/** Accepts it where it waits; the conversation opens. */
export async function accept(page: Page, name: string): Promise<void> {
  await tab(page, 'Aguardando').click();
  await page.getByRole('button', { name: `Aceitar ${name}` }).click();
  await composer(page).waitFor();
}

/** Where PICTURES names a folder, what is on the screen is kept there, to be laid beside the design. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['PICTURES'];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}

let calls = 0;
const colourFrom = (mark: string): string =>
  `#${[...mark]
    .reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 0xffffff, 7)
    .toString(16)
    .padStart(6, '0')}`;
