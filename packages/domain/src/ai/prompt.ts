import { insertValues, truncate } from '../flow/variables.ts';
import { markersOf, TRANSFER_MARKER, type AllowedActions } from './actions.ts';
import { hostsIn } from './links.ts';
import { redact, type RedactedValues } from './redaction.ts';
import { promptTexts } from './texts.ts';

export interface Turn {
  from: 'customer' | 'bot';
  text: string;
}
export interface PromptInput {
  /** What the company wrote. */
  prompt: string;
  /** Values of its variables. Others stay as typed. */
  inserted: Readonly<Record<string, string>>;
  maxTokens: number;
  actions: AllowedActions;
  firstName: string;
  /** Other facts by name: opening hours, channel. */
  facts: Readonly<Record<string, string>>;
  knowledge: readonly KnowledgeText[];
  /** Earlier texts of the conversation, oldest first. */
  history: readonly Turn[];
  maxMessages: number;
  /** What the customer wrote now. */
  text: string;
  isRedacted: boolean;
}
export interface KnowledgeText {
  title: string;
  text: string;
}
export interface BuiltPrompt {
  system: string;
  turns: Turn[];
  /** What the redaction replaced. */
  values: RedactedValues;
  /** Hosts that a link of the answer may have. */
  hosts: Set<string>;
}

const MAX_TURN_LENGTH = 4096;
/** Twice the longest text of a company: a value may be inserted often. */
const MAX_PROMPT_LENGTH = 32_768;

/** Rules, the company's prompt with its variables filled in, facts and knowledge marked as data, then the newest messages. */
export function buildPrompt(input: PromptInput): BuiltPrompt {
  const { prompt, knowledge, history, maxMessages, text, isRedacted } = input;
  const newest = maxMessages > 0 ? history.slice(-maxMessages) : [];
  const turns = joined([...newest, { from: 'customer', text }]);
  const facts = Object.entries({
    ...(input.firstName.trim() !== '' && { [promptTexts.firstNameFact]: input.firstName.trim() }),
    ...input.facts,
  });
  const inserted = Object.entries(input.inserted);
  const personal = [...turns.map((turn) => turn.text), ...[...facts, ...inserted].map(([, value]) => value)];
  const { texts, values } = isRedacted ? redact(personal) : { texts: personal, values: new Map<string, string>() };
  const insertedAt = turns.length + facts.length;
  const shown = Object.fromEntries(inserted.map(([name], at) => [name, texts[insertedAt + at]!]));
  const system = [
    rulesOf(input),
    truncate(insertValues(prompt, shown), MAX_PROMPT_LENGTH).trim(),
    asData(promptTexts.facts, facts.map(([name], at) => `${name}: ${texts[turns.length + at]!}`).join('\n')),
    asData(promptTexts.knowledge, knowledge.map((entry) => `# ${entry.title}\n${entry.text}`).join('\n\n')),
  ];
  return {
    system: system.filter((part) => part !== '').join('\n\n'),
    turns: turns.map(({ from }, at) => ({ from, text: texts[at]! })),
    values,
    // What was inserted is the customer's: it allows no host.
    hosts: hostsIn([prompt, ...knowledge.map((entry) => entry.text)].join('\n')),
  };
}

function rulesOf({ maxTokens, actions, firstName }: PromptInput): string {
  const markers = markersOf(actions);
  return [
    ...promptTexts.rules.map((rule) => rule.replace('{maxTokens}', String(maxTokens))),
    ...(firstName.trim() === '' ? [] : [promptTexts.firstName]),
    ...(actions.queues.length > 0 ? [promptTexts.needsHuman.replace('{marker}', TRANSFER_MARKER)] : []),
    ...(markers.length > 1 ? [promptTexts.markers, ...markers.map(({ marker }) => `- ${marker}`)] : []),
  ].join('\n');
}

/** Content cannot end its own mark. */
const asData = (title: string, content: string): string =>
  content.trim() === '' ? '' : `${title}:\n<dados>\n${content.replace(/<(?=\s*(?:\/\s*)?dados)/gi, '‹')}\n</dados>`;

/** Messages of the same side in a row become one: some services refuse two. Empty ones, such as a photo, are left out. */
function joined(turns: readonly Turn[]): Turn[] {
  const result: Turn[] = [];
  for (const turn of turns) {
    const text = turn.text.trim().slice(0, MAX_TURN_LENGTH).toWellFormed();
    const last = result.at(-1);
    if (text === '') continue;
    if (last?.from === turn.from) last.text += `\n${text}`;
    else result.push({ from: turn.from, text });
  }
  return result;
}
