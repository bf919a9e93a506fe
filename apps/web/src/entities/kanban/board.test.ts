import type { Ticket } from '@balcao/contract/endpoints/tickets';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aTicket } from '../../testing/inbox.ts';
import { boardOf, laneOf, applyBoardUpdates, type Board, type BoardContext } from './board.ts';
import type { TicketUpdate } from '../tickets/tickets.updates.ts';

const ME = 4;
const context: BoardContext = {
  viewer: { userId: ME, profile: 'user', flags: new Set(), queueIds: [1], connectionId: null },
  view: { from: '2026-07-10', to: null },
  dayOf: (date) => date.slice(0, 10),
};
const label = (id: number) => ({ id, name: `Coluna ${id}`, color: '#123456' });
const at = (minute: number) => `2026-07-23T12:${String(minute).padStart(2, '0')}:00.000Z`;
const card = (id: number, minute: number, lane: number | null, own: Partial<Ticket> = {}) =>
  aTicket({ id, contactId: id, updatedAt: at(minute), tags: lane === null ? [] : [label(lane)], ...own });
const lanes = (...nexts: (string | null)[]) =>
  [null, 7, 8].map((laneId, n) => ({ laneId, count: nexts[n] ? 90 : 0, next: nexts[n] ?? null }));
const start = (): Board =>
  boardOf(
    [card(1, 30, null), card(2, 20, null), card(3, 25, 7)],
    [
      { laneId: null, count: 2, next: null },
      { laneId: 7, count: 1, next: null },
      { laneId: 8, count: 0, next: null },
    ],
  );
const shape = (board: Board) => board.lanes.map(({ tickets, count }) => [tickets.map(({ id }) => id), count]);
const after = (...updates: TicketUpdate[]) => applyBoardUpdates(start(), updates, context);
const changedTo = (ticket: Ticket): TicketUpdate => ({ type: 'changed', ticket });

describe('the board after what was told', () => {
  const rows: [name: string, news: TicketUpdate[], expected: [number[], number][]][] = [
    [
      'a card that moved stands in its new lane only',
      [changedTo(card(1, 30, 7))],
      [
        [[2], 1],
        [[1, 3], 2],
        [[], 0],
      ],
    ],
    [
      'one whose lane was cleared stands without',
      [changedTo(card(3, 25, null))],
      [
        [[1, 3, 2], 3],
        [[], 0],
        [[], 0],
      ],
    ],
    [
      'a new message brings it to the top',
      [changedTo(card(2, 50, null))],
      [
        [[2, 1], 2],
        [[3], 1],
        [[], 0],
      ],
    ],
    [
      'a new conversation comes in',
      [changedTo(card(9, 40, 8))],
      [
        [[1, 2], 2],
        [[3], 1],
        [[9], 1],
      ],
    ],
    [
      'a lane that is not there counts as none',
      [changedTo(card(9, 40, 99))],
      [
        [[9, 1, 2], 3],
        [[3], 1],
        [[], 0],
      ],
    ],
    [
      'resolved, it leaves',
      [changedTo(card(3, 50, 7, { status: 'closed' }))],
      [
        [[1, 2], 2],
        [[], 0],
        [[], 0],
      ],
    ],
    [
      'taken by a colleague, it leaves',
      [changedTo(card(3, 50, 7, { userId: 5 }))],
      [
        [[1, 2], 2],
        [[], 0],
        [[], 0],
      ],
    ],
    [
      'of another queue it never comes',
      [changedTo(card(9, 40, 7, { userId: null, status: 'pending', queueId: 2 }))],
      shape(start()) as never,
    ],
    [
      'created before the chosen days it never comes',
      [changedTo(card(9, 40, 7, { createdAt: '2026-07-09T12:00:00Z' }))],
      shape(start()) as never,
    ],
    [
      'gone is gone',
      [{ type: 'gone', ticketId: 1 }],
      [
        [[2], 1],
        [[3], 1],
        [[], 0],
      ],
    ],
    ['an older event than what is known changes nothing', [changedTo(card(1, 5, 8))], shape(start()) as never],
  ];
  it.each(rows)('%s', (_, updates, expected) => expect(shape(after(...updates))).toEqual(expected));

  it('is the very same board when nothing concerns it', () => {
    const board = start();
    expect(
      applyBoardUpdates(
        board,
        [
          { type: 'gone', ticketId: 77 },
          { type: 'read', ticketId: 1 },
        ],
        context,
      ),
    ).toBe(board);
  });

  it('forgets what is unread once it was read', () => {
    const board = boardOf([card(1, 30, null, { unreadMessages: 3 })], lanes());
    expect(
      applyBoardUpdates(board, [{ type: 'read', ticketId: 1 }], context).lanes[0]!.tickets[0]!.unreadMessages,
    ).toBe(0);
  });

  it('leaves what stands below the last loaded card to the rest of its lane', () => {
    const board = boardOf([card(1, 30, null)], lanes('1.1'));
    expect(shape(applyBoardUpdates(board, [changedTo(card(9, 10, null))], context))[0]).toEqual([[1], 90]);
    expect(shape(applyBoardUpdates(board, [changedTo(card(9, 40, null))], context))[0]).toEqual([[9, 1], 90]);
  });

  it('has every card once, in its lane, newest first, and counts them right, whatever is told', () => {
    const aCard = fc
      .record({ id: fc.integer({ min: 1, max: 12 }), minute: fc.nat(59), lane: fc.constantFrom(null, 7, 8) })
      .map(({ id, minute, lane }) => changedTo(card(id, minute, lane)));
    const anUpdate = fc.oneof(
      aCard,
      fc.integer({ min: 1, max: 12 }).map((ticketId): TicketUpdate => ({ type: 'gone', ticketId })),
    );
    fc.assert(
      fc.property(fc.array(anUpdate, { maxLength: 40 }), (updates) => {
        const board = applyBoardUpdates(start(), updates, context);
        const all = board.lanes.flatMap(({ tickets }) => tickets.map(({ id }) => id));
        expect(new Set(all).size).toBe(all.length);
        for (const { laneId, tickets, count } of board.lanes) {
          expect(count).toBe(tickets.length);
          expect(tickets.every((ticket) => laneOf(ticket) === laneId)).toBe(true);
          expect(tickets.map(({ updatedAt }) => updatedAt)).toEqual(
            tickets
              .map(({ updatedAt }) => updatedAt)
              .toSorted()
              .toReversed(),
          );
        }
      }),
      { numRuns: 200 },
    );
  });
});
