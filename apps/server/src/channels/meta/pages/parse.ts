/**
 * Parses payloads of Messenger and Instagram. Pure and total over JSON; only the listed fields are ignored. What no customer
 * wrote goes to the log of the connection.
 */
import type { Account, ChannelEvent } from '../../port.ts';
import { digestOf, parseJson, plainLabel } from '../../unrecognized.ts';
import { parseItem } from './items.ts';
import { logItem, type ParseContext } from './parse-context.ts';
import { WireChange, WireDelivery, WireEntry } from './wire.ts';

export function* parsePagesPayload(body: Buffer, account: Account): Generator<ChannelEvent> {
  const payload = parseJson(body);
  const digest = digestOf(body);
  const contextFor = (suffix: string): ParseContext => ({ account, itemKey: `${digest}.${suffix}`, time: undefined });
  const delivery = WireDelivery.safeParse(payload);
  if (!delivery.success) return yield logItem(payload, 'delivery', contextFor('0'));
  const { object, entry: entries } = delivery.data;
  // A page and its Instagram account are two accounts with different ids for the same contact.
  const isOtherAccount = object === (account.kind === 'instagram' ? 'page' : 'instagram');
  for (const [n, entry] of entries.entries())
    if (isOtherAccount) yield logItem(undefined, 'another-account', contextFor(String(n)));
    else yield* parseEntry(entry, contextFor(String(n)));
}

/** Ignored changes that an app may be subscribed to: public comments and statistics. */
const IGNORED_FIELDS = new Set([
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

function* parseEntry(raw: unknown, context: ParseContext): Generator<ChannelEvent> {
  const parsed = WireEntry.safeParse(raw);
  if (!parsed.success) return yield logItem(raw, 'entry', context);
  const { id, time, messaging, standby, changes } = parsed.data;
  const entryContext: ParseContext = { ...context, time };
  if (messaging.length + standby.length + changes.length === 0) return yield logItem(raw, 'entry', entryContext);
  if (id !== undefined && !isOwnAccount(id, context.account))
    return yield logItem(undefined, 'another-account', entryContext);
  const contextAt = (suffix: string): ParseContext => ({ ...entryContext, itemKey: `${context.itemKey}.${suffix}` });
  for (const [n, item] of messaging.entries()) yield* parseItem(item, contextAt(String(n)));
  for (const [n, item] of standby.entries()) yield* parseItem(item, { ...contextAt(`s${n}`), isStandby: true });
  for (const [n, change] of changes.entries()) yield* parseChange(change, contextAt(`c${n}`));
}

/** Items in another envelope: test webhooks from the app settings, and newer kinds of events. */
function parseChange(raw: unknown, context: ParseContext): ChannelEvent[] {
  const parsed = WireChange.safeParse(raw);
  if (!parsed.success) return [logItem(raw, 'change', context)];
  const { field, value } = parsed.data;
  const isItem = typeof value === 'object' && value !== null && ('sender' in value || 'recipient' in value);
  if (isItem) return parseItem(value, { ...context, isStandby: field === 'standby' });
  return IGNORED_FIELDS.has(field) ? [] : [logItem(value, plainLabel(field), context)];
}

/** The account or its page. An account without stored ids accepts every id. */
function isOwnAccount(id: string, { kind, secrets }: Account): boolean {
  const ids = [secrets['pageId'], kind === 'instagram' && secrets['igId']].filter((own) => own);
  return ids.length === 0 || ids.includes(id);
}
