import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endStep, MAX_STEPS, record, redo, startHistory, undo, type History } from './history.ts';

type Act = { kind: 'record'; value: number; mark: string | null } | { kind: 'undo' | 'redo' | 'end' };
const acts = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('record' as const),
      value: fc.integer({ min: 0, max: 50 }),
      mark: fc.constantFrom(null, 'a', 'b'),
    }),
    fc.record({ kind: fc.constantFrom('undo' as const, 'redo' as const, 'end' as const) }),
  ),
  { maxLength: 300 },
);
const perform = (history: History<number>, act: Act): History<number> =>
  act.kind === 'record' ? record(history, act.value, act.mark) : { undo, redo, end: endStep }[act.kind](history);
const contentOf = ({ past, present, future }: History<number>) => [...past, present, ...future];

describe('the history of a document', () => {
  it('returns to the same state after undo and redo, whatever happened before', () => {
    fc.assert(
      fc.property(acts, (done) => {
        const history = done.reduce(perform, startHistory(0));
        if (history.past.length > 0) expect(redo(undo(history))).toEqual({ ...history, mark: null });
        if (history.future.length > 0) expect(undo(redo(history))).toEqual({ ...history, mark: null });
        expect(contentOf(undo(history))).toEqual(contentOf(history));
        expect(history.past.length).toBeLessThanOrEqual(MAX_STEPS);
      }),
    );
  });

  it('forgets the steps that were undone as soon as something else changes', () => {
    const changed = record(undo(record(startHistory(1), 2)), 3);
    expect(changed).toMatchObject({ past: [1], present: 3, future: [] });
  });

  it('counts edits with one mark as one step until the step ends', () => {
    const typed = record(record(startHistory(0), 1, 'text'), 2, 'text');
    expect(typed.past).toEqual([0]);
    expect(record(endStep(typed), 3, 'text').past).toEqual([0, 2]);
  });

  it('keeps the last 200 steps', () => {
    let history = startHistory(0);
    for (let value = 1; value <= MAX_STEPS + 5; value++) history = record(history, value);
    expect(history.past).toHaveLength(MAX_STEPS);
    for (let step = 0; step < MAX_STEPS + 50; step++) history = undo(history);
    expect(history.present).toBe(5);
  });
});
