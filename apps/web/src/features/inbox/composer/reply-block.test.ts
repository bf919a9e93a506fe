import { describe, expect, it } from 'vitest';
import { aTicket } from '../../../testing/inbox.ts';
import { replyBlockOf, preview } from './reply-block.ts';

const zone = 'America/Sao_Paulo';
const now = new Date('2026-07-23T12:30:00.000Z');

describe('a quick reply', () => {
  it('is previewed with its variables filled in [M-089]', () => {
    const text =
      '{{ms}}, {{firstName}} ({{name}})! {{userName}}, {{queue}}, {{connection}}, {{ticket_id}}, {{protocol}}, {{date}} {{hour}}';
    expect(preview(text, aTicket(), zone, now)).toBe(
      'Bom dia, Helena (Helena Prado)! Caio Andrade, Vendas, Matriz, 48213, 2026072348213, 23/07/2026 09:30',
    );
  });
  it('leaves unknown variables and masked names to the server', () => {
    const hidden = aTicket();
    hidden.contact.name = '5581**-**71';
    expect(preview('Olá {{name}}, {{outra}}', hidden, zone, now)).toBe('Olá {{name}}, {{outra}}');
  });
});

describe('what prevents writing to the customer', () => {
  const at = (own: Parameters<typeof aTicket>[0]) => replyBlockOf(aTicket(own), +now);
  it('is the status of the ticket first, and then the reply window', () => {
    expect(at({ status: 'open' })).toBeNull();
    expect(at({ status: 'group' })).toBeNull();
    expect(at({ status: 'pending' })).toBe('pending');
    expect(at({ status: 'closed', windowEndsAt: '2026-07-01T00:00:00.000Z' })).toBe('closed');
    expect(at({ status: 'open', windowEndsAt: '2026-07-23T12:30:00.000Z' })).toBe('window');
    expect(at({ status: 'open', windowEndsAt: '2026-07-23T12:30:01.000Z' })).toBeNull();
  });
});
