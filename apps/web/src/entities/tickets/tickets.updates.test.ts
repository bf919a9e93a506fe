import { describe, expect, it } from 'vitest';
import { aTicket } from '../../testing/inbox.ts';
import { nextPage, PAGE, repaged } from './tickets.list.ts';
import { applyUpdates, type TicketList, type ListView, type TicketUpdate } from './tickets.updates.ts';
import type { Ticket } from './tickets.api.ts';

const ME = 4;
const agent = {
  userId: ME,
  profile: 'user',
  flags: new Set<never>(),
  queueIds: [1, 2],
  connectionId: null,
} as const;

const at = (minute: number) => `2026-07-23T12:${String(minute).padStart(2, '0')}:00.000Z`;
const view = (own: Partial<ListView> = {}): ListView => ({
  tab: 'open',
  showAll: false,
  queueIds: [],
  search: '',
  oldestFirst: false,
  tagIds: [],
  userIds: [],
  connectionIds: [],
  statuses: [],
  ...own,
});
const ticket = (id: number, minute: number, own: Partial<Ticket> = {}) =>
  aTicket({ id, userId: ME, queueId: 1, contactId: id, updatedAt: at(minute), ...own });
const list = (tickets: Ticket[], own: Partial<TicketList> = {}): TicketList => ({
  tickets,
  count: tickets.length,
  hasMore: false,
  ...own,
});
const changedTo = (changedTicket: Ticket): TicketUpdate => ({ type: 'changed', ticket: changedTicket });

const three = [ticket(1, 30), ticket(2, 20), ticket(3, 10)];
const after = (updates: TicketUpdate[], own: Partial<ListView> = {}, current = list(three)) =>
  applyUpdates(current, updates, view(own), agent);
const ids = ({ tickets }: TicketList) => tickets.map(({ id }) => id);

