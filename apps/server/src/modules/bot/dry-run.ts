import type { BotTried, BotTry } from '@balcao/contract/endpoints/chatbots';
import type { BotOptionDraft } from '@balcao/contract/endpoints/queues';
import type { BotFacts, BotOption, BotQueue, BotState, BotReply, Turn } from '@balcao/domain/bot/dialog';
import { answeredBy, finishTurn, nextTurn } from '@balcao/domain/bot/turn';
import { instantOf } from '@balcao/domain/hours/hours';
import { renderVariables } from '@balcao/domain/message/variables';
import type { Actor } from '@balcao/domain/policy/actor';
import type { z } from 'zod';
import type { Clock } from '../../infrastructure/clock.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import { assertFound, refuse } from '../../infrastructure/app-error.ts';
import type { Connections, FullConnection } from '../connections/index.ts';
import type { FileLists } from '../file-lists/index.ts';
import type { Queues } from '../queues/index.ts';
import type { Tickets } from '../tickets/index.ts';
import type { BotConfig, BotConfigLoader } from './bot-config.ts';
import { messageVariables } from './bot-content.ts';

export interface DryRunDeps {
  db: Db;
  clock: Clock;
  botConfig: BotConfigLoader;
  connections: Connections;
  queues: Queues;
  tickets: Tickets;
  fileLists: FileLists;
  nameOfUser(tx: Tx, userId: number): Promise<string>;
}
type DryRunRequest = z.output<typeof BotTry>;
type QueueDraft = NonNullable<DryRunRequest['drafts']['queue']>;
/** A queue that is on the screen and nowhere else. */
const UNSAVED = 0;
const SAMPLE_NAME = 'Maria';

/** «What would happen»: the real steps with a made-up message. Nothing is sent and nothing kept. */
export function createDryRun(deps: DryRunDeps) {
  const { db, clock, botConfig, connections, queues, tickets, fileLists } = deps;

  /** The brief as it will be once what is on the screen is saved. */
  async function loadDraftConfig(tx: Tx, { drafts }: DryRunRequest): Promise<BotConfig> {
    const config = await botConfig.loadFresh(tx);
    const { company, queue } = drafts;
    const all = new Map(config.queues);
    if (queue) {
      const before = queue.id ? assertFound(all.get(queue.id), 'ERR_QUEUE_NOT_FOUND') : undefined;
      await queues.checkDraft(tx, queue, idsIn(before?.options ?? []));
      all.set(queue.id ?? UNSAVED, queueOf(queue, before));
    }
    return {
      ...config,
      queues: all,
      ...(company?.schedules && { schedules: company.schedules }),
      ...(company?.scheduleType && { settings: { ...config.settings, scheduleType: company.scheduleType } }),
    };
  }

  async function simulate(tx: Tx, request: DryRunRequest) {
    const config = await loadDraftConfig(tx, request);
    const connection = draftConnection(
      assertFound(await connections.inTx.find(tx, request.whatsappId), 'ERR_NO_WAPP_FOUND'),
      request,
      config,
    );
    const now = request.at === undefined ? clock.now() : instantOf(request.at, config.timeZone);
    const contact = {
      isGroup: false,
      consentedAt: request.contactConsented ? now : null,
      botDisabled: false,
      acceptsAudio: true,
      name: SAMPLE_NAME,
    };
    const farewell = connection.farewellMessage;
    const facts = botConfig.factsOf(config, connection, contact, { now, farewell, accountOwner: null });
    const before = initialState(request, facts);
    const turn = nextTurn(before, { text: request.text, isAudio: request.isAudio }, facts);
    const waitsIn = turn.waitsIn?.sendsPosition && turn.waitsIn.queueId !== UNSAVED ? turn.waitsIn.queueId : null;
    const connectionId = facts.queues.length > 1 ? connection.id : null;
    const waiting =
      waitsIn === null ? 0 : await tickets.countWaiting(tx, { queueId: waitsIn, connectionId, except: [] });
    const finishedTurn = finishTurn(turn, facts, { agent: 'somebody', position: waiting + 1 });
    const { queueId, userId } = finishedTurn.state;
    const userName = userId === null ? '' : await deps.nameOfUser(tx, userId);
    const variables = messageVariables(
      { ticket: { id: 1, createdAt: now, queueId }, contact, connection, config, now },
      userName,
    );
    return { finishedTurn, render: (text: string) => renderVariables(text, variables), userName, facts };
  }

  async function presentReply(companyId: number, reply: BotReply, render: (text: string) => string) {
    if (reply.kind !== 'file-list') return { ...plain(reply), text: render(reply.text) };
    const list = await fileLists.find(companyId, reply.fileListId);
    return { kind: 'file' as const, text: list?.name ?? '' };
  }

  return {
    async run(actor: Actor, request: DryRunRequest): Promise<BotTried> {
      const { finishedTurn, render, userName, facts } = await db.readCompany(actor.companyId, (tx) =>
        simulate(tx, request),
      );
      const replies = [];
      for (const reply of finishedTurn.replies) replies.push(await presentReply(actor.companyId, reply, render));
      return {
        steps: finishedTurn.steps.map(({ reason, ...step }) => ({ ...step, why: reason })),
        answeredBy: answeredBy(finishedTurn),
        says: replies,
        place: assignmentOf(finishedTurn, facts, userName),
      };
    },
  };
}
export type DryRun = ReturnType<typeof createDryRun>;

