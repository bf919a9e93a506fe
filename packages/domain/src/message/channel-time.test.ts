import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { channelTime } from './channel-time.ts';

const now = new Date('2026-11-16T12:00:00.000Z');
const at = (text: string) => channelTime(text, now).toISOString();

describe('the time of a message', () => {
  it.each([
    '2026-11-16T11:59:59.000Z',
    '2019-01-01T00:00:00.000Z',
    '1970-01-01T00:00:01.000Z',
    '2027-11-16T12:00:00.000Z',
  ])('is the one of the channel, also when late or ahead: %s [F-A11]', (text) => expect(at(text)).toBe(text));

  it.each([
    '1970-01-01T00:00:00.000Z',
    '1969-12-31T23:59:59.000Z',
    '2028-01-01T00:00:00.000Z',
    '+275760-09-13T00:00:00.000Z',
    '',
    'ontem',
  ])('is now if it is missing, unreadable or absurdly far: «%s» [F-A11]', (text) =>
    expect(at(text)).toBe(now.toISOString()),
  );

  const isFull = process.env['PROOF'] === 'full';
  const written = fc.oneof(
    fc.string(),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    fc.integer().map(String),
    fc
      .array(fc.constantFrom('2026', '-', '11', 'T', ':', 'Z', '+03:00', '00', '.', '99'))
      .map((parts) => parts.join('')),
  );
  it(
    'is after 1970 and at most a year ahead, whatever the channel writes [FZ-07]',
    () => {
      fc.assert(
        fc.property(written, (text) => {
          const time = +channelTime(text, now);
          expect(time).toBeGreaterThan(0);
          expect(time).toBeLessThanOrEqual(Date.parse('2027-11-17T12:00:00.000Z'));
        }),
        { numRuns: isFull ? 1_000_000 : 5000 },
      );
    },
    isFull ? 3_600_000 : 60_000,
  );
});
