import { maskName } from '@balcao/domain/contact/mask';
import type { CallHandler, CallResult } from '@balcao/domain/flow/service-call';
import { protocolOf } from '@balcao/domain/message/variables';
import type { Clock } from '../../infrastructure/clock.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import type { Companies } from '../companies/index.ts';
import type { Answerers } from './answerers.ts';
import { factsAt, notConfigured, resultOf, showsMarks, withoutNewest } from './call-turns.ts';
import { conversationStore } from './conversations.store.ts';
import type { RunTurn, TurnInput } from './turn.ts';
import type { AnswerByVoice } from './voice-answers.ts';

export interface ModelCallDeps {
  db: Db;
  clock: Clock;
  companies: Pick<Companies, 'inTx'>;
  answerers: Answerers;
  runTurn: RunTurn;
  answerByVoice: AnswerByVoice;
  hidesNumbers(tx: Tx): Promise<boolean>;
}
type ModelCall = Parameters<CallHandler<'model'>>[0];

/** Answers calls of flows to a model: one turn in the conversation of the ticket. What fails leads to a human. */
export function createModelCalls(deps: ModelCallDeps): CallHandler<'model'> {
  const { db, clock, companies, answerers, runTurn, answerByVoice } = deps;

  /** Everything that the turn needs, in one transaction. */
  async function load({ companyId, ticketId, request: { promptId, fields, text } }: ModelCall) {
    const node = promptId === null && fields ? await answerers.ofNode(companyId, fields) : undefined;
    return db.readCompany(companyId, async (tx) => {
      const [answerer, stored, hours, hidesNumbers] = await Promise.all([
        promptId === null ? node : answerers.ofPrompt(tx, promptId),
        conversationStore.byTicket(tx, ticketId),
        companies.inTx.getHours(tx),
        deps.hidesNumbers(tx),
      ]);
      if (!answerer || !stored) return undefined;
      // A contact without a name has the number as its name.
      const contactName = hidesNumbers ? maskName(stored.contactName) : stored.contactName;
      const conversation = { ...stored, contactName };
      const [context, texts] = await Promise.all([
        answerers.contextOf(tx, answerer, text),
        // The new texts are stored already: they are among the newest.
        conversationStore.newestTexts(tx, ticketId, answerer.maxMessages + MAX_NEW_TEXTS),
      ]);
      return { answerer, context, conversation, hours, texts };
    });
  }

  return async function callModel(call, signal): Promise<CallResult> {
    const loaded = await load(call);
    if (!loaded) return notConfigured;
    const { companyId, ticketId, request } = call;
    const { answerer, context, conversation, hours, texts } = loaded;
    const now = clock.now();
    const { timeZone } = hours;
    const input: TurnInput = {
      answerer,
      context,
      subject: { purpose: 'answer', flowId: call.flowId },
      party: { conversationId: call.runId, contactId: conversation.contactId },
      variables: {
        ...conversation,
        userName: '',
        protocol: protocolOf(ticketId, conversation.openedAt, timeZone),
        timeZone,
        now,
      },
      facts: factsAt(now, hours),
      history: withoutNewest(texts, request.text),
      text: request.text,
      hasMarks: showsMarks(conversation.channel),
    };
    const turn = await runTurn(companyId, input);
    const { text } = turn;
    const voice = text ? await answerByVoice(companyId, answerer.voice, text, call.flowId, signal) : undefined;
    return resultOf(turn, voice);
  };
}

/** Texts of the customer that one call may contain. */
const MAX_NEW_TEXTS = 20;
