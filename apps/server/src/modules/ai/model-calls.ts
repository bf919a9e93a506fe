import type { Action } from '@balcao/domain/ai/actions';
import type { Turn } from '@balcao/domain/ai/prompt';
import type { CallAction, CallHandler, CallReply, CallResult, ModelFields } from '@balcao/domain/flow/service-call';
import { openness } from '@balcao/domain/hours/hours';
import { protocolOf } from '@balcao/domain/message/variables';
import type { Clock } from '../../infrastructure/clock.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import type { Secret } from '../../infrastructure/secrets/secrets.ts';
import type { Companies } from '../companies/index.ts';
import { turnFailures } from './call-failures.ts';
import { conversationStore } from './conversations.store.ts';
import type { PromptKeys } from './prompt-keys.ts';
import { promptStore } from './prompts.store.ts';
import type { RunTurn, TurnInput } from './turn.ts';
import type { AnswerByVoice, AnswerVoice } from './voice-answers.ts';

export interface ModelCallDeps {
  db: Db;
  clock: Clock;
  companies: Pick<Companies, 'inTx'>;
  keys: PromptKeys;
  /** Keys that were typed into nodes, by reference. */
  openKeys(companyId: number, references: readonly string[]): Promise<ReadonlyMap<string, { key: Secret }>>;
  runTurn: RunTurn;
  answerByVoice: AnswerByVoice;
}
type ModelCall = Parameters<CallHandler<'model'>>[0];
/** Who answers: a prompt or a node, with its voice. */
type Answerer = Pick<TurnInput, 'promptId' | 'node'> & { maxMessages: number; voice: AnswerVoice };
const MARKED_CHANNELS = ['whatsapp', 'whatsappapi'];
const notConfigured: CallResult = { type: 'failed', reason: 'notConfigured' };

/** Answers calls of flows to a model: one turn in the conversation of the ticket. What fails leads to a human. */
export function createModelCalls(deps: ModelCallDeps): CallHandler<'model'> {
  const { db, clock, companies, keys, openKeys, runTurn, answerByVoice } = deps;

  async function ofPrompt(tx: Tx, promptId: number): Promise<Answerer | undefined> {
    const prompt = await promptStore.byId(tx, promptId);
    if (!prompt) return undefined;
    const { maxMessages, voice, voiceRegion } = prompt;
    const key = keys.open(tx.companyId, 'voiceKey', prompt.voiceKey);
    return { promptId, maxMessages, voice: { promptId, voice, voiceRegion, key } };
  }
  async function ofNode(companyId: number, fields: ModelFields): Promise<Answerer> {
    const { apiKeyRef, voiceKeyRef, voice, voiceRegion, ...node } = fields;
    const opened = await openKeys(
      companyId,
      [apiKeyRef, voiceKeyRef].filter((ref) => ref !== null),
    );
    const keyOf = (ref: string | null) => (ref === null ? undefined : opened.get(ref)?.key);
    return {
      promptId: null,
      node: { ...node, key: keyOf(apiKeyRef) },
      maxMessages: node.maxMessages,
      voice: { promptId: null, voice, voiceRegion, key: keyOf(voiceKeyRef) },
    };
  }
  async function load({ companyId, ticketId, request: { promptId, fields } }: ModelCall) {
    const node = promptId === null && fields ? await ofNode(companyId, fields) : undefined;
    return db.readCompany(companyId, async (tx) => {
      const [answerer, conversation, hours] = await Promise.all([
        promptId === null ? node : ofPrompt(tx, promptId),
        conversationStore.byTicket(tx, ticketId),
        companies.inTx.getHours(tx),
      ]);
      if (!answerer || !conversation) return undefined;
      // The new texts are stored already: they are among the newest.
      const texts = await conversationStore.newestTexts(tx, ticketId, answerer.maxMessages + MAX_NEW_TEXTS);
      return { answerer, conversation, hours, texts };
    });
  }

  return async function callModel(call, signal): Promise<CallResult> {
    const loaded = await load(call);
    if (!loaded) return notConfigured;
    const { companyId, ticketId, request } = call;
    const { answerer, conversation, hours, texts } = loaded;
    const { maxMessages: _, voice: answerVoice, ...source } = answerer;
    const now = clock.now();
    const { timeZone } = hours;
    const input: TurnInput = {
      ...source,
      subject: { purpose: 'answer', flowId: call.flowId },
      party: { conversationId: call.runId, contactId: conversation.contactId },
      variables: {
        ...conversation,
        userName: '',
        protocol: protocolOf(ticketId, conversation.openedAt, timeZone),
        timeZone,
        now,
      },
      facts: {
        'Data e hora': new Intl.DateTimeFormat('pt-BR', { dateStyle: 'full', timeStyle: 'short', timeZone }).format(
          now,
        ),
        'Aberto agora': openness(hours, now) === 'open' ? 'sim' : 'não',
      },
      history: withoutNewest(texts, request.text),
      text: request.text,
      hasMarks: MARKED_CHANNELS.includes(conversation.channel),
    };
    const { text, action, failure } = await runTurn(companyId, input);
    if (text === null) return { type: 'failed', reason: turnFailures[failure ?? 'empty'] };
    const voice = text === '' ? undefined : await answerByVoice(companyId, answerVoice, text, call.flowId, signal);
    const replies: CallReply[] = voice ? [voice] : text === '' ? [] : [{ type: 'text', text }];
    return { ...ANSWERED, replies, action: action && actionOf(action) };
  };
}

const ANSWERED = {
  type: 'done',
  choices: [],
  values: {},
  session: null,
  isOver: false,
  isUnknown: false,
} as const;
const actionOf = (action: Action): CallAction => (action.type === 'transfer' ? { ...action, userId: null } : action);

/** Texts of the customer that one call may contain. */
const MAX_NEW_TEXTS = 20;
/** The history before the texts that are answered now. */
function withoutNewest(texts: Turn[], text: string): Turn[] {
  const isNew = (turn: Turn) => turn.from === 'customer' && text.includes(turn.text.trim());
  const last = texts.findLastIndex((turn) => !isNew(turn));
  return texts.slice(0, last + 1);
}
