import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aPanel, aPanelAgent, aPanelTicket } from '../../testing/insight.ts';
import { alarmKey, alarmsOf, columnsOf, countersOf, queueLoads, shortName, visibleTo, waitTone } from './panel-view.ts';

const now = Date.parse('2026-11-17T13:00:00.000Z');
const minutesAgo = (minutes: number) => new Date(now - minutes * 60_000).toISOString();

describe('the color of a wait', () => {
  it.each([
    [0, 10, 'calm'],
    [4.9, 10, 'calm'],
    [5, 10, 'warn'],
    [10, 10, 'warn'],
    [10.1, 10, 'late'],
    [900, null, 'calm'],
  ] as const)('of %d minutes with a target of %d is %s [M-296]', (minutes, target, tone) => {
    expect(waitTone(minutes * 60_000, target)).toBe(tone);
  });
});

describe('the columns', () => {
  const panel = aPanel({
    tickets: [
      aPanelTicket({ id: 1 }),
      aPanelTicket({ id: 2, status: 'open', userId: 4 }),
      aPanelTicket({ id: 3, status: 'open', userId: 4, queueId: 7 }),
      // Proposed to an agent, but not accepted yet.
      aPanelTicket({ id: 4, status: 'pending', userId: 4 }),
    ],
    agents: [
      aPanelAgent({ id: 5, name: 'Ana', online: false }),
      aPanelAgent({ id: 6, name: 'Bia', paused: true }),
      aPanelAgent({ id: 4, queueIds: [] }),
    ],
  });

  it('are the pending conversations and those of each agent, who is online first [M-296]', () => {
    const { pending, agents } = columnsOf(panel, null);
    expect(pending.map(({ id }) => id)).toEqual([1, 4]);
    expect(agents.map(({ agent, tickets }) => [agent.name, tickets.map(({ id }) => id)])).toEqual([
      ['Caio Andrade', [2, 3]],
      ['Bia', []],
      ['Ana', []],
    ]);
    expect(countersOf({ pending, agents })).toMatchObject({ pending: 2, open: 2, online: 2, total: 3 });
  });

  it('of one queue have its conversations, its agents and those who have one of them', () => {
    const { pending, agents } = columnsOf(panel, 7);
    expect(pending).toEqual([]);
    expect(agents.map(({ agent }) => agent.name)).toEqual(['Caio Andrade']);
  });

  it('lose no conversation and show none twice', () => {
    const tickets = fc.array(
      fc.record({
        status: fc.constantFrom('open' as const, 'pending' as const),
        userId: fc.option(fc.constantFrom(1, 2)),
        queueId: fc.option(fc.constantFrom(2, 7)),
      }),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(tickets, (rows) => {
        const all = rows.map((row, at) => aPanelTicket({ id: at + 1, ...row }));
        const shown = all.filter(({ status, userId }) => status === 'pending' || userId !== null);
        const { pending, agents } = columnsOf(
          aPanel({ tickets: all, agents: [aPanelAgent({ id: 1 }), aPanelAgent({ id: 2 })] }),
          null,
        );
        const ids = [...pending, ...agents.flatMap((column) => column.tickets)].map(({ id }) => id);
        expect(ids.toSorted((a, b) => a - b)).toEqual(shown.map(({ id }) => id));
      }),
      { seed: 296 },
    );
  });
});

it('a user who is no admin sees the agents of the own queues and those with a shown conversation', () => {
  const panel = aPanel({
    tickets: [aPanelTicket({ status: 'open', userId: 5 })],
    agents: [
      aPanelAgent({ id: 4, queueIds: [] }),
      aPanelAgent({ id: 5, queueIds: [9] }),
      aPanelAgent({ id: 6, queueIds: [2] }),
      aPanelAgent({ id: 7, queueIds: [9] }),
    ],
  });
  const seen = (seesAllAgents: boolean) =>
    visibleTo(panel, { seesAllAgents, userId: 4, queueIds: [2] }).agents.map(({ id }) => id);
  expect(seen(false)).toEqual([4, 5, 6]);
  expect(seen(true)).toEqual([4, 5, 6, 7]);
});

it('a queue shows who waits the longest and how many agents are online', () => {
  const panel = aPanel({
    tickets: [
      aPanelTicket({ id: 1, waitingSince: minutesAgo(3) }),
      aPanelTicket({ id: 2, waitingSince: minutesAgo(18) }),
      aPanelTicket({ id: 3, queueId: null, queue: null, waitingSince: minutesAgo(1) }),
    ],
    agents: [aPanelAgent(), aPanelAgent({ id: 5, online: false })],
  });
  expect(queueLoads(panel)).toMatchObject([
    { name: 'Suporte', waiting: 2, since: minutesAgo(18), online: 1, target: 10 },
    { id: null, waiting: 1, online: 0 },
  ]);
});

describe('alarms', () => {
  const alarms = (own: Parameters<typeof aPanel>[0]) => {
    const panel = aPanel(own);
    return alarmsOf(panel, columnsOf(panel, null), now);
  };

  it('are the longest late wait, and agents who left a waiting customer', () => {
    const found = alarms({
      tickets: [
        aPanelTicket({ id: 1, waitingSince: minutesAgo(18) }),
        aPanelTicket({ id: 2, waitingSince: minutesAgo(14) }),
        aPanelTicket({ id: 3, status: 'open', userId: 5, waitingSince: minutesAgo(1) }),
      ],
      agents: [aPanelAgent(), aPanelAgent({ id: 5, name: 'Priscila Viana', online: false })],
    });
    expect(found).toMatchObject([
      { kind: 'late', minutes: 18, target: 10, ticket: { id: 1 } },
      { kind: 'left', agent: { id: 5 }, count: 1 },
    ]);
  });

  it('begin with the absence of online agents, and are at most three', () => {
    const agents = [5, 6, 7, 8].map((id) => aPanelAgent({ id, online: false }));
    const found = alarms({
      tickets: [
        aPanelTicket({ id: 1, waitingSince: minutesAgo(18) }),
        ...agents.map(({ id }) => aPanelTicket({ id, status: 'open', userId: id, waitingSince: minutesAgo(1) })),
      ],
      agents,
    });
    expect(found.map(({ kind }) => kind)).toEqual(['nobody', 'late', 'left']);
  });

  it('name a lost connection, which agents who left do not displace', () => {
    const agents = [5, 6, 7].map((id) => aPanelAgent({ id, online: false }));
    const tickets = agents.map(({ id }) =>
      aPanelTicket({ id, status: 'open', userId: id, waitingSince: minutesAgo(1) }),
    );
    const panel = aPanel({ tickets, agents: [aPanelAgent(), ...agents] });
    const lost = [
      { id: 1, name: 'Televendas' },
      { id: 2, name: 'Matriz' },
    ];
    const found = alarmsOf(panel, columnsOf(panel, null), now, lost);
    expect(found.map(alarmKey)).toEqual(['left-5', 'left-6', 'connection-1']);
    expect(alarmsOf({ ...panel, tickets: [] }, columnsOf({ ...panel, tickets: [] }, null), now, lost)).toHaveLength(2);
  });

  it('are none while everybody is answered in time', () => {
    expect(alarms({ tickets: [aPanelTicket({ waitingSince: minutesAgo(3) })] })).toEqual([]);
  });
});

it.each([
  ['Otávio Rangel', 'Otávio R.'],
  ['Maria das Graças Albuquerque', 'Maria A.'],
  ['Seu Ademir', 'Seu A.'],
  ['Edson', 'Edson'],
])('on the wall %s is %s', (name, short) => {
  expect(shortName(name)).toBe(short);
});
