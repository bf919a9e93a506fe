import { reportParts } from '@balcao/domain/insight/metrics';
import { defaultParseSearch, defaultStringifySearch } from '@tanstack/react-router';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../../lib/days.ts';
import { emptyFilter, filterOf, reportLink, reportStatuses, searchOf, type ReportFilter } from './report-filter.ts';

const ids = fc.uniqueArray(fc.integer({ min: 1, max: 9_999_999 }), { maxLength: 5 });
const filters: fc.Arbitrary<ReportFilter> = fc
  .record({
    start: fc.integer({ min: 0, max: 20_000 }),
    length: fc.integer({ min: 0, max: 400 }),
    by: fc.constantFrom('conversation' as const, 'cycle' as const),
    contactId: fc.option(fc.integer({ min: 1, max: 1_000_000 })),
    whatsappIds: ids,
    userIds: ids,
    queueIds: ids,
    tagIds: ids,
    status: fc.subarray([...reportStatuses]),
    onlyRated: fc.boolean(),
    part: fc.option(fc.constantFrom(...reportParts)),
    score: fc.option(fc.integer({ min: 0, max: 10 })),
    hour: fc.option(fc.integer({ min: 0, max: 500_000 }).map((n) => new Date(n * 3_600_000).toISOString())),
    searchParam: fc.constantFrom('', 'Marina', 'ótica 12', '12', 'true'),
  })
  .map(({ start, length, ...filter }) => ({
    ...filter,
    dateFrom: addDays('1980-01-01', start),
    dateTo: addDays('1980-01-01', start + length),
  }));

describe('the filter of a report in the address', () => {
  it('is read as it was written [M-293]', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        expect(filterOf(defaultParseSearch(defaultStringifySearch(searchOf(filter))))).toEqual(filter);
      }),
      { seed: 293, numRuns: 300 },
    );
  });

  it('starts with this month and has only what differs from that', () => {
    const { dateFrom, dateTo } = emptyFilter();
    expect(dateFrom.endsWith('-01')).toBe(true);
    expect(reportLink({})).toEqual({ to: '/reports', search: { from: dateFrom, to: dateTo } });
  });

  it.each([
    [{ from: '2026-11-09', to: '2026-11-01' }],
    [{ from: 'x', to: '2026-11-01' }],
    [{ users: 'abc', status: 'nope', contact: {}, rated: true, by: 'all', part: 'x', score: 11, hour: 'x' }],
  ])('ignores what is malformed: %j', (search) => {
    expect(filterOf(search)).toEqual(emptyFilter());
  });
});
