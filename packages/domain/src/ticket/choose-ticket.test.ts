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

describe('an arriving message', () => {
  it.each(['open', 'pending', 'group', 'nps', 'lgpd'] as const)('joins the %s ticket that is there', (status) => {
    expect(chooseTicket(facts({ latest: { id: 5, status, updatedAt: minutesAgo(9999) } }))).toEqual({
      into: 'same',
      ticketId: 5,
    });
  });
  it('reopens the last ticket within the time, and not a minute later', () => {
    const connection = { reopenMinutes: 60, groupAsTicket: false };
    expect(chooseTicket(facts({ latest: closed(59), connection }))).toEqual({ into: 'reopened', ticketId: 5 });
    expect(chooseTicket(facts({ latest: closed(61), connection }))).toEqual({
      into: 'new',
      status: 'pending',
      isBot: true,
    });
    expect(chooseTicket(facts({ latest: closed(0) }))).toEqual({ into: 'new', status: 'pending', isBot: true });
  });
  it('of a new customer waits for the bot, or for consent first', () => {
    expect(chooseTicket(facts())).toEqual({ into: 'new', status: 'pending', isBot: true });
    expect(chooseTicket(facts({ asksConsent: true }))).toEqual({ into: 'new', status: 'lgpd', isBot: true });
  });
  it('of a group is listened to, or handled as a ticket, never by the bot', () => {
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
