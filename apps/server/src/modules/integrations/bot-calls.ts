import { maskName } from '@balcao/domain/contact/mask';
import type { CallAction, CallHandler, CallResult } from '@balcao/domain/flow/service-call';
import type { BotCommand } from '@balcao/domain/integration/bot-command';
import type { BotServices, BotSession, BotTurn } from '../../gateways/bots/port.ts';
import type { Clock } from '../../infrastructure/clock.ts';
import type { IntegrationRow } from '../../infrastructure/db/schema/integrations.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import type { StoreReplies } from './bot-media.ts';
import { conversationStore } from './conversations.store.ts';
import type { IntegrationKeys } from './integration-keys.ts';
import { integrationStore } from './integrations.store.ts';
import { ceilingReached, failedCall, notConfigured } from './service-failures.ts';

export interface BotCallDeps {
  db: Db;
  clock: Clock;
  keys: IntegrationKeys;
  services: BotServices;
  storeReplies: StoreReplies;
  hidesNumbers(tx: Tx): Promise<boolean>;
  existingQueueIds(tx: Tx, ids: number[]): Promise<number[]>;
  userExists(tx: Tx, id: number): Promise<boolean>;
  /** False: bots and models were called for this contact too often in this hour. */
  countBotCall(companyId: number, contactId: number): Promise<boolean>;
}
type BotCall = Parameters<CallHandler<'bot'>>[0];
type Variables = BotSession['variables'];
interface Loaded {
  /** Undefined: the address is the node's own. */
  integration: IntegrationRow | undefined;
  variables: Variables;
  /** Undefined in a test of a flow, whose customer is invented. */
  contactId: number | undefined;
}

/** One turn of an external bot in the conversation of a ticket. Words, pauses and expiry of sessions are up to the flow. */
export function createBotCalls({ db, clock, keys, services, storeReplies, ...deps }: BotCallDeps): CallHandler<'bot'> {
  const load = ({ companyId, ticketId, request: { integrationId, variables } }: BotCall): Promise<Loaded | undefined> =>
    db.readCompany(companyId, async (tx) => {
      const integration = integrationId === null ? undefined : await integrationStore.byId(tx, integrationId);
      if (integrationId !== null && !integration) return undefined;
      const conversation = await conversationStore.byTicket(tx, ticketId);
      const given = (await deps.hidesNumbers(tx)) ? withoutNumbers(variables) : variables;
      return { integration, variables: given, contactId: conversation?.contactId };
    });

  /** Undefined for a bot that is not configured. */
  function turnOf({ request }: BotCall, { integration }: Loaded, session: BotSession): Promise<BotTurn> | undefined {
    const { text } = request;
    const way = session.id === null ? 'start' : 'next';
    if (integration?.type === 'dialogflow') {
      const credentials = keys.open(integration, 'serviceAccount');
      const { project, language } = integration;
      return credentials && services.dialogflow[way]({ project, language, credentials }, session, text);
    }
    if (integration !== undefined && integration.type !== 'typebot') return undefined;
    const account = integration ? { url: integration.url, slug: integration.typebotSlug } : request.typebot;
    return account ? services.typebot[way](account, session, text) : undefined;
  }

  /** Queues and users that a bot names are checked: they may be of another company. The bot stops in any case. */
  async function actionOf(companyId: number, command: BotCommand): Promise<CallAction> {
    if (command.type === 'stop') return command;
    const { queueId, userId } = command;
    return db.readCompany(companyId, async (tx): Promise<CallAction> => {
      if ((await deps.existingQueueIds(tx, [queueId])).length === 0) return { type: 'stop' };
      const isKnown = userId !== null && (await deps.userExists(tx, userId));
      return { type: 'transfer', queueId, userId: isKnown ? userId : null };
    });
  }

  return async function callBot(call, signal): Promise<CallResult> {
    const loaded = await load(call);
    if (!loaded) return notConfigured;
    const { contactId } = loaded;
    if (contactId !== undefined && !(await deps.countBotCall(call.companyId, contactId))) return ceilingReached;
    const turn = turnOf(call, loaded, sessionOf(call, loaded.variables));
    if (!turn) return notConfigured;
    try {
      const { replies, choices = [], ended = false, command, isUnknown = false, session } = await turn;
      return {
        type: 'done',
        replies: await storeReplies(call.companyId, replies, signal),
        choices,
        values: {},
        action: command ? await actionOf(call.companyId, command) : null,
        session: { ...session, at: clock.now().toISOString() },
        isOver: ended || command !== undefined,
        isUnknown,
      };
    } catch (error) {
      return failedCall(error);
    }
  };
}

/** The service never learns the number as the name of a session. */
function sessionOf({ companyId, ticketId, runId, request }: BotCall, variables: Variables): BotSession {
  const { session } = request;
  if (session) return { key: session.key, id: session.id, variables: session.variables };
  const { number } = variables;
  return {
    key: `${companyId}-${ticketId}-${runId ?? 0}`,
    id: null,
    // R30 names the number twice.
    variables: { ...variables, ...(number !== undefined && { remoteJid: number }) },
  };
}

/** A contact without a name has the number as its name. */
const withoutNumbers = ({ number: _, ...variables }: Variables): Variables =>
  Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, maskName(value)]));