const plain = (reply: Exclude<BotReply, { kind: 'file-list' }>) =>
  reply.kind === 'list' || reply.kind === 'buttons'
    ? { kind: reply.kind, choices: [...reply.choices] }
    : { kind: reply.kind };

function assignmentOf({ state, closes }: Turn, facts: BotFacts, userName: string): BotTried['place'] {
  const { queueId, userId } = state;
  const queue = queueId === null ? undefined : facts.queueById(queueId);
  return {
    queueId: queueId === UNSAVED ? null : queueId,
    queueName: queue?.name ?? null,
    optionId: state.optionId !== null && state.optionId > 0 ? state.optionId : null,
    userId,
    userName: userId === null ? null : userName,
    status: state.status as BotTried['place']['status'],
    closes: closes !== null,
  };
}

/** A conversation that stands where the tester put it. */
function initialState(request: DryRunRequest, facts: BotFacts): BotState {
  const isDraft = request.drafts.queue !== undefined && !request.drafts.queue.id;
  const queueId = request.queueId ?? null;
  const queue = queueId === null ? undefined : assertFound(facts.queueById(queueId), 'ERR_QUEUE_NOT_FOUND');
  const optionId = request.optionId ?? null;
  const inside = queue ?? (isDraft ? facts.queueById(UNSAVED) : undefined);
  if (optionId !== null && !idsIn(inside?.options ?? []).has(optionId)) refuse('ERR_CHATBOT_NOT_FOUND');
  const asksConsent =
    request.waitsFor === 'nothing' && request.isNew && queueId === null && facts.settings.consent.isOn;
  const status =
    request.waitsFor === 'rating' ? 'nps' : asksConsent || request.waitsFor === 'consent' ? 'lgpd' : 'pending';
  return {
    status,
    userId: null,
    queueId,
    isGroup: false,
    isBot: true,
    isImported: false,
    botTurns: 0,
    ratingTurns: status === 'nps' ? 1 : 0,
    repliedAt: null,
    wasAskedConsent: request.waitsFor === 'consent',
    optionId,
    hasShown: !request.isNew || optionId !== null,
    lastReason: '',
  };
}

function draftConnection(connection: FullConnection, { drafts }: DryRunRequest, config: BotConfig): FullConnection {
  const fields = drafts.connection ?? {};
  const draft = drafts.queue && !drafts.queue.id ? config.queues.get(UNSAVED) : undefined;
  const { collectiveVacationMessage, collectiveVacationStart, collectiveVacationEnd, ...same } = fields;
  return {
    ...connection,
    ...defined(same),
    ...(collectiveVacationMessage !== undefined && { vacationMessage: collectiveVacationMessage }),
    ...(collectiveVacationStart !== undefined && { vacationStart: collectiveVacationStart }),
    ...(collectiveVacationEnd !== undefined && { vacationEnd: collectiveVacationEnd }),
    queues: draft ? [...connection.queues, { id: UNSAVED, name: draft.name, color: '' }] : connection.queues,
  };
}
/** What was left out leaves what is there. */
const defined = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

const queueOf = (draft: QueueDraft, before: BotQueue | undefined): BotQueue => ({
  id: draft.id ?? UNSAVED,
  name: draft.name ?? before?.name ?? '',
  greeting: draft.greetingMessage ?? before?.greeting ?? '',
  outOfHours: draft.outOfHoursMessage ?? before?.outOfHours ?? '',
  closesTicket: draft.closeTicket ?? before?.closesTicket ?? false,
  fileListId: draft.fileListId === undefined ? (before?.fileListId ?? null) : draft.fileListId,
  schedules: draft.schedules ?? before?.schedules ?? [],
  options: draft.chatbots ? optionsOf(draft.chatbots, { last: 0 }) : (before?.options ?? []),
});
/** Those that are not saved yet are numbered downwards, so that none is taken for another. */
const optionsOf = (tree: BotOptionDraft[], unsaved: { last: number }): BotOption[] =>
  tree.map((option) => ({
    id: option.id ?? --unsaved.last,
    name: option.name,
    greeting: option.greetingMessage,
    kind: option.queueType,
    closesTicket: option.closeTicket,
    toQueueId: option.optQueueId ?? null,
    toUserId: option.optUserId ?? null,
    toFileListId: option.optFileId ?? null,
    options: optionsOf(option.options, unsaved),
  }));
const idsIn = (tree: readonly BotOption[]): Set<number> =>
  new Set(tree.flatMap((option) => [option.id, ...idsIn(option.options)]));
