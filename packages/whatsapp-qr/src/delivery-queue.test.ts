import { expect, it } from 'vitest';
import { createDeliveryQueue } from './delivery-queue.ts';
import type { WireDelivery, WireItem } from './wire.ts';

const messageItem = (id: string, text: string): WireItem => ({
  item: 'message',
  id,
  chat: { phone: '5500911110001' },
  fromMe: false,
  at: 5,
  content: { kind: 'text', text },
});

it('replaces an oversized item by a placeholder, delivers the next one and has capacity again when empty', async () => {
  const delivered: WireDelivery[] = [];
  const deliveryQueue = createDeliveryQueue({
    async deliver(body) {
      if (body.length > 1_500_000) throw new Error('too long');
      delivered.push(JSON.parse(body) as WireDelivery);
    },
    maxQueuedCharacters: 1000,
  });
  deliveryQueue.add([messageItem('A', 'x'.repeat(2_000_000)), messageItem('B', 'y'.repeat(1000))]);
  expect([deliveryQueue.isFull(), deliveryQueue.hasCapacity()]).toEqual([true, false]);
  await deliveryQueue.idle(2000);
  expect([deliveryQueue.waiting(), deliveryQueue.isFull(), deliveryQueue.hasCapacity()]).toEqual([0, false, true]);
  expect(delivered.flatMap(({ items }) => items)).toMatchObject([
    { id: 'A', content: { kind: 'strange', what: 'tooLong' } },
    { id: 'B', content: { kind: 'text' } },
  ]);
  expect(new Set(delivered.map(({ mark }) => mark)).size).toBe(delivered.length);
});
