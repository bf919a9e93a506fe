import { describe, expect, it } from 'vitest';
import type { Fault, Received } from './simulator.ts';
import { ana, textMessage, setUpSimulator } from './simulator.fixture.ts';

const simulator = setUpSimulator();
const { call } = simulator;

describe('faults', () => {
  const ends: [Fault, { answered: number; isDone: boolean; became: Received['became'] }][] = [
    ['closed-before', { answered: 0, isDone: false, became: 'cut' }],
    ['silent-before', { answered: 0, isDone: false, became: 'silent' }],
    ['silent-after', { answered: 0, isDone: true, became: 'silent' }],
    ['reset-after', { answered: 0, isDone: true, became: 'cut' }],
    ['trickle', { answered: 0, isDone: true, became: 'silent' }],
    ['garbage', { answered: 200, isDone: false, became: 'answered' }],
    ['garbage-after', { answered: 200, isDone: true, became: 'answered' }],
    [
      { status: 429, retryAfterSeconds: 7 },
      { answered: 429, isDone: false, became: 'refused' },
    ],
    [{ code: 131056 }, { answered: 400, isDone: false, became: 'refused' }],
  ];
  it.each(ends)('%j applies to the next call of its scope only', async (fault, { answered, isDone, became }) => {
    await simulator.graph.control.injectFault({ accountId: '100', to: ana.id, call: 'messages' }, fault);
    expect((await call('POST', '/100/messages', 'wa-token', textMessage('5500900000009', 'outra'))).status).toBe(200);
    const status = await fetch(`${simulator.graph.url}/v24.0/100/messages`, {
      method: 'POST',
      headers: { authorization: 'Bearer wa-token', 'content-type': 'application/json' },
      body: JSON.stringify(textMessage(ana.id, 'oi')),
      signal: AbortSignal.timeout(150),
    })
      .then(
        async (answer) => {
          await answer.text();
          return answer.status;
        },
        () => 0,
      )
      .catch(() => 0);
    expect(status).toBe(answered);
    expect((await simulator.graph.control.received({ call: 'messages' })).at(-1)).toMatchObject({
      to: ana.id,
      isDone,
      became,
    });
    expect(await simulator.graph.control.inbox('100', ana.id)).toHaveLength(isDone ? 1 : 0);
    expect((await call('POST', '/100/messages', 'wa-token', textMessage(ana.id, 'oi'))).status).toBe(200);
  });
});
