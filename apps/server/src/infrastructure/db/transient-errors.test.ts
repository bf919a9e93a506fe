import { describe, expect, it } from 'vitest';
import { AppError } from '../app-error.ts';
import { databaseTroubleOf } from './transient-errors.ts';

const withCode = (code: string) => Object.assign(new Error('the database failed'), { code });

describe('failures of the database [F-H1]', () => {
  it.each(['40001', '40P01', '55P03', '57014'])('%s is contention', (code) => {
    expect(databaseTroubleOf(withCode(code))).toBe('contention');
  });

  it.each([
    '08006',
    '08P01',
    '53100',
    '53200',
    '53300',
    '57P01',
    '57P02',
    '57P03',
    '58030',
    'ECONNRESET',
    'ECONNREFUSED',
  ])('%s means that the database is unavailable', (code) => {
    expect(databaseTroubleOf(withCode(code))).toBe('unavailable');
  });

  it('are recognized inside an error that wraps them, and without a code', () => {
    expect(databaseTroubleOf(new Error('failed query', { cause: withCode('55P03') }))).toBe('contention');
    expect(databaseTroubleOf(new Error('Connection terminated unexpectedly'))).toBe('unavailable');
    expect(databaseTroubleOf(new AppError('ERR_BUSY'))).toBe('unavailable');
  });

  it('a missing Unix socket means that the database is unavailable, a missing file does not', () => {
    const missing = (syscall: string) => Object.assign(withCode('ENOENT'), { syscall });
    expect(databaseTroubleOf(missing('connect'))).toBe('unavailable');
    expect(databaseTroubleOf(missing('open'))).toBeUndefined();
  });

  it.each(['23505', '22P02', 'P0001', '42703', '57P'])('%s is a failure of the work itself', (code) => {
    expect(databaseTroubleOf(withCode(code))).toBeUndefined();
  });

  it('nothing else is one', () => {
    for (const thrown of [new TypeError('peer'), 'text', null, undefined, { code: '55P03' }])
      expect(databaseTroubleOf(thrown)).toBeUndefined();
  });
});
