/**
 * Parses payloads of the Cloud API. Pure and total over JSON: every entry, change and item becomes an event. What no
 * customer wrote goes to the log of the connection. Only calls in progress and the ignored account updates have no event.
 */
import { z } from 'zod';
import type { Account, ChannelEvent } from '../../port.ts';
import { listOf, optional, text } from '../field-parsers.ts';
import { digestOf, parseJson, isoFromSeconds, logged } from '../../unrecognized.ts';
import { parseCall, parseError, parsePreference, parseStatus, parseUserIdUpdate } from './statuses.ts';
import { parseHistory } from './history.ts';
import { parseMessage, type ParseContext } from './messages.ts';
import { parseAccountUpdate } from './account-updates.ts';
import { indexContacts } from './identities.ts';
import * as wire from './wire-format.ts';

export function* parsePayload(body: Buffer, account: Account): Generator<ChannelEvent> {
  const payload = parseJson(body);
  const digest = digestOf(body);
  const delivery = wire.Delivery.safeParse(payload);
  if (!delivery.success) return yield logged('delivery');
  for (const [e, rawEntry] of delivery.data.entry.entries()) {
    const entry = wire.Entry.safeParse(rawEntry);
    if (!entry.success) {
      yield logged('entry');
      continue;
    }
    const at = isoFromSeconds(entry.data.time);
    for (const [c, change] of entry.data.changes.entries())
      yield* parseChange(change, { account, itemKey: `${digest}.${e}.${c}`, at });
  }
}

const OfNumber = z.object({ display_phone_number: optional(text) });

function* parseChange(
  raw: unknown,
  { account, itemKey, at }: { account: Account; itemKey: string; at: string },
): Generator<ChannelEvent> {
  const change = wire.Change.safeParse(raw);
  if (!change.success) return yield logged('change', { at });
  const { field, value } = change.data;
  const accountEvents = parseAccountUpdate(field, value, { at, own: account.number.replace(/\D/g, '') });
  if (accountEvents) return yield* accountEvents;
  const context: ParseContext = {
    account,
    contacts: indexContacts(wire.Contacts.parse(value['contacts'])),
    itemKey,
    isHistory: field === 'history',
    isStandby: field === 'standby',
    own: OfNumber.safeParse(value['metadata']).data?.display_phone_number?.replace(/\D/g, ''),
    at,
  };
  let hasList = false;
  // Decided by the lists it contains, not by the name of the field.
  for (const [list, parse] of lists) {
    const items = listOf(value[list]);
    hasList ||= Array.isArray(value[list]) || items.length > 0;
    for (const [index, item] of items.entries())
      yield* parse(item, { ...context, itemKey: `${itemKey}.${list}.${index}` });
  }
  if (!hasList) yield logged(field, { at });
}

type ParseItem = (raw: unknown, context: ParseContext) => Iterable<ChannelEvent>;
const lists: [list: string, parse: ParseItem][] = [
  ['messages', (raw, context) => parseMessage(raw, context)],
  ['message_echoes', (raw, context) => parseMessage(raw, context, true)],
  // Another app controls these conversations.
  ['standby', (raw, context) => parseMessage(raw, { ...context, isStandby: true })],
  ['statuses', parseStatus],
  ['calls', parseCall],
  ['history', parseHistory],
  ['user_id_update', parseUserIdUpdate],
  ['user_preferences', parsePreference],
  ['errors', parseError],
];
