/** The blocks of a content node. */
import type { Block, BlockType } from '@balcao/domain/flow/document';

export type FileBlock = Extract<Block, { file: unknown }>;
const prefixes: Record<BlockType, string> = {
  text: 'message',
  interval: 'interval',
  image: 'img',
  audio: 'audio',
  video: 'video',
};
const noFile = { name: '', original: '' };

/** Ids are those of the API: message1, interval2, img1. A number is not used twice. */
export function addBlock(blocks: readonly Block[], type: BlockType): Block[] {
  const numbers = blocks
    .filter((block) => block.type === type)
    .map(({ id }) => Number(/(?<!\d)\d+$/.exec(id)?.[0] ?? 0));
  const id = `${prefixes[type]}${Math.max(0, ...numbers) + 1}`;
  return [...blocks, newBlock(id, type)];
}

function newBlock(id: string, type: BlockType): Block {
  switch (type) {
    case 'text':
      return { id, type, text: '' };
    case 'interval':
      return { id, type, seconds: 3 };
    case 'audio':
      return { id, type, file: noFile, record: true };
    case 'image':
    case 'video':
      return { id, type, file: noFile, caption: '' };
  }
}

export const moveBlock = (blocks: readonly Block[], from: number, to: number): Block[] =>
  blocks.toSpliced(from, 1).toSpliced(to, 0, blocks[from]!);

/** Where the chosen file of a block waits for its upload. */
export const fileKey = ({ id }: Block): string => `blocks.${id}`;
export const isFileBlock = (block: Block): block is FileBlock => 'file' in block;
