import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aMessage, aTicket } from '../../testing/inbox.ts';
import { MOST_KEPT, noThread, withNews, withPage, type News, type ThreadWindow } from './thread-window.ts';

const ticket = aTicket();
const history = Array.from({ length: 400 }, (_, at) => aMessage({ id: (at + 1) * 2, body: `${at}` }));
const ids = ({ messages }: ThreadWindow) => messages.map(({ id }) => id);
const page = (at: 'newest' | 'older' | 'newer' | 'around', from: number, to: number) => ({
  at,
  messages: history.slice(Math.max(from, 0), to),
  hasMore: from > 0,
  hasNewer: to < history.length,
});

describe('the part of a history that is held', () => {
  it('is always in order, without doubles and without holes, however one scrolls and jumps', () => {
    const step = fc.oneof(fc.constant('older' as const), fc.constant('newer' as const), fc.nat(399));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let held = withPage(noThread, page('newest', 380, 400));
        const place = (id: number) => history.findIndex((message) => message.id === id);
        for (const one of steps) {
          const first = place(held.messages[0]!.id);
          const last = place(held.messages.at(-1)!.id);
          if (one === 'older') held = held.hasOlder ? withPage(held, page('older', first - 20, first)) : held;
          else if (one === 'newer') held = held.hasNewer ? withPage(held, page('newer', last + 1, last + 21)) : held;
          else held = withPage(held, page('around', one - 20, one + 21));
          const from = place(held.messages[0]!.id);
          expect(ids(held)).toEqual(history.slice(from, from + held.messages.length).map(({ id }) => id));
          expect(held.hasOlder).toBe(from > 0);
          expect(held.hasNewer).toBe(from + held.messages.length < history.length);
        }
      }),
    );
  });

  it('takes news by what they say, once, and only its own', () => {
    const held = withPage(noThread, page('newest', 390, 400));
    const create = (id: number, ticketId = ticket.id): News => ({
      action: 'create',
      ticket,
      message: aMessage({ id, ticketId }),
    });
    expect(ids(withNews(held, ticket.id, [create(900), create(900), create(901, 3)])).slice(-2)).toEqual([800, 900]);
    expect(withNews(held, ticket.id, [create(901, 3)])).toBe(held);
    expect(withNews(held, ticket.id, [{ action: 'update', message: aMessage({ id: 4 }) }])).toBe(held);
    const edited = withNews(held, ticket.id, [{ action: 'update', message: aMessage({ id: 800, body: 'Nova' }) }]);
    expect(edited.messages.at(-1)?.body).toBe('Nova');
    expect(
      ids(withNews(held, ticket.id, [{ action: 'delete', message: { id: 800, ticketId: ticket.id } }])).at(-1),
    ).toBe(798);
  });

  it('does not lay a new message beside what is not its neighbour', () => {
    const far = withPage(noThread, page('around', 0, 40));
    expect(withNews(far, ticket.id, [{ action: 'create', ticket, message: aMessage({ id: 900 }) }])).toBe(far);
  });

  it('lets go of the far end beyond its bound, and knows that there is more', () => {
    const long = Array.from({ length: MOST_KEPT }, (_, at) => aMessage({ id: at + 1000 }));
    const held: ThreadWindow = { messages: long, hasOlder: true, hasNewer: false };
    const older = withPage(held, { at: 'older', messages: [aMessage({ id: 1 })], hasMore: false, hasNewer: true });
    expect(older.messages.length).toBeLessThan(MOST_KEPT);
    expect(older).toMatchObject({ hasOlder: false, hasNewer: true });
    expect(older.messages[0]?.id).toBe(1);
    const later = withNews(held, ticket.id, [{ action: 'create', ticket, message: aMessage({ id: 99_999 }) }]);
    expect(later.messages.at(-1)?.id).toBe(99_999);
    expect(later).toMatchObject({ hasOlder: true, hasNewer: false });
  });
});
