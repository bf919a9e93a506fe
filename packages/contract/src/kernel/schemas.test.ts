import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import {
  clockTime,
  color,
  id,
  idParams,
  onOff,
  onOffInput,
  optionalId,
  pageQuery,
  plainText,
  requiredText,
} from './schemas.ts';

const read = (schema: z.ZodType, value: unknown) => schema.safeParse(value).data;
const isAccepted = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;

describe('id', () => {
  it.each([
    [1, 1],
    [2_147_483_647, 2_147_483_647],
    ['1', 1],
    ['42', 42],
    ['2147483647', 2_147_483_647],
  ])('%j is parsed as %j', (value, expected) => {
    expect(read(id, value)).toBe(expected);
  });

  it.each([
    0,
    -1,
    1.5,
    NaN,
    Infinity,
    2_147_483_648,
    2 ** 53,
    '0',
    '-1',
    '1.0',
    '1e0',
    ' 1',
    '1 ',
    '01',
    '+1',
    '0x1',
    '',
    '2147483648',
    '99999999999',
    '１',
    '1\n',
    true,
    null,
    undefined,
    [1],
    { id: 1 },
  ])('%j is refused', (value) => {
    expect(isAccepted(id, value)).toBe(false);
    expect(isAccepted(idParams, { id: value })).toBe(false);
  });

  it('accepts only the canonical text of a number', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.integer().map(String), fc.double().map(String)),
        (text) => !isAccepted(id, text) || String(read(id, text)) === text,
      ),
    );
  });

  it('can be empty in a form', () => {
    expect(['', null, undefined, 5, '5'].map((value) => read(optionalId, value))).toEqual([
      null,
      null,
      undefined,
      5,
      5,
    ]);
    for (const value of ['x', 0, false, []]) expect(isAccepted(optionalId, value)).toBe(false);
  });
});

describe('on/off value', () => {
  it.each([
    ['enabled', 'enabled'],
    ['enable', 'enabled'],
    [true, 'enabled'],
    ['disabled', 'disabled'],
    ['disable', 'disabled'],
    [false, 'disabled'],
  ])('%j is parsed as %j', (value, expected) => {
    expect(read(onOffInput, value)).toBe(expected);
  });
  it.each(['on', 'true', 'ENABLED', '', 1, 0, null, undefined, []])('%j is refused', (value) => {
    expect(isAccepted(onOffInput, value)).toBe(false);
  });
  it('has one form in responses', () => {
    expect(['enabled', 'disabled', 'enable', true].map((value) => isAccepted(onOff, value))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('page of a list', () => {
  it.each([
    [{}, { searchParam: '', pageNumber: 1 }],
    [
      { pageNumber: '3', searchParam: 'abc' },
      { searchParam: 'abc', pageNumber: 3 },
    ],
    [{ other: 'x' }, { searchParam: '', pageNumber: 1 }],
  ])('%j', (query, expected) => {
    expect(read(pageQuery, query)).toEqual(expected);
  });
  it.each(['0', '-1', '1.5', '', 'x', ' 1', '01', '10000000', ['1', '2'], 1])('page %j is refused', (pageNumber) => {
    expect(isAccepted(pageQuery, { pageNumber })).toBe(false);
  });
  it.each(['a'.repeat(201), 'a\0b', ['a'], {}, 7])('searching for %j is refused', (searchParam) => {
    expect(isAccepted(pageQuery, { searchParam })).toBe(false);
  });
});

describe('texts', () => {
  it('refuse NUL and texts over the maximum length', () => {
    expect([isAccepted(plainText(3), 'abc'), isAccepted(plainText(3), 'abcd'), isAccepted(plainText(), 'a\0')]).toEqual(
      [true, false, false],
    );
  });
  it('trim outer spaces', () => {
    expect(read(requiredText(2, 10), '  ab  ')).toBe('ab');
    expect(isAccepted(requiredText(2, 10), '   a   ')).toBe(false);
  });
  it.each(['#abc', '#ABCDEF', '#1E90FF80'])('%s is a color', (value) => expect(isAccepted(color, value)).toBe(true));
  it.each(['abc', '#ab', '#abcd', '#abcde', '#gggggg', 'red', '#abc;x', ''])('%j is refused', (value) =>
    expect(isAccepted(color, value)).toBe(false),
  );
  it.each(['00:00', '23:59', '08:30'])('%s is a time', (value) => expect(isAccepted(clockTime, value)).toBe(true));
  it.each(['24:00', '8:30', '12:60', '12:5', '12:00:00', ' 12:00', ''])('%j is refused', (value) =>
    expect(isAccepted(clockTime, value)).toBe(false),
  );
});
