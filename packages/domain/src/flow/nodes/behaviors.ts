import type { FlowNode, NodeType } from '../document.ts';
import { agentBehavior } from './agent.ts';
import { close } from './close.ts';
import { conditionBehavior } from './condition.ts';
import { singleBlockBehavior } from './content.ts';
import { data } from './data.ts';
import { files } from './files.ts';
import { flow } from './flow.ts';
import { hoursBehavior } from './hours.ts';
import { httpBehavior } from './http.ts';
import { interval } from './interval.ts';
import { lane } from './lane.ts';
import { audio, img, video } from './media.ts';
import { menuBehavior } from './menu.ts';
import { message } from './message.ts';
import type { NodeBehavior } from './node-kind.ts';
import { note } from './note.ts';
import { openaiBehavior } from './openai.ts';
import { questionBehavior } from './question.ts';
import { queue, ticket } from './queue.ts';
import { randomizer } from './randomizer.ts';
import { start } from './start.ts';
import { tag } from './tag.ts';
import { template } from './template.ts';
import { typebotBehavior } from './typebot.ts';
import { waitBehavior } from './wait.ts';
import { webhookBehavior } from './webhook.ts';

/** What every node type does. Only running flows need it: a type with large functions has them apart from its description. */
const behaviors: { [Type in NodeType]: NodeBehavior<Type> } = {
  start,
  singleBlock: singleBlockBehavior,
  message,
  img,
  audio,
  video,
  interval,
  wait: waitBehavior,
  menu: menuBehavior,
  question: questionBehavior,
  condition: conditionBehavior,
  randomizer,
  ticket,
  queue,
  agent: agentBehavior,
  tag,
  lane,
  data,
  hours: hoursBehavior,
  files,
  template,
  flow,
  note,
  close,
  http: httpBehavior,
  webhook: webhookBehavior,
  typebot: typebotBehavior,
  openai: openaiBehavior,
};

/** The functions of a node's type, for its own data; undefined for a type that does not exist. */
export const behaviorOf = (node: FlowNode): NodeBehavior<NodeType> | undefined =>
  Object.hasOwn(behaviors, node.type) ? behaviors[node.type] : undefined;
