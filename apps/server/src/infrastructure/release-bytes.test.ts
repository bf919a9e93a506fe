import { expect, it } from 'vitest';
import { releaseBytes } from './release-bytes.ts';

it('the memory of a released piece is free at once', () => {
  const piece = Buffer.allocUnsafeSlow(65_536);
  releaseBytes(piece);
  expect([piece.length, piece.buffer.byteLength]).toEqual([0, 0]);
});

it.each([
  ['a slice of a larger buffer', () => Buffer.alloc(65_536, 'x').subarray(0, 40_000)],
  ['a small piece, whose buffer may be shared', () => Buffer.from('olá')],
  ['shared memory', () => Buffer.from(new SharedArrayBuffer(65_536))],
])('%s is left alone', (_, create) => {
  const piece = create();
  const text = piece.toString();
  releaseBytes(piece);
  expect(piece.length).toBeGreaterThan(0);
  expect(piece.toString()).toBe(text);
});
