import fc from 'fast-check';
import pg from 'pg';
import { expect, it } from 'vitest';
import { parseTimestamp } from './timestamps.ts';

const byDriver = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => Date;

it.each([
  '2026-11-18 02:00:00+00',
  '2026-11-18 02:00:00.1+00',
  '2026-11-18 02:00:00.123456+00',
  '2026-11-18 02:00:00.999999+00',
  '2026-11-17 23:00:00.5-03',
  '2026-11-18 05:30:00+05:30',
  '0044-03-15 12:00:00+00',
  '0044-03-15 12:00:00+00 BC',
  '12026-01-01 00:00:00+00',
  'infinity',
  '-infinity',
])('the time %s is parsed as the driver parses it', (text) => expect(parseTimestamp(text)).toEqual(byDriver(text)));

it('any time with microseconds is parsed as the driver parses it', () =>
  fc.assert(
    fc.property(
      fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
      fc.integer({ min: 0, max: 999 }),
      (date, micros) => {
        const text = date
          .toISOString()
          .replace('T', ' ')
          .replace('Z', `${String(micros).padStart(3, '0')}+00`);
        expect(parseTimestamp(text)).toEqual(byDriver(text));
      },
    ),
  ));