describe('list updates', () => {
  const rows: [name: string, updates: TicketUpdate[], expected: number[], own?: Partial<ListView>][] = [
    ['insert an accepted ticket [M-058]', [changedTo(ticket(9, 40))], [9, 1, 2, 3]],
    ['move a ticket with a new message to the top [M-057]', [changedTo(ticket(3, 50))], [3, 1, 2]],
    ['keep the order after a change without a message', [changedTo(ticket(3, 10, { fromMe: true }))], [1, 2, 3]],
    ['remove a ticket with another status [M-058]', [changedTo(ticket(2, 50, { status: 'closed' }))], [1, 3]],
    [
      'remove a ticket moved to a queue outside the filter [M-058]',
      [changedTo(ticket(2, 50, { queueId: 2 }))],
      [1, 3],
      { queueIds: [1] },
    ],
    [
      'keep a ticket moved to a queue inside the filter',
      [changedTo(ticket(2, 50, { queueId: 2 }))],
      [2, 1, 3],
      { queueIds: [1, 2] },
    ],
    ['keep the user’s own ticket whatever its queue', [changedTo(ticket(2, 50, { queueId: 7 }))], [2, 1, 3]],
    ['remove a ticket transferred to a colleague', [changedTo(ticket(2, 50, { userId: 5 }))], [1, 3]],
    ['remove a deleted ticket [M-058]', [{ type: 'gone', ticketId: 1 }], [2, 3]],
    [
      'keep a ticket that is deleted and then updated',
      [{ type: 'gone', ticketId: 3 }, changedTo(ticket(3, 50))],
      [3, 1, 2],
    ],
    [
      'remove a ticket that is updated and then deleted',
      [changedTo(ticket(3, 50)), { type: 'gone', ticketId: 3 }],
      [1, 2],
    ],
    ['ignore a ticket that the user cannot read', [changedTo(ticket(9, 40, { userId: 5 }))], [1, 2, 3]],
    [
      'append the newest ticket when the oldest come first',
      [changedTo(ticket(9, 40))],
      [3, 2, 1, 9],
      { oldestFirst: true },
    ],
    ['ignore a ticket without the filtered tag', [changedTo(ticket(9, 40))], [], { tagIds: [8] }],
    [
      'insert a ticket of the filtered connection',
      [changedTo(ticket(9, 40, { whatsappId: 6 }))],
      [9],
      { connectionIds: [6] },
    ],
  ];
  it.each(rows)('%s', (_, updates, expected, own = {}) => {
    const start =
      expected.length === 0 || own.connectionIds ? list([]) : own.oldestFirst ? list(three.toReversed()) : list(three);
    expect(ids(after(updates, own, start))).toEqual(expected);
  });

  it('keep every ticket once, however often it was updated [M-057]', () => {
    const updates = Array.from({ length: 200 }, (_, n) => changedTo(ticket((n % 5) + 1, 30 + (n % 20))));
    const result = after(updates);
    expect(new Set(ids(result)).size).toBe(result.tickets.length);
    expect(result.tickets).toHaveLength(5);
    expect(result.count).toBe(5);
  });

  it('clear the unread count of a read ticket [M-058]', () => {
    const unread = list([ticket(1, 30, { unreadMessages: 4 }), ticket(2, 20, { unreadMessages: 1 })]);
    const result = after([{ type: 'read', ticketId: 1 }], {}, unread);
    expect(result.tickets.map(({ unreadMessages }) => unreadMessages)).toEqual([0, 1]);
  });

  it('apply a contact’s new name and tags, and remove it when it lost the filtered tag', () => {
    const vip = { id: 8, name: 'VIP', color: '#e64980' };
    const tagged = list(three.map((row) => ({ ...row, contact: { ...row.contact, id: row.contactId, tags: [vip] } })));
    const contact = { ...tagged.tickets[1]!.contact, name: 'Helena P. Lima', tags: [] };
    const update: TicketUpdate = { type: 'contact', contact: contact as never };
    expect(after([update], {}, tagged).tickets[1]!.contact.name).toBe('Helena P. Lima');
    expect(ids(after([update], { tagIds: [8] }, tagged))).toEqual([1, 3]);
  });

  it('leave tickets beyond the loaded rows to their page', () => {
    const current = list(three, { hasMore: true, count: 90 });
    expect(ids(after([changedTo(ticket(9, 5))], {}, current))).toEqual([1, 2, 3]);
    expect(after([changedTo(ticket(9, 5))], {}, current).count).toBe(91);
    const oldest = list(three.toReversed(), { hasMore: true, count: 90 });
    expect(ids(after([changedTo(ticket(3, 59))], { oldestFirst: true }, oldest))).toEqual([2, 1]);
  });

  it('ignore an event older than the known ticket', () => {
    const result = after([changedTo(ticket(1, 5, { lastMessage: 'ontem' }))]);
    expect(result.tickets[0]!.lastMessage).not.toBe('ontem');
  });

  it('keep the order of a search and insert nothing', () => {
    const result = after([changedTo(ticket(3, 50, { lastMessage: 'nova' })), changedTo(ticket(9, 55))], {
      tab: 'search',
    });
    expect(ids(result)).toEqual([1, 2, 3]);
    expect(result.tickets[2]!.lastMessage).toBe('nova');
  });

  it('show only the newest closed ticket of a conversation', () => {
    const closed = list([ticket(1, 30, { status: 'closed', contactId: 31 }), ticket(2, 20, { status: 'closed' })]);
    const result = after([changedTo(ticket(9, 40, { status: 'closed', contactId: 31 }))], { tab: 'closed' }, closed);
    expect(ids(result)).toEqual([9, 2]);
    expect(result.count).toBe(2);
  });

  it('return the same object when nothing concerns the list', () => {
    const current = list(three);
    expect(applyUpdates(current, [{ type: 'read', ticketId: 77 }], view(), agent)).toBe(current);
    expect(applyUpdates(current, [changedTo(ticket(77, 50, { userId: 5 }))], view(), agent)).toBe(current);
  });
});

describe('pages', () => {
  const many = Array.from({ length: PAGE * 2 }, (_, n) =>
    ticket(1000 - n, 0, { updatedAt: new Date(2e12 - n).toISOString() }),
  );
  const pages = {
    pages: [
      list(many.slice(0, PAGE), { hasMore: true, count: 100 }),
      list(many.slice(PAGE), { hasMore: true, count: 100 }),
    ],
    pageParams: [1, 2],
  };

  it('are cut again after a change, without duplicates', () => {
    const changed = repaged(pages, (page) => ({ ...page, tickets: [ticket(1, 59), ...page.tickets], count: 101 }));
    expect(changed.pages.map(({ tickets }) => tickets.length)).toEqual([PAGE, PAGE, 1]);
    expect(new Set(changed.pages.flatMap(({ tickets }) => tickets.map(({ id }) => id))).size).toBe(PAGE * 2 + 1);
    expect(repaged(pages, (page) => page)).toBe(pages);
  });

  it('continue where the loaded rows end', () => {
    const full = list(many.slice(0, PAGE), { hasMore: true });
    expect(nextPage(full, [full], 1)).toBe(2);
    const shrunk = list(many.slice(0, PAGE - 3), { hasMore: true });
    expect(nextPage(shrunk, [shrunk], 1)).toBe(1);
    expect(nextPage(full, [full, full], 2)).toBe(3);
    expect(nextPage(list([]), [full, list([])], 2)).toBeUndefined();
  });
});
