/** A sandbox per test, with helpers for its events. */
import { afterEach, beforeEach } from 'vitest';
import type { Account, ChannelEvent, Peer } from '../port.ts';
import { startSandbox, type Delivery, type Sandbox } from './conformance.fixture.ts';
import type { NetworkOptions } from './network.ts';
import type { Entry } from './network/journal.ts';
import { parsePayload, parsePeer } from './parse.ts';

export const textAction = (text: string, customerId = 'helena') => ({ act: 'say' as const, customerId, text });
export const parse = (account: Account, { body }: Delivery): ChannelEvent[] => [...parsePayload(body, account)];
export const texts = (events: ChannelEvent[]) =>
  events.flatMap((event) => (event.type === 'message' && event.content.kind === 'text' ? [event.content.text] : []));
export const receipts = (events: ChannelEvent[]) =>
  events.flatMap((event) => (event.type === 'receipt' ? [event] : []));

export function setUpSandbox() {
  let sandbox: Sandbox;
  let count = 0;
  beforeEach(async () => (sandbox = await startSandbox()));
  afterEach(() => sandbox.close());

  const peerOf = async (account: Account, id = 'helena'): Promise<Peer> => {
    const customer = (await sandbox.phones(account)).find((candidate) => candidate.id === id)!;
    return parsePeer({ ...customer.ids, name: customer.name }, account);
  };
  return {
    get sandbox() {
      return sandbox;
    },
    /** Replaces the sandbox of this test. */
    async replace(options: NetworkOptions = {}) {
      await sandbox.close();
      sandbox = await startSandbox(options);
    },
    waitForEvents: (account: Account, isEnough: (events: ChannelEvent[]) => boolean) =>
      sandbox.webhookServer.until((deliveries) => {
        const events = deliveries
          .filter(({ url }) => url.endsWith(account.secrets['webhookKey']!))
          .flatMap((delivery) => parse(account, delivery));
        return isEnough(events) ? events : undefined;
      }),
    peerOf,
    reply: async (account: Account, text: string, to = 'helena', channel = sandbox.channel) =>
      channel.send(account, {
        to: await peerOf(account, to),
        content: { kind: 'text', text },
        correlation: `c-${(count += 1)}`,
      }),
    journal: async () => (await sandbox.request('GET', '/journal')) as Entry[],
  };
}
