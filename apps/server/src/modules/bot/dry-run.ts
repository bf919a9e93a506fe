import type { BotFacts, BotOption, BotQueue, BotState, FlowFacts, Turn } from '@balcao/domain/bot/dialog';
import { finishTurn, nextTurn } from '@balcao/domain/bot/turn';
import { withFlow } from '@balcao/domain/bot/with-flow';
import { newRun } from '@balcao/domain/flow/run';
import { step } from '@balcao/domain/flow/step';
import { instantOf } from '@balcao/domain/hours/hours';
import { renderVariables } from '@balcao/domain/message/variables';
import type { Actor } from '@balcao/domain/policy/actor';
import type { Clock } from '../../infrastructure/clock.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import { assertFound, refuse } from '../../infrastructure/app-error.ts';
import type { Connections, FullConnection } from '../connections/index.ts';
import type { FileLists } from '../file-lists/index.ts';
import { startOfIntegration, type FlowCatalog, type FlowCatalogLoader } from '../flow-runs/index.ts';
import type { Queues } from '../queues/index.ts';
import type { Tickets } from '../tickets/index.ts';
import { parseConnectionDraft, parseQueueDraft, UNSAVED, type DryRunRequest, type DryRunResult } from './bot.wire.ts';
import type { BotConfig, BotConfigLoader } from './bot-config.ts';
import { messageVariables } from './bot-content.ts';
import { loadFlowFacts } from './flow-facts.ts';

export interface DryRunDeps {
  db: Db;
  clock: Clock;
  botConfig: BotConfigLoader;
  connections: Connections;
  queues: Queues;
  tickets: Tickets;
  fileLists: FileLists;
  flowCatalog: FlowCatalogLoader;
  nameOfUser(tx: Tx, userId: number): Promise<string>;
}
const SAMPLE_NAME = 'Maria';

