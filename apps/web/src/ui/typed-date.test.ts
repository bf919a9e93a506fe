import { describe, expect, it } from 'vitest';
import { completedDay, displayedDay, isoDay, withSlashes } from './typed-date.ts';

describe('a typed day [F-dates]', () => {
  it('is shown as day, month and year', () => {
    expect(displayedDay('2026-12-05')).toBe('05/12/2026');
    expect(displayedDay('')).toBe('');
  });

  it.each([
    ['05', '', '05'],
    ['051', '05', '05/1'],
    ['05122', '05/12', '05/12/2'],
    ['05/12/20261', '05/12/2026', '05/12/2026'],
    ['5.12.2026', '', '5/12/2026'],
    ['2026-12-05', '', '05/12/2026'],
    // The last slash was deleted: it is not inserted again.
    ['05/12', '05/12/', '05/12'],
  ])('«%s» after «%s» becomes «%s»', (text, before, expected) => {
    expect(withSlashes(text, before)).toBe(expected);
  });

  it.each([
    ['', ''],
    ['05/12/2026', '2026-12-05'],
    ['5/1/2026', '2026-01-05'],
    ['29/02/2028', '2028-02-29'],
    ['29/02/2026', undefined],
    ['31/04/2026', undefined],
    ['12/31/2026', undefined],
    ['05/12', undefined],
  ])('«%s» means %s', (text, iso) => {
    expect(isoDay(text)).toBe(iso);
  });

  it('gets its year when the field is left', () => {
    expect(completedDay('5/1', 2026)).toBe('05/01/2026');
    expect(completedDay('5/1/27', 2026)).toBe('05/01/2027');
    expect(completedDay('05/01/2028', 2026)).toBe('05/01/2028');
    expect(completedDay('5', 2026)).toBe('5');
  });
});
