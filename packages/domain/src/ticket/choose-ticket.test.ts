import { describe, expect, it } from 'vitest';
import { chooseTicket, type TicketChoiceFacts } from './choose-ticket.ts';

const now = new Date('2026-03-02T12:00:00Z');
const minutesAgo = (minutes: number) => new Date(+now - minutes * 60_000);
const facts = (changes: Partial<TicketChoiceFacts> = {}): TicketChoiceFacts => ({
  latest: null,
  isGroup: false,
  now,
  connection: { reopenMinutes: 0, groupAsTicket: false },
  asksConsent: false,
  ...changes,
});
const closed = (minutes: number) => ({ id: 5, status: 'closed' as const, updatedAt: minutesAgo(minutes) });

describe('chooseTicket', () => {
  it.each(['open', 'pending', 'group', 'nps', 'lgpd'] as const)('uses the existing ticket with status %s', (status) => {
    expect(chooseTicket(facts({ latest: { id: 5, status, updatedAt: minutesAgo(9999) } }))).toEqual({
      into: 'same',
      ticketId: 5,
    });
  });
  it('reopens the last ticket within the reopen time, and opens a new one after it', () => {
    const connection = { reopenMinutes: 60, groupAsTicket: false };
    expect(chooseTicket(facts({ latest: closed(59), connection }))).toEqual({ into: 'reopened', ticketId: 5 });
    expect(chooseTicket(facts({ latest: closed(61), connection }))).toEqual({
      into: 'new',
      status: 'pending',
      isBot: true,
    });
    expect(chooseTicket(facts({ latest: closed(0) }))).toEqual({ into: 'new', status: 'pending', isBot: true });
  });
  it('opens a ticket of a new customer for the bot, or for consent first', () => {
    expect(chooseTicket(facts())).toEqual({ into: 'new', status: 'pending', isBot: true });
    expect(chooseTicket(facts({ asksConsent: true }))).toEqual({ into: 'new', status: 'lgpd', isBot: true });
  });
  it('opens a group with status group, or pending if groups are tickets, never for the bot', () => {
    expect(chooseTicket(facts({ isGroup: true, asksConsent: true }))).toEqual({
      into: 'new',
      status: 'group',
      isBot: false,
    });
    const connection = { reopenMinutes: 0, groupAsTicket: true };
    expect(chooseTicket(facts({ isGroup: true, connection }))).toEqual({
      into: 'new',
      status: 'pending',
      isBot: false,
    });
  });
});
