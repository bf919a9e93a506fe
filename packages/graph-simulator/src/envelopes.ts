import { createHmac } from 'node:crypto';
import type { Random } from './random.ts';
import { nowOf, type Account, type SimulatorState } from './state.ts';

/** One item to deliver, with the secret that signs it. */
export interface Item {
  url: string;
  secret: string;
  accountId: string;
  object: 'whatsapp_business_account' | 'page' | 'instagram';
  entryId: string;
  /** Items with the same key keep their order. */
  orderKey: string;
  /** An element of `changes`, or of `messaging`. */
  part: { change: Change } | { messaging: unknown };
}
export interface Change {
  field: string;
  value: Record<string, unknown>;
}
export interface Envelope {
  url: string;
  secret: string;
  body: Buffer;
  items: number;
  orderKey: string;
}

/** Webhook of the account; undefined while no app is subscribed. */
export function webhookTargetOf(state: SimulatorState, account: Account): { url: string; secret: string } | undefined {
  if (!account.isSubscribed) return undefined;
  const url = account.webhook?.url ?? state.platformWebhook;
  return url === undefined ? undefined : { url, secret: account.webhook?.appSecret ?? state.app.secret };
}

export function itemOf(
  state: SimulatorState,
  account: Account,
  part: Item['part'],
  orderKey: string,
): Item | undefined {
  const target = webhookTargetOf(state, account);
  if (!target) return undefined;
  return {
    ...target,
    accountId: account.id,
    object:
      account.kind === 'whatsapp' ? 'whatsapp_business_account' : account.kind === 'messenger' ? 'page' : 'instagram',
    entryId: account.kind === 'whatsapp' ? account.waba.id : account.id,
    orderKey: `${account.id} ${orderKey}`,
    part,
  };
}

/** Packs items into deliveries of at most `maxItems`: one webhook and object each, several accounts together. */
export function pack(state: SimulatorState, items: Item[], maxItems: number): Envelope[] {
  const groups = Map.groupBy(items, ({ url, secret, object }) => `${url} ${secret} ${object}`);
  return [...groups.values()].flatMap((group) => {
    const envelopes: Envelope[] = [];
    for (let at = 0; at < group.length; at += maxItems)
      envelopes.push(envelopeOf(state, group.slice(at, at + maxItems)));
    return envelopes;
  });
}

function envelopeOf(state: SimulatorState, items: Item[]): Envelope {
  const { url, secret, object, orderKey } = items[0]!;
  const entry: { id: string; time?: number; changes?: Change[]; messaging?: unknown[] }[] = [];
  for (const { entryId, part } of items) {
    const last = entry.at(-1);
    // Meta sends the same account in one or several entries.
    const sharedEntry = last?.id === entryId && state.random.next() < 0.9 ? last : undefined;
    const into = sharedEntry ?? { id: entryId, ...('messaging' in part && { time: nowOf(state) }) };
    if (!sharedEntry) entry.push(into);
    if ('messaging' in part) (into.messaging ??= []).push(part.messaging);
    else appendChange((into.changes ??= []), part.change, state.random);
  }
  return { url, secret, body: asMetaWrites({ object, entry }), items: items.length, orderKey };
}

/** Messages and statuses of one number share a change at random. */
function appendChange(changes: Change[], change: Change, random: Random): void {
  const last = changes.at(-1);
  const numberOf = ({ value }: Change) =>
    (value['metadata'] as { phone_number_id?: string } | undefined)?.phone_number_id;
  const canShare =
    last?.field === 'messages' &&
    change.field === 'messages' &&
    numberOf(last) !== undefined &&
    numberOf(last) === numberOf(change);
  if (!last || !canShare || random.next() < 0.3) return void changes.push(structuredClone(change));
  for (const key of ['contacts', 'messages', 'statuses', 'errors']) {
    const more = change.value[key] as unknown[] | undefined;
    if (!more) continue;
    const had = (last.value[key] ??= []) as unknown[];
    const seen = new Set(key === 'contacts' ? had.map((contact) => JSON.stringify(contact)) : []);
    had.push(...structuredClone(more).filter((contact) => !seen.has(JSON.stringify(contact))));
  }
}

/** Escapes slashes and non-ASCII characters like Meta, so that verifying re-serialized JSON fails. */
function asMetaWrites(value: unknown): Buffer {
  const escaped = JSON.stringify(value)
    .replaceAll('/', String.raw`\/`)
    .replaceAll(/[\u007f-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return Buffer.from(escaped);
}

export const signatureOf = (body: Buffer, secret: string, how: 'sha1' | 'sha256'): string =>
  `${how}=${createHmac(how, secret).update(body).digest('hex')}`;
