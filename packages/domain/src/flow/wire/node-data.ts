import { menuForms } from '../../bot/option-types.ts';
import {
  MAX_INTERVAL_SECONDS,
  MAX_KEY_LENGTH,
  MAX_MENU_OPTIONS,
  MAX_OPTION_LENGTH,
  MAX_RULES,
  MAX_TRIES,
  MAX_WAIT_MINUTES,
} from '../bounds.ts';
import { answerKinds, operators, type FlowFile, type NodeData, type Operator, type Rule } from '../document.ts';
import { nodeKinds } from '../nodes/index.ts';
import { START_NAME } from '../new-node.ts';
import { parseBlocks, presentBlocks } from './blocks.ts';
import { parseOpenAi, parseTypebot, presentOpenAi, presentTypebot } from './external.ts';
import { fieldsOf, isRaw, listOf, type Fields, type Raw } from './fields.ts';
import type { ImportNote } from './report.ts';

type Report = (kind: ImportNote['kind'], subject: string) => void;
/** How the API writes the data of a node. Types of our own have the data of the document. */
interface WireData<Data> {
  parse(fields: Fields, report: Report): Data;
  present(data: Data): Raw;
}
/** The types of the specified API. All others are our own. */
export type WireType =
  | 'start'
  | 'message'
  | 'interval'
  | 'condition'
  | 'menu'
  | 'img'
  | 'audio'
  | 'randomizer'
  | 'video'
  | 'singleBlock'
  | 'ticket'
  | 'queue'
  | 'typebot'
  | 'openai'
  | 'question';

const seconds = { min: 0, max: MAX_INTERVAL_SECONDS, default: 0 };
const tries = { min: 1, max: MAX_TRIES, default: 3 };
const minutes = { min: 1, max: MAX_WAIT_MINUTES, default: 0 };
const MAX_FILE_NAME_LENGTH = 255;

const file = (fields: Fields): FlowFile => ({
  name: fields.text('url', MAX_FILE_NAME_LENGTH),
  original: fields.text('original', MAX_FILE_NAME_LENGTH),
});
const presentFile = ({ name, original }: FlowFile): Raw => ({ url: name, original });
/** Other programs store some nodes flat and some under `typebotIntegration`. */
export const flattened = (data: Raw): Raw =>
  isRaw(data['typebotIntegration']) ? { ...data, ...data['typebotIntegration'] } : data;
const timeout = (fields: Fields): number | null => fields.integer('timeoutMinutes', minutes) || null;

const captioned: WireData<NodeData['img']> = {
  parse: (fields) => ({ file: file(fields), caption: fields.text('caption') }),
  present: (data) => ({ ...presentFile(data.file), caption: data.caption }),
};
const toQueue: WireData<NodeData['queue']> = {
  parse(fields, report) {
    const queue = fields.raw('data');
    return { queueId: isRaw(queue) ? fieldsOf(queue, report).id('id') : (fields.id('queueId') ?? fields.id('data')) };
  },
  present: ({ queueId }) => ({ data: queueId === null ? null : { id: queueId } }),
};

