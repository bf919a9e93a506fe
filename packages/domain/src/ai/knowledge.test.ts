import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunksOf, MAX_CHUNK_LENGTH, MAX_CHUNKS } from './knowledge.ts';

/** Any UTF-16 units, halves of characters included. */
const anyText = fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units));

const withoutBlanks = (text: string): string => text.replace(/[\s\0]+/g, '');

describe('chunks of knowledge', () => {
  it('join short paragraphs and split long ones at sentences', () => {
    expect(chunksOf('Um.\n\nDois.\n \n\nTrês.')).toEqual(['Um.\n\nDois.\n\nTrês.']);
    const sentence = `${'palavra '.repeat(60)}fim.`;
    const chunks = chunksOf([sentence, sentence, sentence, sentence].join(' '));
    expect(chunks).toHaveLength(2);
    for (const chunk of chunks) expect(chunk).toMatch(/fim\.$/);
  });

  it('have a limited number', () => {
    expect(chunksOf(`${'x'.repeat(MAX_CHUNK_LENGTH)}\n\n`.repeat(MAX_CHUNKS + 5))).toHaveLength(MAX_CHUNKS);
    expect(chunksOf(' \n\n ')).toEqual([]);
  });

  it('contain every word in its order and are never too long', () => {
    const piece = fc.oneof(anyText, fc.constantFrom('\n\n', ' ', '. ', 'á'.repeat(2500), '😀'.repeat(700)));
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join('')),
        (text) => {
          const chunks = chunksOf(text);
          expect(withoutBlanks(chunks.join(' '))).toBe(withoutBlanks(text.toWellFormed()));
          for (const chunk of chunks) {
            expect(chunk.length).toBeLessThanOrEqual(MAX_CHUNK_LENGTH);
            expect(chunk.isWellFormed()).toBe(true);
          }
        },
      ),
    );
  });
});
