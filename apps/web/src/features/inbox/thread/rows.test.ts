import { describe, expect, it } from 'vitest';
import { aMessage } from '../../../testing/inbox.ts';
import { reuse, rowsOf, type Row } from './rows.ts';

const at = (minute: number) => new Date(2026, 6, 23, 9, minute).toISOString();
const input = { hasOlder: false, hasNewer: false, ticketId: 48213, log: [], pending: [], unread: null };
const shape = (rows: readonly Row[]) =>
  rows.map((row) => ('isFirst' in row ? `${row.type}${row.isFirst ? '!' : ''}` : row.type));
const event = (id: number, minute: number) => ({
  id,
  type: 'queue',
  ticketId: 48213,
  userId: null,
  queueId: 1,
  createdAt: at(minute),
  user: null,
  queue: { id: 1, name: 'Vendas' },
  why: null,
});

describe('the rows of a thread', () => {
  it('start a new run with another author, a note, an event or a day', () => {
    const messages = [
      aMessage({ id: 1, createdAt: at(1) }),
      aMessage({ id: 2, createdAt: at(2) }),
      aMessage({ id: 3, createdAt: at(3), fromMe: true }),
      aMessage({ id: 4, createdAt: at(4), fromMe: true, isPrivate: true }),
      aMessage({ id: 5, createdAt: at(5), fromMe: true }),
      aMessage({ id: 6, createdAt: at(7), fromMe: true }),
      aMessage({ id: 7, createdAt: new Date(2026, 6, 24, 9).toISOString(), fromMe: true }),
    ];
    expect(shape(rowsOf({ ...input, messages, log: [event(1, 6)] }))).toEqual([
      'day',
      'message!',
      'message',
      'message!',
      'message!',
      'message!',
      'events',
      'message!',
      'day',
      'message!',
    ]);
  });

  it('keep the server’s order, whatever the timestamps are', () => {
    const messages = [aMessage({ id: 1, createdAt: at(9) }), aMessage({ id: 2, createdAt: at(2) })];
    const rows = rowsOf({ ...input, messages });
    expect(rows.flatMap((row) => (row.type === 'message' ? [row.message.id] : []))).toEqual([1, 2]);
  });

  it('omit events outside the loaded part', () => {
    const messages = [aMessage({ id: 1, createdAt: at(10) }), aMessage({ id: 2, createdAt: at(20) })];
    const log = [event(1, 5), event(2, 15), event(3, 25)];
    const ids = (rows: Row[]) => rows.flatMap((row) => (row.type === 'events' ? row.entries.map(({ id }) => id) : []));
    expect(ids(rowsOf({ ...input, messages, log }))).toEqual([1, 2, 3]);
    expect(ids(rowsOf({ ...input, messages, log, hasOlder: true }))).toEqual([2, 3]);
    expect(ids(rowsOf({ ...input, messages, log, hasNewer: true }))).toEqual([1, 2]);
  });

  it('show a reaction to a message that is not loaded as its own row', () => {
    const quotedMsg = {
      id: 1,
      wid: 'w',
      fromMe: false,
      mediaUrl: null,
      body: 'Oi',
      mediaType: 'conversation',
      contact: null,
    };
    const reaction = aMessage({ id: 9, mediaType: 'reactionMessage', body: '👍', quotedMsg });
    expect(shape(rowsOf({ ...input, messages: [reaction] }))).toEqual(['day', 'reaction']);
    const both = rowsOf({ ...input, messages: [aMessage({ id: 1 }), reaction] });
    expect(both.find((row) => row.type === 'message')).toMatchObject({ reactions: '👍' });
    expect(shape(both)).toEqual(['day', 'message!']);
  });

  it('reuse the objects of unchanged rows only', () => {
    const messages = [aMessage({ id: 1 }), aMessage({ id: 2 })];
    const before = rowsOf({ ...input, messages });
    const previousRows = new Map(before.map((row) => [row.key, row]));
    const changed = { ...messages[1]!, ack: 4 };
    const after = reuse(previousRows, rowsOf({ ...input, messages: [messages[0]!, changed] }));
    expect(after[1]).toBe(before[1]);
    expect(after[2]).not.toBe(before[2]);
  });
});
