import type { FlowNode, NodeType } from '../document.ts';
import { agentBehavior } from './agent.ts';
import { close as closeBehavior } from './close.ts';
import { conditionBehavior } from './condition.ts';
import { singleBlockBehavior } from './content.ts';
import { data as dataBehavior } from './data.ts';
import { files as filesBehavior } from './files.ts';
import { flow as flowBehavior } from './flow.ts';
import { hoursBehavior } from './hours.ts';
import { httpBehavior } from './http.ts';
import { interval as intervalBehavior } from './interval.ts';
import { lane as laneBehavior } from './lane.ts';
import { audio as audioBehavior, img as imgBehavior, video as videoBehavior } from './media.ts';
import { menuBehavior } from './menu.ts';
import { message as messageBehavior } from './message.ts';
import type { NodeBehavior } from './node-kind.ts';
import { note as noteBehavior } from './note.ts';
import { openaiBehavior } from './openai.ts';
import { questionBehavior } from './question.ts';
import { queue as queueBehavior, ticket as ticketBehavior } from './queue.ts';
import { randomizer as randomizerBehavior } from './randomizer.ts';
import { start as startBehavior } from './start.ts';
import { tag as tagBehavior } from './tag.ts';
import { template as templateBehavior } from './template.ts';
import { typebotBehavior } from './typebot.ts';
import { waitBehavior } from './wait.ts';
import { webhookBehavior } from './webhook.ts';

/** What every node type does. Only running flows need it: a type with large functions has them apart from its description. */
const behaviors: { [Type in NodeType]: NodeBehavior<Type> } = {
  start: startBehavior,
  singleBlock: singleBlockBehavior,
  message: messageBehavior,
  img: imgBehavior,
  audio: audioBehavior,
  video: videoBehavior,
  interval: intervalBehavior,
  wait: waitBehavior,
  menu: menuBehavior,
  question: questionBehavior,
  condition: conditionBehavior,
  randomizer: randomizerBehavior,
  ticket: ticketBehavior,
  queue: queueBehavior,
  agent: agentBehavior,
  tag: tagBehavior,
  lane: laneBehavior,
  data: dataBehavior,
  hours: hoursBehavior,
  files: filesBehavior,
  template: templateBehavior,
  flow: flowBehavior,
  note: noteBehavior,
  close: closeBehavior,
  http: httpBehavior,
  webhook: webhookBehavior,
  typebot: typebotBehavior,
  openai: openaiBehavior,
};

/** The functions of a node's type, for its own data; undefined for a type that does not exist. */
export const behaviorOf = (node: FlowNode): NodeBehavior<NodeType> | undefined =>
  Object.hasOwn(behaviors, node.type) ? behaviors[node.type] : undefined;
