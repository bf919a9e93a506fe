import { describe, expect, it } from 'vitest';
import { addBlock, moveBlock } from './blocks.ts';
import { fileFault } from './files.ts';

describe('blocks of a content node', () => {
  it('numbers each kind by itself and turns «recorded now» on for new audio [M-261] [M-263]', () => {
    let blocks = addBlock([], 'text');
    for (const type of ['interval', 'text', 'image', 'audio', 'video'] as const) blocks = addBlock(blocks, type);
    expect(blocks.map(({ id }) => id)).toEqual(['message1', 'interval1', 'message2', 'img1', 'audio1', 'video1']);
    expect(blocks[4]).toMatchObject({ record: true });
    expect(addBlock(blocks.toSpliced(0, 1), 'text').at(-1)?.id).toBe('message3');
    expect(
      moveBlock(blocks, 0, 1)
        .map(({ id }) => id)
        .slice(0, 2),
    ).toEqual(['interval1', 'message1']);
  });

  it('accepts files by ending and size [M-263]', () => {
    const MB = 1_048_576;
    expect(fileFault('image', { name: 'Vitrine.JPG', size: 2 * MB })).toBeUndefined();
    expect(fileFault('image', { name: 'vitrine.png', size: 2 * MB + 1 })).toBe('tooLargeFile');
    expect(fileFault('image', { name: 'vitrine.svg', size: 10 })).toBe('wrongFile');
    expect(fileFault('audio', { name: 'oi.opus', size: 5 * MB })).toBeUndefined();
    expect(fileFault('audio', { name: 'oi.mp3', size: 5 * MB + 1 })).toBe('tooLargeFile');
    expect(fileFault('video', { name: 'oi.mp4', size: 20 * MB })).toBeUndefined();
    expect(fileFault('video', { name: 'oi.mp4', size: 20 * MB + 1 })).toBe('tooLargeFile');
  });
});
