/** Changed fields in the reader's words: what the panels call them, and names instead of ids. */
import type { FlowReferences } from '@balcao/contract/endpoints/flows';
import { keysOf, type FieldChange } from '@balcao/domain/flow/diff';
import type { DataEntry, FlowSettings, NodeData, NodeType, Rule } from '@balcao/domain/flow/document';
import { formatNumber } from '../../../lib/format.ts';
import type { Language } from '../../../lib/language.tsx';
import { translate, type Phrase } from '../../../lib/texts.ts';
import { nodeTexts } from '../../../entities/flows/nodes.texts.ts';
import type { NameKind } from '../editor/card-labels.ts';
import { panelTexts } from '../panels/panel.texts.ts';
import { operatorTexts, subjectTexts } from '../panels/rule.texts.ts';
import { serviceTexts } from '../panels/service.texts.ts';
import { portTexts } from '../../../entities/flows/ports.texts.ts';
import { fieldTexts } from './versions.texts.ts';

export interface ChangedField {
  path: string;
  label: string;
  before: string;
  after: string;
}

type KeysOf<T> = T extends unknown ? keyof T : never;
type DataKey = { [Type in Exclude<NodeType, 'start'>]: keyof NodeData[Type] }[Exclude<NodeType, 'start'>];
type FieldKey = DataKey | keyof Rule | KeysOf<DataEntry> | keyof FlowSettings;

const labels: Record<FieldKey, Phrase> = {
  blocks: nodeTexts.singleBlock,
  text: panelTexts.blockText,
  file: panelTexts.kindFile,
  caption: panelTexts.caption,
  record: panelTexts.record,
  seconds: panelTexts.seconds,
  until: panelTexts.waitUntil,
  minutes: fieldTexts.minutes,
  onlyInHours: panelTexts.onlyInHours,
  hours: panelTexts.hoursOf,
  template: panelTexts.template,
  message: panelTexts.message,
  options: panelTexts.options,
  form: panelTexts.form,
  tries: panelTexts.tries,
  timeoutMinutes: panelTexts.timeout,
  showsExit: panelTexts.showsExit,
  answerKey: panelTexts.answerKey,
  kind: panelTexts.kind,
  retryMessage: panelTexts.retryMessage,
  match: panelTexts.match,
  rules: fieldTexts.rules,
  percent: panelTexts.percentLabel,
  queueId: panelTexts.queue,
  to: panelTexts.agentTo,
  userId: panelTexts.user,
  add: panelTexts.tagsAdd,
  remove: panelTexts.tagsRemove,
  laneId: panelTexts.lane,
  entries: nodeTexts.data,
  of: panelTexts.hoursOf,
  fileListId: panelTexts.fileList,
  templateId: panelTexts.template,
  values: fieldTexts.values,
  flowId: panelTexts.flow,
  mode: panelTexts.flowMode,
  integrationId: serviceTexts.integration,
  name: serviceTexts.name,
  url: serviceTexts.url,
  slug: serviceTexts.slug,
  delayMs: serviceTexts.delay,
  expiresMinutes: serviceTexts.expires,
  keywordFinish: serviceTexts.keywordFinish,
  keywordRestart: serviceTexts.keywordRestart,
  restartMessage: serviceTexts.restartMessage,
  unknownMessage: serviceTexts.unknownMessage,
  promptId: serviceTexts.companyPrompt,
  prompt: serviceTexts.prompt,
  voice: serviceTexts.voice,
  voiceRegion: serviceTexts.voiceRegion,
  voiceKeyRef: serviceTexts.voiceKey,
  apiKeyRef: serviceTexts.apiKey,
  maxTokens: serviceTexts.maxTokens,
  temperature: serviceTexts.temperature,
  maxMessages: serviceTexts.maxMessages,
  maxTurns: serviceTexts.maxTurns,
  method: serviceTexts.method,
  headers: serviceTexts.headers,
  body: serviceTexts.body,
  select: serviceTexts.select,
  sample: serviceTexts.sample,
  subject: panelTexts.subject,
  operator: panelTexts.operator,
  value: panelTexts.value,
  target: panelTexts.target,
  key: panelTexts.key,
  field: panelTexts.target,
  exit: panelTexts.exit,
  giveUpMinutes: panelTexts.giveUp,
  onGiveUp: panelTexts.onGiveUp,
  fallbackQueueId: panelTexts.fallbackQueue,
};

/** The entries of lists are numbered. */
const rows: Partial<Record<string, Phrase>> = {
  options: panelTexts.option,
  blocks: fieldTexts.content,
  rules: panelTexts.rule,
  entries: panelTexts.entry,
  headers: serviceTexts.header,
  select: serviceTexts.selection,
};

