import { describe, expect, it } from 'vitest';
import { aTicket } from '../../../testing/inbox.ts';
import { aConnection, anAgent } from '../../../testing/people.ts';
import { farewellOf } from './farewell.ts';

const me = anAgent({ id: 4, farewellMessage: 'Tchau, {{name}}!' });
const quiet = anAgent({ id: 4 });
const asksRating = (user: typeof me): typeof me => ({
  ...user,
  company: { ...user.company, companieSettings: [{ key: 'userRating', value: 'enabled' }] },
});
const house = aConnection({ id: 2, name: 'Matriz', complationMessage: 'Até logo, {{firstName}}. #{{ticket_id}}' });
/** As those who do not manage connections see it. */
const { qrcode: _hidden, ...brief } = house;

describe('the farewell a customer would read', () => {
  it('is the attendant’s own before the connection’s, with its variables filled in [M-067]', () => {
    expect(farewellOf(aTicket(), me, [house])).toEqual({ text: 'Tchau, Helena Prado!', by: 'attendant' });
    expect(farewellOf(aTicket(), quiet, [house])).toEqual({ text: 'Até logo, Helena. #48213', by: 'connection' });
  });

  it('is the question for a rating where the company asks for one', () => {
    const asking = aConnection({ ...house, ratingMessage: 'De 0 a 10?' });
    expect(farewellOf(aTicket(), asksRating(me), [asking])).toEqual({ text: 'De 0 a 10?', by: 'rating' });
    expect(farewellOf(aTicket({ isGroup: true, status: 'group' }), asksRating(me), [asking])).toBeUndefined();
    expect(farewellOf(aTicket(), asksRating(me), [house])?.by).toBe('attendant');
  });

  it('may be unknown here, and is then still a choice', () => {
    expect(farewellOf(aTicket(), quiet, [brief])).toEqual({ text: null, by: 'connection' });
    expect(farewellOf(aTicket(), quiet, undefined)).toEqual({ text: null, by: 'connection' });
    expect(farewellOf(aTicket({ userId: 9 }), me, [house])).toEqual({ text: null, by: 'attendant' });
  });

  it('is none where nothing can be said or nothing is written', () => {
    expect(farewellOf(aTicket(), quiet, [aConnection({ id: 2 })])).toBeUndefined();
    expect(farewellOf(aTicket({ whatsapp: null }), me, [house])).toBeUndefined();
    const down = { ...aTicket().whatsapp!, status: 'DISCONNECTED' };
    expect(farewellOf(aTicket({ whatsapp: down }), me, [house])).toBeUndefined();
  });
});