/** Runs the real bot steps on a sample message and unsaved drafts. Sends and stores nothing. */
export function createDryRun(deps: DryRunDeps) {
  const { db, clock, botConfig, connections, queues, tickets, fileLists } = deps;

  /** The company's bot configuration with the drafts applied. */
  async function loadDraftConfig(tx: Tx, { drafts }: DryRunRequest): Promise<BotConfig> {
    const config = await botConfig.loadFresh(tx);
    const { company, queue } = drafts;
    const all = new Map(config.queues);
    if (queue) {
      const before = queue.id ? assertFound(all.get(queue.id), 'ERR_QUEUE_NOT_FOUND') : undefined;
      await queues.checkDraft(tx, queue, idsIn(before?.options ?? []));
      all.set(queue.id ?? UNSAVED, parseQueueDraft(queue, before));
    }
    return {
      ...config,
      queues: all,
      ...(company?.schedules && { schedules: company.schedules }),
      ...(company?.scheduleType && { settings: { ...config.settings, scheduleType: company.scheduleType } }),
    };
  }

  /** The queues of the connection in menu order, as they would be after saving the drafts. */
  async function draftMenu(tx: Tx, { drafts }: DryRunRequest, config: BotConfig, connection: FullConnection) {
    const ids = new Set(drafts.connection?.queueIds ?? connection.queues.map(({ id }) => id));
    const position = new Map((await queues.inTx.load(tx)).map((row) => [row.id, row.position]));
    const { queue } = drafts;
    if (queue && !queue.id) ids.add(UNSAVED);
    if (queue?.orderQueue !== undefined) position.set(queue.id ?? UNSAVED, queue.orderQueue);
    const rank = ({ id }: BotQueue) => position.get(id) ?? Infinity;
    return [...ids]
      .map((id) => assertFound(config.queues.get(id), 'ERR_QUEUE_NOT_FOUND'))
      .sort((a, b) => (rank(a) === rank(b) ? a.name.localeCompare(b.name) : rank(a) - rank(b)));
  }

  async function simulate(tx: Tx, request: DryRunRequest) {
    const config = await loadDraftConfig(tx, request);
    const stored = assertFound(await connections.inTx.find(tx, request.whatsappId), 'ERR_NO_WAPP_FOUND');
    const menu = await draftMenu(tx, request, config, stored);
    const connection = parseConnectionDraft(stored, request.drafts.connection, menu);
    const now = request.at === undefined ? clock.now() : instantOf(request.at, config.timeZone);
    const contact = {
      isGroup: false,
      consentedAt: request.contactConsented ? now : null,
      botDisabled: false,
      acceptsAudio: true,
      name: SAMPLE_NAME,
    };
    const farewell = connection.farewellMessage;
    const catalog = await deps.flowCatalog.get(tx);
    const flows = catalog.hasFlows ? flowFactsOf(catalog, connection, request) : null;
    const facts = botConfig.factsOf(config, connection, contact, { now, farewell, accountOwner: null, flows });
    const before = initialState(request, facts);
    const answered = nextTurn(before, { text: request.text, isAudio: request.isAudio }, facts);
    const decided = await startFlow(tx, catalog, answered, facts, { connection, config, contact, now });
    const waitsIn =
      decided.waitsIn?.sendsPosition && decided.waitsIn.queueId !== UNSAVED ? decided.waitsIn.queueId : null;
    const connectionId = facts.queues.length > 1 ? connection.id : null;
    const waiting =
      waitsIn === null ? 0 : await tickets.inTx.countWaiting(tx, { queueId: waitsIn, connectionId, except: [] });
    const turn = finishTurn(decided, facts, { agent: 'any-agent', position: waiting + 1 });
    const { queueId, userId } = turn.state;
    const userName = userId === null ? '' : await deps.nameOfUser(tx, userId);
    const variables = messageVariables(
      { ticket: { id: 1, createdAt: now, queueId }, contact, connection, config, now },
      userName,
    );
    return { turn, facts, userName, render: (text: string) => renderVariables(text, variables) };
  }

  /** A flow that the message starts says its first words with an invented contact. */
  async function startFlow(
    tx: Tx,
    catalog: FlowCatalog,
    turn: Turn,
    facts: BotFacts,
    sample: { connection: FullConnection; config: BotConfig; contact: { name: string }; now: Date },
  ): Promise<Turn> {
    const { flowInput } = turn;
    if (flowInput?.type !== 'start') return turn;
    const { target, text } = flowInput;
    const { now } = sample;
    const { type, id } = target;
    const version = { flowId: type === 'flow' ? id : 0, versionId: type === 'flow' ? catalog.versionOf.get(id)! : 0 };
    const run = newRun({ ...version, seed: 1, now });
    const loaded = await loadFlowFacts(tx, deps, catalog, run, {
      ...sample,
      ticket: { id: 1, createdAt: now, queueId: turn.state.queueId, contactId: null },
      contact: { ...sample.contact, walletUserId: null, walletQueueId: null },
      lastInboundAt: now,
      target: type === 'flow' ? null : { type, id },
    });
    return loaded.doc ? withFlow(turn, facts, step(loaded.doc, run, { type: 'start', text }, loaded.facts)) : turn;
  }

  /** The text of a reply; for a file list its name. */
  async function textOf(
    companyId: number,
    reply: Turn['replies'][number],
    render: (text: string) => string,
  ): Promise<string> {
    if (reply.kind === 'flow') {
      const { content } = reply;
      if (content.type === 'fileList') return (await fileLists.find(companyId, content.fileListId))?.name ?? '';
      return 'text' in content ? content.text : 'file' in content ? content.file.original : '';
    }
    if (reply.kind !== 'file-list') return render(reply.text);
    return (await fileLists.find(companyId, reply.fileListId))?.name ?? '';
  }

  return {
    async run({ companyId }: Actor, request: DryRunRequest): Promise<DryRunResult> {
      const { render, ...result } = await db.readCompany(companyId, (tx) => simulate(tx, request));
      const replies = [];
      for (const reply of result.turn.replies) replies.push({ reply, text: await textOf(companyId, reply, render) });
      return { ...result, replies };
    },
  };
}
export type DryRun = ReturnType<typeof createDryRun>;

/** The state of the sample conversation as the request describes it. */
function initialState(request: DryRunRequest, facts: BotFacts): BotState {
  const queueId = request.queueId ?? null;
  const queue = queueId === null ? undefined : assertFound(facts.queueById(queueId), 'ERR_QUEUE_NOT_FOUND');
  const optionId = request.optionId ?? null;
  if (optionId !== null && !idsIn(queue?.options ?? []).has(optionId)) refuse('ERR_CHATBOT_NOT_FOUND');
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

const flowFactsOf = (
  catalog: FlowCatalog,
  { id, welcomeFlowId, otherFlowId, promptId, integrationId }: FullConnection,
  { isNew }: DryRunRequest,
): FlowFacts => {
  const { versionOf, phrases, queueOfPrompt } = catalog;
  const runnable = (flowId: number | null) => (flowId !== null && versionOf.has(flowId) ? flowId : null);
  return {
    hasRun: false,
    hadRun: !isNew,
    isReturning: false,
    welcomeFlowId: runnable(welcomeFlowId),
    otherFlowId: runnable(otherFlowId),
    promptId: promptId !== null && queueOfPrompt.has(promptId) ? promptId : null,
    integrationId,
    ticketIntegrationId: null,
    earlierTexts: [],
    match: (text) => phrases.match(text, id)?.flowId ?? null,
    isRunnable: (flowId) => versionOf.has(flowId),
    startOfIntegration: (integration) => startOfIntegration(catalog, integration),
  };
};

const idsIn = (tree: readonly BotOption[]): Set<number> =>
  new Set(tree.flatMap((option) => [option.id, ...idsIn(option.options)]));
