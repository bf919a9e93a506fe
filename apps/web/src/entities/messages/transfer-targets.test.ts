import { describe, expect, it } from 'vitest';
import type { LogEntry } from './ticket-log.ts';
import { withTransferTargets } from './transfer-targets.ts';

const sales = { id: 1, name: 'Vendas' };
const support = { id: 2, name: 'Suporte' };
const rute = { id: 8, name: 'Rute Lins' };
const entry = (id: number, type: string, own: Partial<LogEntry> = {}): LogEntry => ({
  id,
  type,
  ticketId: 1,
  userId: 4,
  queueId: 1,
  createdAt: '2026-07-22T19:41:00.000Z',
  user: { id: 4, name: 'Caio Andrade' },
  queue: sales,
  why: null,
  ...own,
});

describe('where a transfer went', () => {
  it('is the agent who received it, with the queue, named once [F-U27]', () => {
    const log = [
      entry(1, 'open'),
      entry(2, 'transfered'),
      entry(3, 'receivedTransfer', { user: rute, queue: support }),
    ];
    expect(withTransferTargets(log, support)).toEqual([
      entry(1, 'open'),
      entry(2, 'transfered', { target: { user: 'Rute Lins', queue: 'Suporte' } }),
    ]);
  });

  it('is the queue of the next entry, else the present one; an access in between does not count [F-U27]', () => {
    const first = [entry(1, 'transfered'), entry(2, 'access'), entry(3, 'open', { user: rute, queue: support })];
    expect(withTransferTargets(first, sales)[0]).toHaveProperty('target', { user: null, queue: 'Suporte' });
    expect(withTransferTargets([entry(1, 'transfered')], support)[0]).toHaveProperty('target.queue', 'Suporte');
    expect(withTransferTargets([entry(1, 'transfered')], null)[0]).not.toHaveProperty('target');
  });

  it('does not depend on the order of the log [F-U27]', () => {
    const log = [entry(3, 'receivedTransfer', { user: rute, queue: support }), entry(2, 'transfered')];
    expect(withTransferTargets(log, sales).map(({ id, target }) => [id, target?.user])).toEqual([[2, 'Rute Lins']]);
  });
});
