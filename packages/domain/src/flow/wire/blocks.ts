import { MAX_BLOCKS, MAX_INTERVAL_SECONDS, NODE_ID } from '../bounds.ts';
import type { Block, BlockType, NodeData } from '../document.ts';
import { fieldsOf, listOf, writtenText, type Fields, type Raw } from './fields.ts';
import type { ImportNote } from './report.ts';

const MAX_FILE_NAME_LENGTH = 255;
/** The API's names of block types; ids are the name and a number: message1, img2. */
const names: Record<BlockType, string> = {
  text: 'message',
  interval: 'interval',
  image: 'img',
  audio: 'audio',
  video: 'video',
};
const types: readonly BlockType[] = ['text', 'interval', 'image', 'audio', 'video'];

/** The type by its id, which also names it: some programs write `type` in their own words. */
const typeOf = (id: string): BlockType | undefined =>
  types.find((type) => names[type] === id.replace(/(?<!\d)\d+$/, ''));

/** `seq` is the order of the `elements`; without it they are in order. */
export function parseBlocks(
  fields: Fields,
  report: (kind: ImportNote['kind'], subject: string) => void,
): NodeData['singleBlock'] {
  const elements = listOf(fields.raw('elements'));
  const byId = new Map(elements.map((element) => [writtenText(element['number']), element]));
  const seq = fields.raw('seq');
  const ids = Array.isArray(seq) ? [...new Set(seq.map(writtenText))] : [...byId.keys()];
  const blocks = ids.flatMap((id): Block[] => {
    const element = byId.get(id);
    const type = typeOf(id);
    if (!element || !type || !NODE_ID.test(id)) {
      report('valueChanged', `seq ${id}`);
      return [];
    }
    return [blockOf(id, type, fieldsOf(element, report))];
  });
  if (blocks.length > MAX_BLOCKS) report('valueChanged', 'seq');
  return { blocks: blocks.slice(0, MAX_BLOCKS) };
}

function blockOf(id: string, type: BlockType, element: Fields): Block {
  if (type === 'text') return { id, type, text: element.text('value') };
  if (type === 'interval')
    return { id, type, seconds: element.integer('value', { min: 0, max: MAX_INTERVAL_SECONDS, default: 0 }) };
  const file = {
    name: element.text('value', MAX_FILE_NAME_LENGTH),
    original: element.text('original', MAX_FILE_NAME_LENGTH),
  };
  if (type === 'audio') return { id, type, file, record: element.flag('record', true) };
  return { id, type, file, caption: element.text('caption') };
}

export const presentBlocks = ({ blocks }: NodeData['singleBlock']): Raw => ({
  seq: blocks.map(({ id }) => id),
  elements: blocks.map((block) => ({ number: block.id, type: names[block.type], ...presentBlock(block) })),
});
function presentBlock(block: Block): Raw {
  if (block.type === 'text') return { value: block.text };
  if (block.type === 'interval') return { value: block.seconds };
  const { file } = block;
  const more = block.type === 'audio' ? { record: block.record } : { caption: block.caption };
  return { value: file.name, original: file.original, ...more };
}
