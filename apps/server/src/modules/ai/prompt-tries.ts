import type { Turn } from '@balcao/domain/ai/prompt';
import type { Actor } from '@balcao/domain/policy/actor';
import { assertFound, refuse } from '../../infrastructure/app-error.ts';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { Clock } from '../../infrastructure/clock.ts';
import type { Db } from '../../infrastructure/db/tx.ts';
import type { AnswererDraft, Answerers } from './answerers.ts';
import { promptStore } from './prompts.store.ts';
import type { RunTurn, TurnResult } from './turn.ts';

interface Deps {
  db: Db;
  clock: Clock;
  answerers: Answerers;
  runTurn: RunTurn;
}
export interface PromptTry {
  /** Oldest first; the last one is the customer's. */
  messages: Turn[];
  contactName: string;
  draft: AnswererDraft;
}
export interface TriedTurn extends TurnResult {
  ms: number;
}

/** Variables of an invented customer. */
const INVENTED = {
  userName: '',
  queueName: '',
  connectionName: '',
  ticketId: null,
  protocol: '',
  timeZone: 'America/Sao_Paulo',
};

/** Trying a prompt out with an invented customer: the model is called, nothing is sent. */
export const createPromptTries = ({ db, clock, answerers, runTurn }: Deps) =>
  async function tryPrompt(actor: Actor, promptId: number, { messages, contactName, draft }: PromptTry) {
    const last = messages.at(-1);
    if (last?.from !== 'customer') return refuse('ERR_VALIDATION', { field: 'messages', rule: 'invalid' });
    await db.inCompany(actor.companyId, async (tx) => {
      const { name } = assertFound(await promptStore.byId(tx, promptId), 'ERR_NO_PROMPT_FOUND');
      const subject = `prompt ${promptId}`;
      await audit(tx, { userId: actor.userId, action: 'prompt.tried', subject, data: { name } });
    });
    const startedAt = performance.now();
    const loaded = await db.readCompany(actor.companyId, async (tx) => {
      const answerer = assertFound(await answerers.ofPrompt(tx, promptId, draft), 'ERR_NO_PROMPT_FOUND');
      return { answerer, context: await answerers.contextOf(tx, answerer, last.text) };
    });
    const result = await runTurn(actor.companyId, {
      ...loaded,
      subject: { purpose: 'try', flowId: null },
      party: { conversationId: null, contactId: null },
      variables: { ...INVENTED, contactName, now: clock.now() },
      facts: {},
      history: messages.slice(0, -1),
      text: last.text,
      hasMarks: true,
    });
    return { ...result, ms: Math.round(performance.now() - startedAt) } satisfies TriedTurn;
  };
export type TryPrompt = ReturnType<typeof createPromptTries>;