export const wireData: { [Type in WireType]: WireData<NodeData[Type]> } = {
  start: { parse: () => ({}), present: () => ({ label: START_NAME }) },
  message: { parse: (fields) => ({ text: fields.text('label') }), present: ({ text }) => ({ label: text }) },
  interval: {
    parse: (fields) => ({ seconds: fields.integer('sec', seconds) }),
    present: (data) => ({ label: `Intervalo ${data.seconds} seg.`, sec: data.seconds }),
  },
  img: captioned,
  video: captioned,
  audio: {
    parse: (fields) => ({ file: file(fields), record: fields.flag('record', true) }),
    present: (data) => ({ ...presentFile(data.file), record: data.record }),
  },
  randomizer: {
    parse(fields, report) {
      const percent = fields.integer('percent', { min: 0, max: 100, default: 50 });
      const rounded = Math.round(percent / 10) * 10;
      if (rounded !== percent) report('valueChanged', 'percent');
      return { percent: rounded };
    },
    present: ({ percent }) => ({ percent }),
  },
  singleBlock: { parse: parseBlocks, present: presentBlocks },
  menu: { parse: parseMenu, present: ({ options, ...data }) => ({ ...data, arrayOption: options }) },
  condition: { parse: parseCondition, present: presentCondition },
  ticket: toQueue,
  queue: toQueue,
  question: {
    parse: (fields) => ({
      message: fields.text('message'),
      answerKey: fields.text('answerKey', MAX_KEY_LENGTH),
      kind: fields.option('kind', answerKinds, 'text'),
      tries: fields.integer('tries', tries),
      timeoutMinutes: timeout(fields),
      retryMessage: fields.text('retryMessage'),
      showsExit: fields.flag('showsExit', false),
    }),
    present: (data) => ({ typebotIntegration: data }),
  },
  typebot: { parse: parseTypebot, present: presentTypebot },
  openai: { parse: parseOpenAi, present: presentOpenAi },
};

function parseMenu(fields: Fields, report: Report): NodeData['menu'] {
  const options = listOf(fields.raw('arrayOption'));
  const limited = options.slice(0, MAX_MENU_OPTIONS);
  if (limited.length < options.length) report('valueChanged', 'arrayOption');
  // The handle of an option is made from its number, so options keep their order and gaps are closed.
  const sorted = limited.toSorted((a, b) => Number(a['number']) - Number(b['number']));
  return {
    message: fields.text('message'),
    options: sorted.map((option, index) => ({
      number: index + 1,
      value: fieldsOf(option, report).text('value', MAX_OPTION_LENGTH),
    })),
    form: menuForms.find((form) => form === fields.raw('form')) ?? null,
    tries: fields.integer('tries', tries),
    timeoutMinutes: timeout(fields),
    showsExit: fields.flag('showsExit', true),
  };
}

/** Codes 1 to 5 of the API: =, ≥, ≤, <, >. */
const codeOf = (operator: Operator): number => operators.indexOf(operator) + 1;
const MAX_CODE = 5;
const ruleOf = (subject: string, operator: Operator, value: string): Rule => ({ subject, operator, value });

function parseCondition(fields: Fields, report: Report): NodeData['condition'] {
  if (!Array.isArray(fields.raw('rules'))) {
    const code = fields.integer('condition', { min: 1, max: MAX_CODE, default: 1 });
    return {
      match: 'all',
      rules: [ruleOf(fields.text('key', MAX_KEY_LENGTH), operators[code - 1]!, fields.text('value'))],
    };
  }
  return {
    match: fields.option('match', ['all', 'any'], 'all'),
    rules: listOf(fields.raw('rules'))
      .slice(0, MAX_RULES)
      .map((rule) => {
        const ruleFields = fieldsOf(rule, report);
        const operator = ruleFields.option('operator', operators, 'equal');
        return ruleOf(ruleFields.text('subject', MAX_KEY_LENGTH), operator, ruleFields.text('value'));
      }),
  };
}
/** One comparison with a code is written as the API does; anything else as our own rules. */
function presentCondition({ match, rules }: NodeData['condition']): Raw {
  const [rule] = rules;
  if (!rule || rules.length > 1 || match === 'any' || codeOf(rule.operator) > MAX_CODE) return { match, rules };
  return { key: rule.subject, condition: codeOf(rule.operator), value: rule.value };
}

/** Data of our own types: the known fields, with the defaults of a new node for missing ones. */
export function ownData(type: keyof typeof nodeKinds, data: Raw): Raw {
  const defaults = nodeKinds[type].defaults() as Raw;
  return Object.fromEntries(
    Object.entries(defaults).map(([name, value]) => [name, Object.hasOwn(data, name) ? data[name] : value]),
  );
}
export const isWireType = (type: string): type is WireType => Object.hasOwn(wireData, type);
