import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countsOf, everyRow, excludedRanges, isIncluded, noRow, toggled, includedContacts } from './row-selection.ts';

const outcomes = ['create', 'change', 'unchanged', 'ignored', 'invalid'] as const;
const rowsArbitrary = fc.array(fc.constantFrom(...outcomes), { minLength: 1, maxLength: 60 });
const clicks = fc.array(fc.nat(59), { maxLength: 80 });

const countsFor = (rows: readonly (typeof outcomes)[number][]) => {
  const of = (fate: (typeof outcomes)[number]) => rows.filter((value) => value === fate).length;
  return {
    rows: rows.length,
    created: of('create'),
    changed: of('change'),
    unchanged: of('unchanged'),
    ignored: of('ignored'),
    invalid: of('invalid'),
    excluded: 0,
  };
};

describe('row selection of an import', () => {
  it('excludes exactly the unselected rows and counts the same [M-124]', () => {
    fc.assert(
      fc.property(rowsArbitrary, clicks, fc.boolean(), (rows, indexes, fromAll) => {
        // The header is row 1.
        const all = rows.map((fate, at) => ({ row: at + 2, fate }));
        const selection = indexes
          .flatMap((index) => all[index] ?? [])
          .reduce((now, row) => toggled(now, row), fromAll ? everyRow : noRow);
        const ranges = excludedRanges(selection);
        for (const { row } of all)
          expect(ranges.some(([from, to]) => from <= row && row <= to)).toBe(!isIncluded(selection, row));
        for (const [at, [from, to]] of ranges.entries()) {
          expect(from).toBeLessThanOrEqual(to);
          if (at > 0) expect(from).toBeGreaterThan(ranges[at - 1]![1] + 1);
        }
        const included = all.filter(({ row }) => isIncluded(selection, row));
        const expected = countsFor(included.map(({ fate }) => fate));
        const counted = countsOf(countsFor(rows), selection);
        expect(counted).toEqual({ ...expected, rows: rows.length, excluded: rows.length - included.length });
        expect(includedContacts(counted)).toBe(included.filter(({ fate }) => !/i[gn]/.test(fate.slice(0, 2))).length);
      }),
    );
  });

  it('excludes a million rows as one range', () => {
    expect(excludedRanges(noRow)).toEqual([[1, 1_048_576]]);
    expect(excludedRanges(everyRow)).toEqual([]);
  });
});
