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

describe('board updates', () => {
  const rows: [name: string, news: TicketUpdate[], expected: [number[], number][]][] = [
    [
      'move a card to its new lane',
      [changedTo(card(1, 30, 7))],
      [
        [[2], 1],
        [[1, 3], 2],
        [[], 0],
      ],
    ],
    [
      'move a card without a lane to the first column',
      [changedTo(card(3, 25, null))],
      [
        [[1, 3, 2], 3],
        [[], 0],
        [[], 0],
      ],
    ],
    [
      'move a card with a new message to the top',
      [changedTo(card(2, 50, null))],
      [
        [[2, 1], 2],
        [[3], 1],
        [[], 0],
      ],
    ],
    [
      'insert a new ticket',
      [changedTo(card(9, 40, 8))],
      [
        [[1, 2], 2],
        [[3], 1],
        [[9], 1],
      ],
    ],
    [
      'treat an unknown lane as none',
      [changedTo(card(9, 40, 99))],
      [
        [[9, 1, 2], 3],
        [[3], 1],
        [[], 0],
      ],
    ],
    [
      'remove a resolved ticket',
      [changedTo(card(3, 50, 7, { status: 'closed' }))],
      [
        [[1, 2], 2],
        [[], 0],
        [[], 0],
      ],
    ],
    [
      'remove a ticket accepted by a colleague',
      [changedTo(card(3, 50, 7, { userId: 5 }))],
      [
        [[1, 2], 2],
        [[], 0],
        [[], 0],
      ],
    ],
    [
      'ignore a ticket of a queue the user is not in',
      [changedTo(card(9, 40, 7, { userId: null, status: 'pending', queueId: 2 }))],
      shape(start()) as never,
    ],
    [
      'ignore a ticket created before the chosen days',
      [changedTo(card(9, 40, 7, { createdAt: '2026-07-09T12:00:00Z' }))],
      shape(start()) as never,
    ],
    [
      'remove a deleted ticket',
      [{ type: 'gone', ticketId: 1 }],
      [
        [[2], 1],
        [[3], 1],
        [[], 0],
      ],
    ],
    ['ignore an event older than the known ticket', [changedTo(card(1, 5, 8))], shape(start()) as never],
  ];
  it.each(rows)('%s', (_, updates, expected) => expect(shape(after(...updates))).toEqual(expected));

  it('return the same object when nothing concerns the board', () => {
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

  it('clear the unread count of a read ticket', () => {
    const board = boardOf([card(1, 30, null, { unreadMessages: 3 })], lanes());
    expect(
      applyBoardUpdates(board, [{ type: 'read', ticketId: 1 }], context).lanes[0]!.tickets[0]!.unreadMessages,
    ).toBe(0);
  });

  it('leave tickets below the last loaded card to the next page of the lane', () => {
    const board = boardOf([card(1, 30, null)], lanes('1.1'));
    expect(shape(applyBoardUpdates(board, [changedTo(card(9, 10, null))], context))[0]).toEqual([[1], 90]);
    expect(shape(applyBoardUpdates(board, [changedTo(card(9, 40, null))], context))[0]).toEqual([[9, 1], 90]);
  });

  it('keep every card once, in its lane, newest first, with the right counts, after random updates', () => {
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
