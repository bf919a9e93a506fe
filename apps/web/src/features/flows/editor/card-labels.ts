/** Titles, lines and port labels of cards in the reader's language, with the names of the company's records. */
import type { FlowReferences } from '@balcao/contract/endpoints/flows';
import type { Block, FlowNode, NodeData, NodeType, Port, Rule } from '@balcao/domain/flow/document';
import { isSubject } from '@balcao/domain/flow/subject';
import { useMemo } from 'react';
import { useTexts } from '../../../lib/use-texts.ts';
import type { IconName } from '../../../ui/index.ts';
import { nodeTexts } from '../../../entities/flows/nodes.texts.ts';
import { operatorTexts, subjectTexts } from '../panels/rule.texts.ts';
import { portTexts } from '../../../entities/flows/ports.texts.ts';
import { cardTexts } from './card.texts.ts';
import type { CardLabels, CardText } from './card-view.ts';

type ShortText = Omit<CardText, 'rows'>;
type T = (key: keyof typeof cardTexts, values?: Record<string, string | number>) => string;
/** What a node names by its id. */
export type NameKind = Exclude<keyof FlowReferences, 'files' | 'exitWords' | 'variables' | 'channels'>;
type NameOf = (kind: NameKind, id: number | null) => string | undefined;
type TextsByType = { [Type in NodeType]: (data: NodeData[Type], t: T, nameOf: NameOf, ruleOf: RuleOf) => ShortText[] };
type RuleOf = (rule: Rule) => string;

const nameKinds: readonly NameKind[] = [
  'queues',
  'users',
  'tags',
  'lanes',
  'fileLists',
  'templates',
  'prompts',
  'integrations',
  'flows',
];

const MAX_LINES = 4;
const text = (value: string, missing: string): ShortText[] =>
  value.trim() === '' ? [{ text: missing, isWarning: true }] : [{ text: value }];
const named = (value: string | undefined, missing: string, icon: IconName): ShortText[] =>
  value === undefined ? [{ text: missing, icon, isWarning: true }] : [{ text: value, icon }];
const file = ({ name, original }: { name: string; original: string }, icon: IconName, missing: string): ShortText[] =>
  name === '' ? [{ text: missing, icon, isWarning: true }] : [{ text: original || name, icon }];

const textsByType: TextsByType = {
  start: (_data, t) => [{ text: t('start') }],
  singleBlock: ({ blocks }, t) => {
    if (blocks.length === 0) return [{ text: t('noBlocks'), isWarning: true }];
    const shown = blocks.slice(0, blocks.length > MAX_LINES ? MAX_LINES - 1 : MAX_LINES);
    const lines = shown.map((block) => textOfBlock(block, t));
    return blocks.length > MAX_LINES ? [...lines, { text: t('more', { count: blocks.length - shown.length }) }] : lines;
  },
  message: (data, t) => text(data.text, t('noText')),
  img: (data, t) => file(data.file, 'image', t('noImage')),
  audio: (data, t) => file(data.file, 'mic', t('noAudio')),
  video: (data, t) => file(data.file, 'video', t('noVideo')),
  interval: ({ seconds }, t) => [{ text: t('waitsSeconds', { count: seconds }) }],
  wait: ({ until, minutes, onlyInHours }, t) => [
    { text: until === 'opening' ? t('untilOpening') : waitText(minutes, t) },
    ...(until === 'minutes' && onlyInHours ? [{ text: t('onlyInHours') }] : []),
  ],
  menu: ({ message, options }, t) => [
    ...text(message, t('noText')),
    ...(options.length === 0 ? [{ text: t('noOptions'), isWarning: true as const }] : []),
  ],
  question: ({ message, answerKey }, t) => [
    ...text(message, t('noText')),
    answerKey === '' ? { text: t('noKey'), isWarning: true } : { text: t('keepsIn'), variable: `{{${answerKey}}}` },
  ],
  condition: ({ match, rules }, t, _nameOf, ruleOf) =>
    rules.some(({ subject }) => subject !== '')
      ? [{ text: rules.map(ruleOf).join(t(match === 'all' ? 'and' : 'or')) }]
      : [{ text: t('noRules'), isWarning: true }],
  randomizer: () => [],
  ticket: ({ queueId }, t, nameOf) => named(nameOf('queues', queueId), t('noQueue'), 'inbox'),
  queue: ({ queueId }, t, nameOf) => named(nameOf('queues', queueId), t('noQueue'), 'inbox'),
  agent: ({ to, userId }, t, nameOf) =>
    to === 'accountOwner'
      ? [{ text: t('accountOwner'), icon: 'user' }]
      : named(nameOf('users', userId), t('noUser'), 'user'),
  tag: ({ add, remove }, t, nameOf) => {
    const names = (sign: string, ids: number[]) => ids.map((id) => `${sign} ${nameOf('tags', id) ?? t('gone')}`);
    return text([...names('+', add), ...names('−', remove)].join(', '), t('noTags'));
  },
  lane: ({ laneId }, t, nameOf) => named(nameOf('lanes', laneId), t('noLane'), 'kanban'),
  data: ({ entries }, t) =>
    text(entries.map((entry) => ('key' in entry ? entry.key : entry.field)).join(', '), t('noEntries')),
  hours: ({ of, queueId }, t, nameOf) =>
    of === 'queue' ? named(nameOf('queues', queueId), t('noQueue'), 'calendar') : [{ text: t(of), icon: 'calendar' }],
  files: ({ fileListId }, t, nameOf) => named(nameOf('fileLists', fileListId), t('noFileList'), 'folder'),
  template: ({ templateId }, t, nameOf) => named(nameOf('templates', templateId), t('noTemplate'), 'receipt'),
  flow: ({ flowId, mode }, t, nameOf) => [
    ...named(nameOf('flows', flowId), t('noFlow'), 'flow'),
    { text: t(mode === 'call' ? 'returns' : 'jumps') },
  ],
  note: (data, t) => text(data.text, t('noText')),
  close: ({ mode }, t) => [{ text: t(mode) }],
  http: ({ method, url, select }, t) => [
    ...text(url.trim() && `${method} ${url}`, t('noUrl')),
    ...(select.length > 0 ? [{ text: t('keepsIn'), variable: select.map(({ name }) => `{{${name}}}`).join(' ') }] : []),
  ],
  webhook: ({ integrationId }, t, nameOf) => named(nameOf('integrations', integrationId), t('noIntegration'), 'link'),
  typebot: ({ integrationId, name, slug }, t, nameOf) =>
    integrationId === null
      ? text([name, slug && `/${slug}`].filter(Boolean).join(' · '), t('notSetUp'))
      : named(nameOf('integrations', integrationId), t('noIntegration'), 'bot'),
  openai: ({ promptId, name, maxTurns }, t, nameOf) => [
    ...(promptId === null ? text(name, t('notSetUp')) : named(nameOf('prompts', promptId), t('noPrompt'), 'spark')),
    { text: t('upToReplies', { count: maxTurns }) },
  ],
};

