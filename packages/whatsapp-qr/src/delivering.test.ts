import { expect, it } from 'vitest';
import { createDelivering } from './delivering.ts';
import type { WireDelivery, WireItem } from './wire.ts';

const said = (id: string, text: string): WireItem => ({
  item: 'message',
  id,
  chat: { phone: '5500911110001' },
  mine: false,
  at: 5,
  said: { kind: 'text', text },
});

it('what is too long for the house is told of, and holds up nobody; there is room again when all is safe', async () => {
  const laid: WireDelivery[] = [];
  const delivering = createDelivering({
    async lay(body) {
      if (body.length > 1_500_000) throw new Error('too long');
      laid.push(JSON.parse(body) as WireDelivery);
    },
    mostWaiting: 1000,
  });
  delivering.add([said('A', 'x'.repeat(2_000_000)), said('B', 'y'.repeat(1000))]);
  expect([delivering.isFull(), delivering.hasRoom()]).toEqual([true, false]);
  await delivering.idle(2000);
  expect([delivering.waiting(), delivering.isFull(), delivering.hasRoom()]).toEqual([0, false, true]);
  expect(laid.flatMap(({ items }) => items)).toMatchObject([
    { id: 'A', said: { kind: 'strange', what: 'tooLong' } },
    { id: 'B', said: { kind: 'text' } },
  ]);
  expect(new Set(laid.map(({ mark }) => mark)).size).toBe(laid.length);
});
