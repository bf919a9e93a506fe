import { emptyDoc } from '@balcao/domain/flow/new-node';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, NetworkError } from '../../../lib/api.ts';
import { createDraftSaver, type SaveState } from './draft-saver.ts';

const doc = (id: string) => emptyDoc(id);
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start(save: (rev: number, doc: object) => Promise<{ rev: number; hasChanges: boolean }>) {
  const states: SaveState['type'][] = [];
  const saver = createDraftSaver({ rev: 1, save, onState: ({ type }) => states.push(type), onSaved: () => {} });
  return { saver, states };
}

describe('the automatic saving of a draft', () => {
  it('sends the newest document one second after the last change, with the last revision', async () => {
    const sent: [number, object][] = [];
    const { saver, states } = start(async (rev, sentDoc) => {
      sent.push([rev, sentDoc]);
      return { rev: rev + 1, hasChanges: true };
    });
    saver.change(doc('a'));
    await vi.advanceTimersByTimeAsync(900);
    saver.change(doc('b'));
    await vi.advanceTimersByTimeAsync(900);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    expect(sent).toEqual([[1, doc('b')]]);
    expect(states.at(-1)).toBe('saved');
    saver.change(doc('c'));
    await saver.flush();
    expect(sent.at(-1)).toEqual([2, doc('c')]);
  });

  it('keeps what was changed offline and sends it when the server answers again', async () => {
    let isOffline = true;
    const sent: object[] = [];
    const { saver, states } = start(async (rev, sentDoc) => {
      if (isOffline) throw new NetworkError('offline');
      sent.push(sentDoc);
      return { rev: rev + 1, hasChanges: true };
    });
    saver.change(doc('a'));
    expect(await saver.flush()).toBe(false);
    expect(states.at(-1)).toBe('offline');
    expect(saver.hasUnsaved()).toBe(true);
    isOffline = false;
    await vi.advanceTimersByTimeAsync(5000);
    expect(sent).toEqual([doc('a')]);
    expect(states.at(-1)).toBe('saved');
  });

  it('sends the document again after a failure of the server, and not after a refusal', async () => {
    let error: Error | null = new ApiError(500, 'ERR_INTERNAL');
    let count = 0;
    const { saver, states } = start(async (rev) => {
      count += 1;
      if (error) throw error;
      return { rev: rev + 1, hasChanges: true };
    });
    saver.change(doc('a'));
    expect(await saver.flush()).toBe(false);
    expect(states.at(-1)).toBe('failed');
    error = null;
    await vi.advanceTimersByTimeAsync(5000);
    expect([count, states.at(-1)]).toEqual([2, 'saved']);
    error = new ApiError(400, 'ERR_VALIDATION');
    saver.change(doc('b'));
    await saver.flush();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([count, states.at(-1)]).toEqual([3, 'failed']);
  });

  it('stops at a newer draft of a colleague and at a deleted flow', async () => {
    const conflict = JSON.stringify({ rev: 5, by: { id: 2, name: 'Caio' }, at: '2026-11-16T12:00:00.000Z' });
    const first = start(() => Promise.reject(new ApiError(409, conflict)));
    first.saver.change(doc('a'));
    expect(await first.saver.flush()).toBe(false);
    expect(first.states.at(-1)).toBe('conflict');
    first.saver.change(doc('b'));
    expect(first.states.at(-1)).toBe('conflict');
    const second = start(() => Promise.reject(new ApiError(404, 'ERR_NO_FLOW_FOUND')));
    second.saver.change(doc('a'));
    await second.saver.flush();
    expect(second.states.at(-1)).toBe('gone');
  });
});
