/** Messenger's and Instagram's words into ours. Pure, and total over JSON: nothing is left out but what is stated here. */
import type { Account, Signal } from '../../port.ts';
import { digestOf, jsonOf, plainName } from '../../puzzle.ts';
import { readItem } from './items.ts';
import { puzzling, type Place } from './placing.ts';
import { WireChange, WireDelivery, WireEntry } from './wire.ts';

export function readPages(body: Buffer, account: Account): Signal[] {
  const told = jsonOf(body);
  const digest = digestOf(body);
  const place = (mark: string): Place => ({ account, mark: `${digest}.${mark}`, time: undefined });
  const delivery = WireDelivery.safeParse(told);
  if (!delivery.success) return [puzzling(told, 'delivery', place('0'))];
  const { object, entry: entries } = delivery.data;
  // A page and the Instagram account behind it are two accounts, and know the same person by two ids.
  if (object === (account.kind === 'instagram' ? 'page' : 'instagram'))
    return entries.map((_, n) => puzzling(undefined, 'another-account', place(String(n))));
  return entries.flatMap((entry, n) => readEntry(entry, place(String(n))));
}

/**
 * Changes that are no conversation, should an app be subscribed to them: what is said in public under posts, and figures.
 * They are left out.
 */
const QUIET_FIELDS = new Set([
  'feed',
  'mention',
  'mentions',
  'ratings',
  'leadgen',
  'live_videos',
  'videos',
  'comments',
  'live_comments',
  'story_insights',
  'follow',
]);

function readEntry(told: unknown, place: Place): Signal[] {
  const parsed = WireEntry.safeParse(told);
  if (!parsed.success) return [puzzling(told, 'entry', place)];
  const { id, time, messaging, standby, changes } = parsed.data;
  const here: Place = { ...place, time };
  const items = [...(messaging ?? []), ...(standby ?? [])];
  if (items.length === 0 && (changes ?? []).length === 0) return [puzzling(told, 'entry', here)];
  if (id !== undefined && !isOurs(id, place.account)) return [puzzling(undefined, 'another-account', here)];
  const at = (mark: string): Place => ({ ...here, mark: `${place.mark}.${mark}` });
  return [
    ...items.flatMap((item, n) => readItem(item, at(String(n)))),
    ...(changes ?? []).flatMap((change, n) => readChange(change, at(`c${n}`))),
  ];
}

/** The same items in another envelope: what an app's settings page sends to try a webhook, and newer kinds of events. */
function readChange(told: unknown, place: Place): Signal[] {
  const parsed = WireChange.safeParse(told);
  if (!parsed.success) return [puzzling(told, 'change', place)];
  const { field, value } = parsed.data;
  const isItem = typeof value === 'object' && value !== null && ('sender' in value || 'recipient' in value);
  if (isItem) return readItem(value, place);
  return QUIET_FIELDS.has(field) ? [] : [puzzling(value, plainName(field), place)];
}

/** The account, or the page that speaks for it. One that was never told its ids takes what it is given. */
function isOurs(id: string, { kind, secrets }: Account): boolean {
  const ids = [secrets['pageId'], kind === 'instagram' && secrets['igId']].filter((own) => own);
  return ids.length === 0 || ids.includes(id);
}
