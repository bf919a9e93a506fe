import { describe, expect, it } from 'vitest';
import { aTicket } from '../../../testing/inbox.ts';
import { aConnection, anAgent } from '../../../testing/fixtures.ts';
import { farewellOf } from './farewell.ts';

const me = anAgent({ id: 4, farewellMessage: 'Tchau, {{name}}!' });
const plainAgent = anAgent({ id: 4 });
const withRating = (user: typeof me): typeof me => ({
  ...user,
  company: { ...user.company, companieSettings: [{ key: 'userRating', value: 'enabled' }] },
});
const connection = aConnection({ id: 2, name: 'Matriz', complationMessage: 'Até logo, {{firstName}}. #{{ticket_id}}' });
/** As users who do not manage connections see it. */
const { qrcode: _hidden, ...connectionBrief } = connection;

describe('the farewell that the customer would get', () => {
  it('is the agent’s own before the connection’s, with its variables filled in [M-067]', () => {
    expect(farewellOf(aTicket(), me, [connection])).toEqual({ text: 'Tchau, Helena Prado!', by: 'attendant' });
    expect(farewellOf(aTicket(), plainAgent, [connection])).toEqual({
      text: 'Até logo, Helena. #48213',
      by: 'connection',
    });
  });

  it('is the rating question where the company asks for ratings', () => {
    const ratingConnection = aConnection({ ...connection, ratingMessage: 'De 0 a 10?' });
    expect(farewellOf(aTicket(), withRating(me), [ratingConnection])).toEqual({ text: 'De 0 a 10?', by: 'rating' });
    expect(farewellOf(aTicket({ isGroup: true, status: 'group' }), withRating(me), [ratingConnection])).toBeUndefined();
    expect(farewellOf(aTicket(), withRating(me), [connection])?.by).toBe('attendant');
  });

  it('may be unknown here and is still a choice', () => {
    expect(farewellOf(aTicket(), plainAgent, [connectionBrief])).toEqual({ text: null, by: 'connection' });
    expect(farewellOf(aTicket(), plainAgent, undefined)).toEqual({ text: null, by: 'connection' });
    expect(farewellOf(aTicket({ userId: 9 }), me, [connection])).toEqual({ text: null, by: 'attendant' });
  });

  it('is none where nothing can be sent or no text exists', () => {
    expect(farewellOf(aTicket(), plainAgent, [aConnection({ id: 2 })])).toBeUndefined();
    expect(farewellOf(aTicket({ whatsapp: null }), me, [connection])).toBeUndefined();
    const down = { ...aTicket().whatsapp!, status: 'DISCONNECTED' };
    expect(farewellOf(aTicket({ whatsapp: down }), me, [connection])).toBeUndefined();
  });
});
