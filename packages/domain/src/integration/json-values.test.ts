import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from './http-call.ts';
import { jsonDepth, valueAt } from './json-values.ts';

const json: Json = {
  nome: 'Ana',
  itens: [{ preco: 9.5 }, { preco: 0 }],
  'a/b': { '~c': true },
  vazio: null,
  '': 'sem nome',
};

describe('a value by JSON pointer', () => {
  it.each([
    ['/nome', 'Ana'],
    ['/itens/0/preco', '9.5'],
    ['/itens/1/preco', '0'],
    ['/itens/1', '{"preco":0}'],
    ['/a~1b/~0c', 'true'],
    ['/', 'sem nome'],
    ['', JSON.stringify(json)],
    ['/vazio', ''],
    ['/itens/2', ''],
    ['/itens/-1', ''],
    ['/itens/00', ''],
    ['/itens/length', ''],
    ['/nome/length', ''],
    ['/__proto__', ''],
    ['/constructor/name', ''],
    ['nome', ''],
  ])('%s is %j', (pointer, expected) => expect(valueAt(json, pointer)).toBe(expected));

  it('has at most 4,096 characters', () => {
    expect(valueAt({ a: 'x'.repeat(5000) }, '/a')).toHaveLength(4096);
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (value, pointer) => typeof valueAt(value as Json, pointer) === 'string'),
    );
  });
});

describe('the depth of JSON', () => {
  it.each([
    ['1', 0],
    ['{}', 1],
    ['{"a":[{"b":"]}[["}]}', 3],
    ['"\\"[["', 0],
    ['['.repeat(100_000), 100_000],
  ])('of %.20s is %d', (text, depth) => expect(jsonDepth(text)).toBe(depth));
});
