/** The rows of the thread: messages in runs, days, ticket borders, events, and pending messages. */
import type { Message } from '@balcao/contract/endpoints/messages';
import type { LogEntry } from '../../../entities/messages/ticket-log.ts';
import type { Pending } from '../../../entities/outbox/outbox.ts';
import { formatDate } from '../../../lib/format.ts';

export type Row = { key: string; day: string } & (
  | { type: 'day' }
  | { type: 'unread'; count: number }
  | { type: 'border'; ticketNumber: number | null }
  | { type: 'events'; entries: readonly LogEntry[] }
  | { type: 'reaction'; message: Message }
  /** `reactions` are emoji separated by spaces. */
  | { type: 'message'; message: Message; isFirst: boolean; reactions: string; ownReaction: string }
  | { type: 'pending'; pending: Pending; isFirst: boolean }
);
export type MessageRow = Extract<Row, { type: 'message' }>;

export interface Unread {
  fromId: number;
  count: number;
  /** The number of unread messages that are not loaded yet. */
  missing: number;
}
interface RowsInput {
  messages: readonly Message[];
  hasOlder: boolean;
  hasNewer: boolean;
  ticketId: number;
  log: readonly LogEntry[];
  pending: readonly Pending[];
  unread: Unread | null;
}

export function rowsOf({ messages, hasOlder, hasNewer, ticketId, log, pending, unread }: RowsInput): Row[] {
  const rows: Row[] = [];
  const reactions = reactionsOf(messages);
  const messageIds = new Set(messages.map(({ id }) => id));
  const events = visibleEvents(log, messages, { hasOlder, hasNewer, ticketId });
  let nextEvent = 0;
  let day = '';
  let run = '';
  const addRow = (row: Row) => {
    rows.push(row);
    if (row.type !== 'message' && row.type !== 'pending') run = '';
  };
  const onDay = (entry: { createdAt: string }) => {
    const next = formatDate(entry.createdAt);
    if (next === day) return;
    day = next;
    // While older messages are missing, this row would move: the day at the upper edge is shown anyway.
    if (rows.length === 0 && hasOlder) return;
    addRow({ type: 'day', key: `d${day}`, day });
  };
  const eventsUntil = (until: string | null) => {
    for (; nextEvent < events.length; nextEvent++) {
      const event = events[nextEvent]!;
      if (until !== null && Date.parse(event.createdAt) > Date.parse(until)) return;
      onDay(event);
      const last = rows.at(-1);
      // Consecutive events share one row.
      if (last?.type === 'events') rows[rows.length - 1] = { ...last, entries: [...last.entries, event] };
      else addRow({ type: 'events', key: `e${event.id}`, day, entries: [event] });
    }
  };
  let before: Message | undefined;
  for (const message of messages) {
    if (message.ticketId === ticketId) eventsUntil(message.createdAt);
    if (message.mediaType === 'reactionMessage') {
      if (message.quotedMsg !== null && messageIds.has(message.quotedMsg.id)) continue;
      onDay(message);
      addRow({ type: 'reaction', key: keyOf(message), day, message });
      continue;
    }
    if (before && before.ticketId !== message.ticketId)
      addRow({
        type: 'border',
        key: `t${message.ticketId}-${message.id}`,
        day: formatDate(message.createdAt),
        ticketNumber: message.ticketNumber ?? null,
      });
    onDay(message);
    if (message.id === unread?.fromId) addRow({ type: 'unread', key: 'unread', day, count: unread.count });
    const own = runOf(message);
    const reacted = reactions.get(message.id);
    rows.push({
      type: 'message',
      key: keyOf(message),
      day,
      message,
      isFirst: own === '' || own !== run,
      reactions: reacted ? [...reacted.values()].filter(Boolean).join(' ') : '',
      ownReaction: reacted?.get('us') ?? '',
    });
    run = own;
    before = message;
  }
  if (!hasNewer) eventsUntil(null);
  const savedKeys = new Set(messages.map(({ clientKey }) => clientKey));
  for (const pendingMessage of pending) {
    if (savedKeys.has(pendingMessage.clientKey)) continue;
    onDay({ createdAt: pendingMessage.at });
    const own = pendingMessage.isPrivate ? '' : 'pending';
    rows.push({
      type: 'pending',
      key: `k${pendingMessage.clientKey}`,
      day,
      pending: pendingMessage,
      isFirst: own === '' || !/^(?:us|pending)/.test(run),
    });
    run = own;
  }
  return rows;
}

/** Unchanged rows keep their object, so that they are not rendered again. */
export function reuse(before: ReadonlyMap<string, Row>, rows: readonly Row[]): readonly Row[] {
  return rows.map((row) => {
    const old = before.get(row.key);
    return old && isSame(old, row) ? old : row;
  });
}

/** A message keeps the key it had while pending. */
const keyOf = ({ id, clientKey }: Message): string => (clientKey === null ? `m${id}` : `k${clientKey}`);
/** Identifies consecutive messages of one author; notes and calls stand alone. */
function runOf({ isPrivate, mediaType, fromMe, user, contact, isDeleted }: Message): string {
  if (isPrivate || mediaType === 'call_log') return '';
  if (isDeleted) return fromMe ? 'gone-us' : 'gone';
  return fromMe ? `us${user?.id ?? ''}` : `c${contact?.id ?? ''}`;
}

/** The last reaction of each author counts; an empty one removes it. All agents count as one author. */
function reactionsOf(messages: readonly Message[]): Map<number, Map<string, string>> {
  const all = new Map<number, Map<string, string>>();
  for (const { mediaType, quotedMsg, fromMe, contact, body, isDeleted } of messages) {
    if (mediaType !== 'reactionMessage' || !quotedMsg || isDeleted) continue;
    const own = all.get(quotedMsg.id) ?? new Map<string, string>();
    all.set(quotedMsg.id, own.set(fromMe ? 'us' : `c${contact?.id ?? ''}`, body));
  }
  return all;
}

/** Without accesses, and without events outside the loaded part. */
function visibleEvents(
  log: readonly LogEntry[],
  messages: readonly Message[],
  { hasOlder, hasNewer, ticketId }: Pick<RowsInput, 'hasOlder' | 'hasNewer' | 'ticketId'>,
): readonly LogEntry[] {
  const first = messages[0];
  const last = messages.at(-1);
  const from = hasOlder && first?.ticketId === ticketId ? Date.parse(first.createdAt) : -Infinity;
  const to = hasNewer && last ? Date.parse(last.createdAt) : Infinity;
  return log
    .filter(({ type, createdAt }) => {
      const at = Date.parse(createdAt);
      return !hiddenTypes.has(type) && at >= from && at <= to;
    })
    .toSorted((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt) || a.id - b.id);
}
const hiddenTypes = new Set(['access', 'create']);

function isSame(a: Row, b: Row): boolean {
  if (a.type === 'events' && b.type === 'events')
    return (
      a.day === b.day &&
      a.entries.length === b.entries.length &&
      a.entries.every(
        (entry, at) => entry.id === b.entries[at]?.id && entry.target?.queue === b.entries[at].target?.queue,
      )
    );
  const [previous, next] = [a as Record<string, unknown>, b as Record<string, unknown>];
  return Object.keys(next).every((name) => previous[name] === next[name]);
}
