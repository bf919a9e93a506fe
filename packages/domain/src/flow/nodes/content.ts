import type { Block } from '../document.ts';
import { goOn, next, type NodeBehavior, type NodeDescription, type Outcome, type NodeContext } from './node-kind.ts';
import { pauseFor } from './pause.ts';
import { sendMedia, sendText } from './send.ts';

/** Sends its blocks in order; an interval between them survives a restart. */
export const singleBlock: NodeDescription<'singleBlock'> = {
  defaults: () => ({ blocks: [] }),
  ports: () => [next],
  inspect({ blocks }, inspector) {
    inspector.required('blocks', blocks);
    blocks.forEach((block, index) => {
      if (block.type === 'text') inspector.required(`blocks.${index}.text`, block.text);
      else if (block.type !== 'interval') inspector.file(`blocks.${index}.file`, block.file);
    });
  },
  texts: ({ blocks }) =>
    blocks.flatMap((block) => (block.type === 'text' ? [block.text] : 'caption' in block ? [block.caption] : [])),
};
export const singleBlockBehavior: NodeBehavior<'singleBlock'> = {
  enter({ blocks }, context) {
    for (let part = context.run.part; part < blocks.length; part += 1) {
      const pause = send(blocks[part]!, context);
      if (pause) {
        context.setPart(part + 1);
        return pause;
      }
    }
    return goOn;
  },
  wake(data, context) {
    return singleBlockBehavior.enter(data, context);
  },
};

function send(block: Block, context: NodeContext): Outcome | undefined {
  if (block.type === 'interval') return pauseFor(block.seconds, context);
  if (block.type === 'text') sendText(context, block.text);
  else sendMedia(context, block);
  return undefined;
}
