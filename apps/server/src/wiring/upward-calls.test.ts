import { describe, expect, it, vi } from 'vitest';
import type { Tx } from '../infrastructure/db/tx.ts';
import { createUpwardCalls, type UpwardTargets } from './upward-calls.ts';

const tx = {} as Tx;

function createTargets() {
  const record = vi.fn<UpwardTargets['connectionHealth']['record']>();
  const targets = {
    access: { users: { inTx: { find: async (_: Tx, id: number) => (id === 1 ? { id } : undefined) } } },
    connections: { inTx: { find: async () => undefined } },
    tickets: {
      inTx: {
        returnTickets: vi.fn<() => Promise<number>>(async () => 2),
      },
    },
    connectionHealth: { record },
  } as unknown as UpwardTargets;
  return { targets, record };
}

describe('upward calls', () => {
  it('throw the name of the call before all modules are built', () => {
    const { calls } = createUpwardCalls();
    expect(() => calls.userExists(tx, 1)).toThrow('Upward call userExists before all modules are built');
    const { recordDisconnection } = calls;
    expect(() => recordDisconnection(1, 2)).toThrow('recordDisconnection');
  });

  it('reach the modules after they are bound, also through functions taken before', async () => {
    const { calls, bindUpwardCalls } = createUpwardCalls();
    const { userExists } = calls;
    const { targets, record } = createTargets();
    bindUpwardCalls(targets);
    expect(await userExists(tx, 1)).toBe(true);
    expect(await userExists(tx, 2)).toBe(false);
    expect(await calls.connectionExists(tx, 1)).toBe(false);
    calls.recordDisconnection(7, 8);
    calls.recordSendOutcome(7, 8, 'refused');
    expect(record.mock.calls).toEqual([
      [7, 8, 'disconnections'],
      [7, 8, 'refused'],
    ]);
  });

  it('return the tickets of a removed user', async () => {
    const { calls, bindUpwardCalls } = createUpwardCalls();
    const { targets } = createTargets();
    bindUpwardCalls(targets);
    expect(await calls.returnTickets(tx, 5, 10)).toBe(2);
    expect(targets.tickets.inTx.returnTickets).toHaveBeenCalledWith(tx, 5, 10);
  });
});
