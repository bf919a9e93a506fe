/** Simulated accounts of a journey: created and operated through the API, and deleted afterwards. */
import { expect } from '@playwright/test';
import { uniqueSuffix, type AdminApi } from './users.ts';

export type Channel = 'whatsapp' | 'whatsappapi' | 'facebook' | 'instagram';

export interface SimulatedConnection {
  id: number;
  name: string;
}
interface ConnectionView {
  id: number;
  name: string;
  status: string;
  qrcode: string;
  isDefault: boolean;
}
export interface Conversation {
  id: number;
  channel: string;
  status: string;
  whatsappId: number;
  lastMessage: string;
}

export class Phones {
  readonly #manager: AdminApi;
  readonly #lines = new Set<number>();

  constructor(adminApi: AdminApi) {
    this.#manager = adminApi;
  }

  /** A connected account, ready for use. */
  async connected(channel: Channel = 'whatsapp', draft: Record<string, unknown> = {}): Promise<SimulatedConnection> {
    const body = { name: `Linha ${uniqueSuffix()}`, channel, provider: 'sandbox', ...draft };
    const { id } = await this.#manager.call<SimulatedConnection>('POST', '/whatsapp', body);
    this.#lines.add(id);
    if (channel === 'whatsapp') {
      await this.waitForStatus(id, 'qrcode');
      await this.act(id, { act: 'scan' });
    }
    await this.waitForStatus(id, 'CONNECTED');
    return { id, name: body.name };
  }

  async named(name: string): Promise<ConnectionView> {
    const connection = (await this.#all()).find((candidate) => candidate.name === name);
    if (!connection) throw new Error(`There is no connection ${name}`);
    return connection;
  }

  waitForStatus(id: number, status: string): Promise<void> {
    return expect.poll(async () => (await this.#all()).find((candidate) => candidate.id === id)?.status).toBe(status);
  }

  act(id: number, act: { act: string } & Record<string, unknown>): Promise<unknown> {
    return this.#manager.call('POST', `/sandbox/${id}/act`, act);
  }

  /** The conversations that arrived through this account. */
  async conversationsOf(id: number, status = 'pending'): Promise<Conversation[]> {
    const query = new URLSearchParams({ status, showAll: 'true', whatsapps: JSON.stringify([id]) });
    return (await this.#manager.call<{ tickets: Conversation[] }>('GET', `/tickets?${query}`)).tickets;
  }

  /** An agent accepts the conversation and answers it. */
  async answer(conversation: number, body: string): Promise<void> {
    await this.#manager.call('PUT', `/tickets/${conversation}`, { status: 'open' });
    await this.#manager.call('POST', `/messages/${conversation}`, { body });
  }

  /** The messages the customer's phone received, in order. */
  async receivedBy(id: number, customerId: string): Promise<string[]> {
    type Thread = { messages: { fromCustomer: boolean; content: { text?: string } }[] };
    const { messages } = await this.#manager.call<Thread>('GET', `/sandbox/${id}/customers/${customerId}`);
    return messages.filter(({ fromCustomer }) => !fromCustomer).map(({ content }) => content.text ?? '');
  }

  async removeAll(): Promise<void> {
    const existingIds = new Set((await this.#all()).map(({ id }) => id));
    for (const id of this.#lines) if (existingIds.has(id)) await this.#manager.call('DELETE', `/whatsapp/${id}`);
    this.#lines.clear();
  }

  #all(): Promise<ConnectionView[]> {
    return this.#manager.call<ConnectionView[]>('GET', '/whatsapp?session=0');
  }
}

/** For connections created on a page, which the journey may have removed itself. */
export async function removeConnections(adminApi: AdminApi, suffix: string): Promise<void> {
  const connections = await adminApi.call<ConnectionView[]>('GET', '/whatsapp?session=0');
  for (const { id } of connections.filter(({ name }) => name.includes(suffix)))
    // Connections of the same page at Meta are deleted together.
    await adminApi.call('DELETE', `/whatsapp/${id}`).catch((error: unknown) => {
      if (!String(error).includes('ERR_NO_WAPP_FOUND')) throw error;
    });
}