const hourOwners = {
  company: panelTexts.hoursCompany,
  connection: panelTexts.hoursConnection,
  queue: panelTexts.hoursQueue,
};
const choices: Partial<Record<string, Partial<Record<string, Phrase>>>> = {
  until: { minutes: panelTexts.waitMinutes, opening: panelTexts.waitOpening },
  hours: hourOwners,
  of: hourOwners,
  form: { text: panelTexts.formText, list: panelTexts.formList, button: panelTexts.formButton },
  kind: {
    text: panelTexts.kindText,
    number: panelTexts.kindNumber,
    email: panelTexts.kindEmail,
    phone: panelTexts.kindPhone,
    document: panelTexts.kindDocument,
    date: panelTexts.kindDate,
    file: panelTexts.kindFile,
  },
  match: { all: panelTexts.matchAll, any: panelTexts.matchAny },
  to: { user: panelTexts.toUser, accountOwner: panelTexts.toOwner },
  mode: {
    jump: panelTexts.flowJump,
    call: panelTexts.flowCall,
    farewell: panelTexts.closeFarewell,
    rating: panelTexts.closeRating,
    silent: panelTexts.closeSilent,
  },
  target: { variable: panelTexts.targetVariable, contact: fieldTexts.contact, extra: panelTexts.targetExtra },
  field: { name: panelTexts.targetName, email: panelTexts.targetEmail },
  exit: { human: panelTexts.exitHuman, close: panelTexts.exitClose },
  onGiveUp: { human: panelTexts.giveUpHuman, close: panelTexts.giveUpClose, leave: panelTexts.giveUpLeave },
  operator: operatorTexts,
  subject: subjectTexts,
};
/** What stands for nothing chosen, where that has a meaning of its own. */
const unset: Partial<Record<string, Phrase>> = {
  form: panelTexts.formDefault,
  queueId: panelTexts.noQueue,
  fallbackQueueId: panelTexts.noQueue,
};

const references: Partial<Record<string, NameKind>> = {
  queueId: 'queues',
  fallbackQueueId: 'queues',
  userId: 'users',
  add: 'tags',
  remove: 'tags',
  laneId: 'lanes',
  fileListId: 'fileLists',
  templateId: 'templates',
  promptId: 'prompts',
  integrationId: 'integrations',
  flowId: 'flows',
};

/** Keys and values are typed by users, too: `constructor` is only a name. */
const own = <T>(record: Partial<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined;
const isIndex = (key: string): boolean => /^\d+$/.test(key);
/** Ids and numbers of entries follow from their place. */
const isTechnical = (path: string): boolean => /^data\.(?:blocks\.\d+\.(?:id|type)|options\.\d+\.number)$/.test(path);
const MAX_SHOWN = 300;

export function createFieldDescriber(language: Language, names: FlowReferences | undefined) {
  const textOf = (phrase: Phrase, values?: Record<string, string | number>) => translate(phrase, language, values);

  function labelOf(path: string, type: NodeType | null): string {
    const [first, ...below] = keysOf(path);
    const keys = first === 'data' ? below : [first ?? ''];
    if (first === 'name') return textOf(fieldTexts.title);
    const parts = keys.flatMap((key, at) => {
      const [above, next] = [keys[at - 1], keys[at + 1]];
      if (above === 'values') return [key];
      // The field above says enough.
      if (isIndex(key) || above === 'file' || (key === 'value' && keys[0] === 'options')) return [];
      const row = next !== undefined && isIndex(next) ? own(rows, key) : undefined;
      if (row) return [textOf(row, { number: Number(next) + 1 })];
      const label = key === 'mode' && type === 'close' ? panelTexts.closeMode : own<Phrase>(labels, key);
      return label ? [textOf(label)] : [];
    });
    return [...new Set(parts)].join(', ') || textOf(fieldTexts.other);
  }

  function valueText(key: string, value: unknown): string {
    if (value === undefined || value === null || value === '') return textOf(own(unset, key) ?? fieldTexts.empty);
    if (typeof value === 'boolean') return textOf(value ? portTexts.yes : portTexts.no);
    if (key === 'voiceKeyRef' || key === 'apiKeyRef' || key === 'keyRef') return textOf(fieldTexts.kept);
    if (Array.isArray(value)) return listOf((value as unknown[]).map((one) => [key, one]));
    if (typeof value === 'object') return objectOf(value);
    if (typeof value === 'number') return numberOf(key, value);
    const text = typeof value === 'string' ? value : '';
    const choice = own<Phrase>(own(choices, key) ?? {}, text);
    if (choice) return textOf(choice);
    return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
  }
  function objectOf(value: object): string {
    if ('original' in value && value.original !== '') return valueText('original', value.original);
    return listOf(Object.entries(value).filter(([key]) => key !== 'id' && key !== 'type' && key !== 'number'));
  }
  const listOf = (entries: readonly (readonly [string, unknown])[]): string =>
    entries
      .filter(([, value]) => value !== null && value !== '')
      .map(([key, value]) => valueText(key, value))
      .join(' · ') || textOf(fieldTexts.empty);

  function numberOf(key: string, value: number): string {
    const kind = own(references, key);
    if (!kind) return formatNumber(value);
    // While the names are loading nothing is called missing.
    if (!names) return '…';
    const records: readonly { id: number; name: string }[] = names[kind];
    return records.find(({ id }) => id === value)?.name ?? textOf(fieldTexts.gone);
  }

  /** One row per field that a reader knows. */
  return (changes: readonly FieldChange[], type: NodeType | null): ChangedField[] => {
    const paths = new Set(changes.map(({ path }) => path));
    return changes.flatMap(({ path, before, after }) => {
      if (isTechnical(path)) return [];
      const keys = keysOf(path);
      const isStoredName = keys.at(-1) === 'name' && keys.at(-2) === 'file';
      if (isStoredName && paths.has(path.replace(/name$/, 'original'))) return [];
      const key = keys.findLast((one) => !isIndex(one)) ?? '';
      const label = labelOf(path, type);
      if (isStoredName && before !== '' && after !== '')
        return [{ path, label, before: '', after: textOf(fieldTexts.sameName) }];
      return [{ path, label, before: valueText(key, before), after: valueText(key, after) }];
    });
  };
}
