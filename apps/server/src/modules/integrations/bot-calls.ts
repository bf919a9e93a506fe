import type { CallAction, CallHandler, CallReply, CallResult, CallSession } from '@balcao/domain/flow/service-call';
import { maskName, maskNumber } from '@balcao/domain/contact/mask';
import type { BotCommand } from '@balcao/domain/integration/bot-command';
import type { BotServices, BotSession, BotTurn } from '../../gateways/bots/port.ts';
import type { Clock } from '../../infrastructure/clock.ts';
import type { IntegrationRow } from '../../infrastructure/db/schema/integrations.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import { conversationStore, type IntegrationConversation } from './conversations.store.ts';
import type { IntegrationKeys } from './integration-keys.ts';
import { integrationStore } from './integrations.store.ts';
import type { StoreReplies } from './bot-media.ts';
import { failedCall, notConfigured } from './service-failures.ts';

export interface BotCallDeps {
  db: Db;
  clock: Clock;
  keys: IntegrationKeys;
  services: BotServices;
  storeReplies: StoreReplies;
  hidesNumbers(tx: Tx): Promise<boolean>;
  existingQueueIds(tx: Tx, ids: number[]): Promise<number[]>;
  userExists(tx: Tx, id: number): Promise<boolean>;
}
type BotCall = Parameters<CallHandler<'bot'>>[0];
interface Loaded {
  /** Undefined: the address is the node's own. */
  integration: IntegrationRow | undefined;
  conversation: IntegrationConversation;
  hidesNumbers: boolean;
}
const MARKED_CHANNELS = ['whatsapp', 'whatsappapi'];

/** One turn of an external bot in the conversation of a ticket. */
export function createBotCalls({ db, clock, keys, services, storeReplies, ...deps }: BotCallDeps): CallHandler<'bot'> {
  const load = ({ companyId, ticketId, request }: BotCall): Promise<Loaded | undefined> =>
    db.readCompany(companyId, async (tx) => {
      const { integrationId } = request;
      const integration = integrationId === null ? undefined : await integrationStore.byId(tx, integrationId);
      const conversation = await conversationStore.byTicket(tx, ticketId);
      if (!conversation || (integrationId !== null && !integration)) return undefined;
      return { integration, conversation, hidesNumbers: await deps.hidesNumbers(tx) };
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
      return {
        type: 'transfer',
        queueId,
        userId: userId !== null && (await deps.userExists(tx, userId)) ? userId : null,
      };
    });
  }

  return async function callBot(call, signal): Promise<CallResult> {
    const loaded = await load(call);
    if (!loaded) return notConfigured;
    const { integration, conversation } = loaded;
    const word = integration && wordOf(integration, call.request.text);
    if (word) return { ...ANSWERED, ...word };
    const session = sessionOf(call, loaded, clock.now());
    const turn = turnOf(call, loaded, session);
    if (!turn) return notConfigured;
    try {
      const { replies, choices = [], ended = false, command, isUnknown = false, session: next } = await turn;
      const named = integration?.type === 'dialogflow' ? replies.map(withName(integration, conversation)) : replies;
      const stored = await storeReplies(call.companyId, named, signal);
      const unknown = isUnknown && integration ? textReplies(integration.unknownMessage) : [];
      return {
        ...ANSWERED,
        replies: [...stored, ...unknown],
        choices,
        action: command ? await actionOf(call.companyId, command) : null,
        session: { ...next, at: clock.now().toISOString() },
        isOver: ended || command !== undefined,
        isUnknown,
      };
    } catch (error) {
      return failedCall(error);
    }
  };
}

const ANSWERED = {
  type: 'done',
  replies: [],
  choices: [],
  values: {},
  action: null,
  session: null,
  isOver: false,
  isUnknown: false,
} as const;
const textReplies = (text: string): CallReply[] => (text.trim() === '' ? [] : [{ type: 'text', text }]);

/** What the words of R30 do: one starts the dialog again with the next message, one closes the conversation. */
function wordOf({ restartWord, finishWord, restartMessage }: IntegrationRow, text: string) {
  const isWord = (word: string) => word !== '' && folded(text) === folded(word);
  if (isWord(finishWord)) return { action: { type: 'close' } as const, isOver: true };
  if (isWord(restartWord)) return { replies: textReplies(restartMessage) };
  return undefined;
}
const folded = (text: string): string => text.trim().toLowerCase();

/** Continues the session unless it has expired. The service never learns the number as the name of a session. */
function sessionOf({ companyId, ticketId, runId, request }: BotCall, loaded: Loaded, now: Date): BotSession {
  const { integration, conversation, hidesNumbers } = loaded;
  if (request.session && !isExpired(request.session, integration?.expiresMinutes ?? 0, now)) {
    const { key, id, variables } = request.session;
    return { key, id, variables };
  }
  const number = hidesNumbers ? maskNumber(conversation.contactNumber) : conversation.contactNumber;
  return {
    key: `${companyId}-${ticketId}-${runId ?? 0}`,
    id: null,
    variables: {
      number,
      pushName: hidesNumbers ? maskName(conversation.contactName) : conversation.contactName,
      remoteJid: hidesNumbers ? '' : number,
    },
  };
}
const isExpired = ({ at }: CallSession, minutes: number, now: Date): boolean =>
  minutes > 0 && +now - Date.parse(at) > minutes * 60_000;

/** R29: replies of Dialogflow begin with the name of the integration, in bold where the channel shows it. */
const withName =
  ({ name }: IntegrationRow, { channel }: IntegrationConversation) =>
  (reply: BotTurn['replies'][number]): BotTurn['replies'][number] => {
    if (reply.type !== 'text') return reply;
    const prefix = MARKED_CHANNELS.includes(channel) ? `*${name}:*` : `${name}:`;
    return { type: 'text', text: `${prefix} ${reply.text}` };
  };
