import { describe, expect, it } from 'vitest';
import { buildRows } from './row-builder.ts';

const resultOf = (names: string[], ...rows: unknown[][]) => ({ fields: names.map((name) => ({ name })), rows });

describe('rows built from arrays', () => {
  it('have their columns in order, with every kind of value', () => {
    const at = new Date();
    expect(buildRows(resultOf(['id', 'name', 'at', 'ids'], [1, 'Ana', at, [2, 3]], [2, null, null, []]))).toEqual([
      { id: 1, name: 'Ana', at, ids: [2, 3] },
      { id: 2, name: null, at: null, ids: [] },
    ]);
    expect(buildRows(resultOf(['id']))).toEqual([]);
  });

  it('take the last of two columns with the same name, as the driver does', () =>
    expect(buildRows(resultOf(['id', 'id'], [1, 2]))).toEqual([{ id: 2 }]));

  it.each(['?column?', 'with "quotes"', 'a\\b', '${1}', '`', '__proto__', 'constructor', '\u2028', ']: 1, ["x'])(
    'can have a column %s',
    (name) => {
      const [row] = buildRows<Record<string, unknown>>(resultOf([name], [7]));
      expect(Object.entries(row!)).toEqual([[name, 7]]);
      expect(Object.getPrototypeOf(row)).toBe(Object.prototype);
    },
  );

  it('do not mix two results with the same names in another order', () => {
    expect(buildRows(resultOf(['a', 'b'], [1, 2]))).toEqual([{ a: 1, b: 2 }]);
    expect(buildRows(resultOf(['b', 'a'], [1, 2]))).toEqual([{ b: 1, a: 2 }]);
  });
});
