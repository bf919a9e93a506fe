/** A simulator with one WhatsApp number and one page per test, and a webhook server. */
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { listen } from './listener.fixture.ts';
import { startGraphSimulator, type GraphSimulator } from './simulator.ts';

const app = { appId: '4242', appSecret: 'app-secret', verifyToken: 'verify' };
export const ana = { id: '5500912345678', name: 'Ana Prado' };

export function setUpSimulator() {
  let graph: GraphSimulator;
  let receiver: Awaited<ReturnType<typeof listen>>;

  beforeAll(async () => {
    graph = await startGraphSimulator(app);
    receiver = await listen('verify');
  });
  afterAll(async () => {
    await graph.close();
    await receiver.close();
  });
  beforeEach(async () => {
    await graph.control.reset();
    receiver.received.length = 0;
    receiver.answers.length = 0;
    await graph.control.addWhatsApp({
      wabaId: '900',
      phoneNumberId: '100',
      displayNumber: '+55 00 3333-4444',
      token: 'wa-token',
      webhook: { url: receiver.url },
      templates: [{ name: 'ola', language: 'pt_BR', components: [{ type: 'BODY', text: 'Olá {{1}}' }] }],
    });
    await graph.control.addPage({
      pageId: '200',
      name: 'Loja',
      token: 'page-token',
      igId: '300',
      webhook: { url: receiver.url },
    });
  });

  async function call(method: string, path: string, token: string, body?: unknown) {
    const answer = await fetch(`${graph.url}/v24.0${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, json: JSON.parse(text) as { [key: string]: never } };
  }

  return {
    get graph() {
      return graph;
    },
    get receiver() {
      return receiver;
    },
    call,
  };
}

export const textMessage = (to: string, text: string, more = {}) => ({
  messaging_product: 'whatsapp',
  to,
  type: 'text',
  text: { body: text },
  ...more,
});
