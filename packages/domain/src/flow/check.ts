import { MAX_DOC_BYTES } from './bounds.ts';
import { indexOf } from './doc-index.ts';
import type { FlowDoc, FlowNode } from './document.ts';
import { cyclesAmong, reachableFrom } from './graph.ts';
import { inspectNode } from './inspect.ts';
import { mentionsExit } from './nodes/exit.ts';
import { kindOf } from './nodes/index.ts';
import { isOptionalPort, portsOf } from './ports.ts';
import type { Problem } from './problems.ts';
import type { CheckFacts } from './references.ts';
import { problemOf, structureProblems } from './structure.ts';
import { isSubject } from './subject.ts';
import { placeholdersIn } from './variables.ts';

/** Every problem of a document, in the order of its nodes. The editor and the server use the same function. */
export function check(doc: FlowDoc, facts: CheckFacts): Problem[] {
  const structure = structureProblems(doc);
  const { fallbackQueueId } = doc.settings;
  const isFallbackUnknown = fallbackQueueId !== null && !facts.references.queues.has(fallbackQueueId);
  const problems = [
    ...structure,
    ...(isFallbackUnknown
      ? [problemOf('error', { code: 'unknownQueue', field: 'fallbackQueueId', value: String(fallbackQueueId) })]
      : []),
    ...(doc.nodes.some(({ type }) => type === 'start') ? [] : [problemOf('error', { code: 'noStart' })]),
    // Every character takes at least one byte; the exact size is the server's limit.
    ...(JSON.stringify(doc).length > MAX_DOC_BYTES ? [problemOf('error', { code: 'tooLarge' })] : []),
    ...doc.nodes.flatMap((node) => inspectNode(node, facts.references)),
    ...cycleProblems(doc),
    ...warnings(doc, facts),
  ];
  const order = new Map(doc.nodes.map(({ id }, index) => [id, index]));
  const position = ({ nodeId }: Problem): number => (nodeId === null ? -1 : (order.get(nodeId) ?? doc.nodes.length));
  return problems.sort((a, b) => position(a) - position(b));
}
export const isPublishable = (problems: readonly Problem[]): boolean =>
  problems.every(({ severity }) => severity !== 'error');

/** An interval is no pause: the flow would go on sending to a customer who does not answer. */
function cycleProblems(doc: FlowDoc): Problem[] {
  const restless = new Set(doc.nodes.filter((node) => !kindOf(node)?.pauses).map(({ id }) => id));
  return cyclesAmong(doc, restless).map((nodeId) => problemOf('error', { code: 'cycleWithoutPause', nodeId }));
}

function warnings(doc: FlowDoc, facts: CheckFacts): Problem[] {
  const { start, targets } = indexOf(doc);
  const reached = reachableFrom(doc, start === undefined ? [] : [start]);
  const handedOver = reachableFrom(
    doc,
    doc.nodes.filter((node) => kindOf(node)?.handsOver).flatMap(({ id }) => [...(targets.get(id)?.values() ?? [])]),
  );
  const known = new Set([...facts.variables, ...doc.nodes.flatMap((node) => kindOf(node)?.sets?.(node.data) ?? [])]);
  return doc.nodes
    .flatMap((node) => [
      ...portWarnings(node, targets.get(node.id)),
      ...(reached.has(node.id) || start === undefined ? [] : [warning('unreachable', node)]),
      ...unsetVariables(node, known).map((name) => warning('unsetVariable', node, null, name)),
      ...windowWarnings(node, doc, facts),
      ...channelWarnings(node, facts),
      ...(kindOf(node)?.pauses === 'answer' && handedOver.has(node.id) ? [warning('questionAfterQueue', node)] : []),
    ])
    .concat(exitWarnings(doc, facts));
}
const warning = (code: Problem['code'], { id }: FlowNode, field: string | null = null, value: string | null = null) =>
  problemOf('warning', { code, nodeId: id, field, value });
type Asking = Extract<FlowNode, { type: 'menu' | 'question' }>;
const asks = (node: FlowNode): node is Asking => node.type === 'menu' || node.type === 'question';

const portWarnings = (node: FlowNode, connected: ReadonlyMap<string, string> | undefined): Problem[] =>
  portsOf(node)
    .filter((port) => !isOptionalPort(port) && !connected?.has(port.id) && !isNeverTaken(node, port.id))
    .map(({ id }) => warning('unconnectedPort', node, id));
const isNeverTaken = (node: FlowNode, port: string): boolean =>
  node.type === 'randomizer' && node.data.percent === (port === 'a' ? 0 : 100);

function unsetVariables(node: FlowNode, known: ReadonlySet<string>): string[] {
  const names = (kindOf(node)?.texts?.(node.data) ?? []).flatMap(placeholdersIn);
  const compared = node.type === 'condition' ? node.data.rules.map(({ subject }) => subject) : [];
  return [...new Set([...names, ...compared])].filter((name) => name !== '' && !isSubject(name) && !known.has(name));
}

/** After the reply window only a template can be sent, on a channel that has templates. */
function windowWarnings(node: FlowNode, doc: FlowDoc, { channels }: CheckFacts): Problem[] {
  const isConnected = (port: string): boolean => indexOf(doc).targets.get(node.id)?.has(port) ?? false;
  const minutes =
    node.type === 'wait' && node.data.until === 'minutes'
      ? node.data.minutes
      : asks(node) && isConnected('timeout')
        ? (node.data.timeoutMinutes ?? doc.settings.giveUpMinutes)
        : 0;
  const hasTemplate = node.type === 'wait' && node.data.template !== null;
  return channels
    .filter(({ template }) => !(hasTemplate && template))
    .filter(({ replyWindowHours }) => replyWindowHours !== null && minutes >= replyWindowHours * 60)
    .map(({ kind }) => warning('waitBeyondWindow', node, null, kind));
}

function channelWarnings(node: FlowNode, { channels }: CheckFacts): Problem[] {
  const isMedia =
    node.type === 'img' ||
    node.type === 'audio' ||
    node.type === 'video' ||
    node.type === 'files' ||
    (node.type === 'singleBlock' && node.data.blocks.some(({ type }) => type !== 'text' && type !== 'interval'));
  if (!isMedia) return [];
  return channels.filter(({ media }) => !media).map(({ kind }) => warning('channelCannotShow', node, null, kind));
}

/** One warning for the whole flow: no question names a way to a human. */
function exitWarnings(doc: FlowDoc, { exitWords }: CheckFacts): Problem[] {
  const asking = doc.nodes.filter(asks);
  const [first] = asking;
  if (!first || exitWords.length === 0) return [];
  const isShown = asking.some(({ data }) => data.showsExit || mentionsExit(data.message, exitWords));
  return isShown ? [] : [warning('exitNotShown', first)];
}
