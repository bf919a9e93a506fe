import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aMessage, aTicket } from '../../testing/inbox.ts';
import {
  MAX_MESSAGES,
  emptyThread,
  applyMessageUpdates,
  withPage,
  type MessageUpdate,
  type ThreadWindow,
} from './thread-window.ts';

const ticket = aTicket();
const history = Array.from({ length: 400 }, (_, at) => aMessage({ id: (at + 1) * 2, body: `${at}` }));
const ids = ({ messages }: ThreadWindow) => messages.map(({ id }) => id);
const page = (at: 'newest' | 'older' | 'newer' | 'around', from: number, to: number) => ({
  at,
  messages: history.slice(Math.max(from, 0), to),
  hasMore: from > 0,
  hasNewer: to < history.length,
});

describe('the loaded part of a history', () => {
  it('is ordered, without duplicates and gaps, after random scrolling and jumping', () => {
    const step = fc.oneof(fc.constant('older' as const), fc.constant('newer' as const), fc.nat(399));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let thread = withPage(emptyThread, page('newest', 380, 400));
        const positionOf = (id: number) => history.findIndex((message) => message.id === id);
        for (const action of steps) {
          const first = positionOf(thread.messages[0]!.id);
          const last = positionOf(thread.messages.at(-1)!.id);
          if (action === 'older')
            thread = thread.hasOlder ? withPage(thread, page('older', first - 20, first)) : thread;
          else if (action === 'newer')
            thread = thread.hasNewer ? withPage(thread, page('newer', last + 1, last + 21)) : thread;
          else thread = withPage(thread, page('around', action - 20, action + 21));
          const from = positionOf(thread.messages[0]!.id);
          expect(ids(thread)).toEqual(history.slice(from, from + thread.messages.length).map(({ id }) => id));
          expect(thread.hasOlder).toBe(from > 0);
          expect(thread.hasNewer).toBe(from + thread.messages.length < history.length);
        }
      }),
    );
  });

  it('applies updates by type, once, and only of its own ticket', () => {
    const thread = withPage(emptyThread, page('newest', 390, 400));
    const create = (id: number, ticketId = ticket.id): MessageUpdate => ({
      action: 'create',
      ticket,
      message: aMessage({ id, ticketId }),
    });
    expect(ids(applyMessageUpdates(thread, ticket.id, [create(900), create(900), create(901, 3)])).slice(-2)).toEqual([
      800, 900,
    ]);
    expect(applyMessageUpdates(thread, ticket.id, [create(901, 3)])).toBe(thread);
    expect(applyMessageUpdates(thread, ticket.id, [{ action: 'update', message: aMessage({ id: 4 }) }])).toBe(thread);
    const edited = applyMessageUpdates(thread, ticket.id, [
      { action: 'update', message: aMessage({ id: 800, body: 'Nova' }) },
    ]);
    expect(edited.messages.at(-1)?.body).toBe('Nova');
    expect(
      ids(applyMessageUpdates(thread, ticket.id, [{ action: 'delete', message: { id: 800, ticketId: ticket.id } }])).at(
        -1,
      ),
    ).toBe(798);
  });

  it('does not append a new message while newer pages are missing', () => {
    const far = withPage(emptyThread, page('around', 0, 40));
    expect(applyMessageUpdates(far, ticket.id, [{ action: 'create', ticket, message: aMessage({ id: 900 }) }])).toBe(
      far,
    );
  });

  it('drops the far end beyond its limit and marks that more exists', () => {
    const long = Array.from({ length: MAX_MESSAGES }, (_, at) => aMessage({ id: at + 1000 }));
    const thread: ThreadWindow = { messages: long, hasOlder: true, hasNewer: false };
    const older = withPage(thread, { at: 'older', messages: [aMessage({ id: 1 })], hasMore: false, hasNewer: true });
    expect(older.messages.length).toBeLessThan(MAX_MESSAGES);
    expect(older).toMatchObject({ hasOlder: false, hasNewer: true });
    expect(older.messages[0]?.id).toBe(1);
    const later = applyMessageUpdates(thread, ticket.id, [
      { action: 'create', ticket, message: aMessage({ id: 99_999 }) },
    ]);
    expect(later.messages.at(-1)?.id).toBe(99_999);
    expect(later).toMatchObject({ hasOlder: true, hasNewer: false });
  });
});
