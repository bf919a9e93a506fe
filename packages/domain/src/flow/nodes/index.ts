import type { FlowNode, NodeType } from '../document.ts';
import { agent } from './agent.ts';
import { close } from './close.ts';
import { condition } from './condition.ts';
import { singleBlock } from './content.ts';
import { data } from './data.ts';
import { files } from './files.ts';
import { flow } from './flow.ts';
import { hours } from './hours.ts';
import { http } from './http.ts';
import { interval } from './interval.ts';
import { lane } from './lane.ts';
import { audio, img, video } from './media.ts';
import { menu } from './menu.ts';
import { message } from './message.ts';
import type { NodeDescription } from './node-kind.ts';
import { note } from './note.ts';
import { openai } from './openai.ts';
import { question } from './question.ts';
import { queue, ticket } from './queue.ts';
import { randomizer } from './randomizer.ts';
import { start } from './start.ts';
import { tag } from './tag.ts';
import { template } from './template.ts';
import { typebot } from './typebot.ts';
import { wait } from './wait.ts';
import { webhook } from './webhook.ts';

/** Every node type. A type without a row here does not compile. */
export const nodeKinds: { [Type in NodeType]: NodeDescription<Type> } = {
  start,
  singleBlock,
  message,
  img,
  audio,
  video,
  interval,
  wait,
  menu,
  question,
  condition,
  randomizer,
  ticket,
  queue,
  agent,
  tag,
  lane,
  data,
  hours,
  files,
  template,
  flow,
  note,
  close,
  http,
  webhook,
  typebot,
  openai,
};

/** The description of a node's type, for its own data; undefined for a type that does not exist. */
export const kindOf = (node: FlowNode): NodeDescription<NodeType> | undefined =>
  Object.hasOwn(nodeKinds, node.type) ? nodeKinds[node.type] : undefined;