function textOfBlock(block: Block, t: T): ShortText {
  switch (block.type) {
    case 'text':
      return block.text.trim() === ''
        ? { icon: 'text', text: t('noText'), isWarning: true }
        : { icon: 'text', text: block.text };
    case 'interval':
      return { icon: 'timer', text: t('seconds', { count: block.seconds }) };
    case 'image':
      return file(block.file, 'image', t('noImage'))[0]!;
    case 'audio':
      return file(block.file, 'mic', t('noAudio'))[0]!;
    case 'video':
      return file(block.file, 'video', t('noVideo'))[0]!;
  }
}

function waitText(minutes: number, t: T): string {
  if (minutes % 1440 === 0) return t('waitsDays', { count: minutes / 1440 });
  return minutes % 60 === 0 ? t('waitsHours', { count: minutes / 60 }) : t('waitsMinutes', { count: minutes });
}

export function useCardLabels(references: FlowReferences | undefined): CardLabels {
  const titles = useTexts(nodeTexts);
  const ports = useTexts(portTexts);
  const subjects = useTexts(subjectTexts);
  const operators = useTexts(operatorTexts);
  const t = useTexts(cardTexts);
  return useMemo(() => {
    const ruleOf: RuleOf = ({ subject, operator, value }) =>
      `${isSubject(subject) ? subjects(subject) : subject} ${operators(operator)} ${value}`.trim();
    const names = new Map(
      nameKinds.map((kind) => [kind, new Map(references?.[kind].map(({ id, name }) => [id, name]))]),
    );
    // While the names are loading nothing is called missing.
    const nameOf: NameOf = (kind, id) => (id === null ? undefined : references ? names.get(kind)?.get(id) : '…');
    return {
      // The start has its name as a line, as the API gives it.
      titleOf: (node) => (node.type !== 'start' && node.name) || titles(node.type),
      textsOf: (node) => {
        const lines = textsByType[node.type] as (
          ...args: [data: FlowNode['data'], t: T, nameOf: NameOf, ruleOf: RuleOf]
        ) => ShortText[];
        return lines(node.data, t, nameOf, ruleOf);
      },
      labelOf: (node, port) => labelOf(node, port, ports),
    };
  }, [references, titles, ports, subjects, operators, t]);
}

type PortTexts = (key: keyof typeof portTexts, values?: Record<string, string | number>) => string;
function labelOf(node: FlowNode, port: Port, t: PortTexts): string {
  if (port.label) return port.label;
  if (node.type === 'randomizer') {
    const { percent } = node.data;
    return port.id === 'a' ? `A · ${percent}%` : `B · ${100 - percent}%`;
  }
  if (node.type === 'menu' && port.kind === 'choice') return t('choice', { number: port.id.slice(1) });
  if (port.id === 'open' || port.id === 'closed' || port.id === 'transferred') return t(port.id);
  return t(port.kind, { number: '' });
}
