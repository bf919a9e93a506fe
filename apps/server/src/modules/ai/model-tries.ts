import type { Turn } from '@balcao/domain/ai/prompt';
import type { CallRequest, CallResult } from '@balcao/domain/flow/service-call';
import type { Db } from '../../infrastructure/db/tx.ts';
import type { Companies } from '../companies/index.ts';
import type { Answerers } from './answerers.ts';
import { factsAt, notConfigured, resultOf, showsMarks, withoutNewest } from './call-turns.ts';
import type { RunTurn } from './turn.ts';

interface Deps {
  db: Db;
  companies: Pick<Companies, 'inTx'>;
  answerers: Answerers;
  runTurn: RunTurn;
}
/** A call to a model that a test of a flow waits for. */
export interface TestModelCall {
  flowId: number;
  request: Extract<CallRequest, { kind: 'model' }>;
  /** The invented customer. */
  contactName: string;
  channel: string;
  /** Time of the test. */
  now: Date;
  /** Oldest first, the new ones included. */
  texts: readonly Turn[];
}

/** The turn of a model in a test of a flow: it is called and paid; a voice is not needed. */
export const createModelTries = ({ db, companies, answerers, runTurn }: Deps) =>
  async function tryModel(companyId: number, call: TestModelCall): Promise<CallResult> {
    const { promptId, fields, text } = call.request;
    const node = promptId === null && fields ? await answerers.ofNode(companyId, fields) : undefined;
    const loaded = await db.readCompany(companyId, async (tx) => {
      const answerer = promptId === null ? node : await answerers.ofPrompt(tx, promptId);
      if (!answerer) return undefined;
      const [context, hours] = await Promise.all([
        answerers.contextOf(tx, answerer, text),
        companies.inTx.getHours(tx),
      ]);
      return { answerer, context, hours };
    });
    if (!loaded) return notConfigured;
    const { answerer, context, hours } = loaded;
    const { contactName, now } = call;
    const turn = await runTurn(companyId, {
      answerer,
      context,
      subject: { purpose: 'try', flowId: call.flowId },
      party: { conversationId: null, contactId: null },
      variables: { ...INVENTED, contactName, timeZone: hours.timeZone, now },
      facts: factsAt(now, hours),
      history: withoutNewest(call.texts, text),
      text,
      hasMarks: showsMarks(call.channel),
    });
    return resultOf(turn);
  };
export type TryModel = ReturnType<typeof createModelTries>;

/** Variables of a conversation that does not exist. */
const INVENTED = { userName: '', queueName: '', connectionName: '', ticketId: null, protocol: '' };
