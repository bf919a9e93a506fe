import type { TurnFailure } from '@balcao/contract/endpoints/prompts';
import type { Action } from '@balcao/domain/ai/actions';
import type { Turn } from '@balcao/domain/ai/prompt';
import { openness } from '@balcao/domain/hours/hours';
import { protocolOf } from '@balcao/domain/message/variables';
import type { Clock } from '../../infrastructure/clock.ts';
import type { Db } from '../../infrastructure/db/tx.ts';
import type { Companies } from '../companies/index.ts';
import { conversationStore } from './conversations.store.ts';
import { promptStore } from './prompts.store.ts';
import type { ModelCall, ModelCallFailure, ModelCallResult, ModelReply } from './ports.ts';
import type { RunTurn, TurnInput } from './turn.ts';
import type { AnswerByVoice } from './voice-answers.ts';

interface Deps {
  db: Db;
  clock: Clock;
  companies: Pick<Companies, 'inTx'>;
  runTurn: RunTurn;
  answerByVoice: AnswerByVoice;
}
const MARKED_CHANNELS = ['whatsapp', 'whatsappapi'];

/** Answers calls of flows to a model: one turn in the conversation of the ticket. What fails leads to a human. */
export const createModelCalls = ({ db, clock, companies, runTurn, answerByVoice }: Deps) =>
  async function callModel(call: ModelCall, signal: AbortSignal): Promise<ModelCallResult> {
    const { companyId, ticketId, request } = call;
    const { promptId } = request;
    if (promptId === null || ticketId === null) return { type: 'failed', reason: 'notConfigured' };
    const loaded = await db.readCompany(companyId, async (tx) => {
      const prompt = await promptStore.byId(tx, promptId);
      const conversation = await conversationStore.byTicket(tx, ticketId);
      if (!prompt || !conversation) return undefined;
      const hours = await companies.inTx.getHours(tx);
      // The new texts are stored already: they are among the newest.
      const texts = await conversationStore.newestTexts(tx, ticketId, prompt.maxMessages + MAX_NEW_TEXTS);
      return { prompt, conversation, hours, texts };
    });
    if (!loaded) return { type: 'failed', reason: 'notConfigured' };
    const { prompt, conversation, hours, texts } = loaded;
    const now = clock.now();
    const { timeZone } = hours;
    const input: TurnInput = {
      promptId,
      subject: { purpose: 'answer', flowId: call.flowId === 0 ? null : call.flowId },
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
    if (text === null) return { type: 'failed', reason: callFailures[failure ?? 'empty'] };
    const voice = text === '' ? undefined : await answerByVoice(companyId, prompt, text, call.flowId, signal);
    const replies: ModelReply[] = voice ? [voice] : text === '' ? [] : [{ type: 'text', text }];
    return { ...ANSWERED, replies, action: action && actionOf(action) };
  };
export type CallModel = ReturnType<typeof createModelCalls>;

const ANSWERED = {
  type: 'done',
  choices: [],
  values: {},
  session: null,
  isOver: false,
  isUnknown: false,
} as const;
const actionOf = (action: Action) => (action.type === 'transfer' ? { ...action, userId: null } : action);

/** Texts of the customer that one call may contain. */
const MAX_NEW_TEXTS = 20;
/** The history before the texts that are answered now. */
function withoutNewest(texts: Turn[], text: string): Turn[] {
  const isNew = (turn: Turn) => turn.from === 'customer' && text.includes(turn.text.trim());
  const last = texts.findLastIndex((turn) => !isNew(turn));
  return texts.slice(0, last + 1);
}

const callFailures: Record<TurnFailure, ModelCallFailure> = {
  noKey: 'notConfigured',
  notInPlan: 'notConfigured',
  overdue: 'notConfigured',
  keyRefused: 'key',
  quotaUsedUp: 'quota',
  monthCeiling: 'ceilingReached',
  dayCeiling: 'ceilingReached',
  turnCeiling: 'ceilingReached',
  contactCeiling: 'ceilingReached',
  unavailable: 'down',
  refused: 'request',
  empty: 'unreadable',
};
