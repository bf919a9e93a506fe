import { randomInt } from 'node:crypto';
import type { BotMessage, FlowFacts, FlowInput, FlowTrigger } from '@balcao/domain/bot/dialog';
import type { FlowDoc } from '@balcao/domain/flow/document';
import { abandon } from '@balcao/domain/flow/endings';
import {
  newRun,
  type Effect,
  type Facts,
  type Input,
  type Run,
  type StepResult,
  type TraceEntry,
} from '@balcao/domain/flow/run';
import { isInDialog, step } from '@balcao/domain/flow/step';
import type { ContactRow } from '../../infrastructure/db/schema/contacts.ts';
import type { TicketRow } from '../../infrastructure/db/schema/tickets.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { FullConnection } from '../connections/index.ts';
import type { FlowCalls } from '../flow-calls/index.ts';
import type { FlowRuns, FlowTemplate, LiveRun, RunTarget } from '../flow-runs/index.ts';
import type { BotConfig } from './bot-config.ts';
import { isBotTicket } from './bot-state.ts';
import { loadFlowFacts, type FlowFactsDeps } from './flow-facts.ts';
import { loadStartFacts } from './flow-starts.ts';

export interface FlowBatchDeps extends FlowFactsDeps {
  flowRuns: FlowRuns;
  flowCalls: Pick<FlowCalls, 'inTx'>;
  /** A run waits until this time; called before the commit. */
  onWait(at: Date): void;
  onError(error: unknown): void;
}
export interface FlowConversation {
  ticket: TicketRow;
  contact: ContactRow;
  connection: FullConnection;
  config: BotConfig;
  now: Date;
}
/** A run of this transaction. `id` is null until it is saved for the first time. */
interface Entry {
  id: number | null;
  ticketId: number;
  flowId: number;
  versionId: number;
  target: RunTarget | null;
  trigger: FlowTrigger;
  run: Run;
  seq: number;
  node: string;
  at: Date;
  trace: TraceEntry[];
  /** Calls that are stored with the run. */
  calls: CallEffect[];
  /** Calls that the run no longer awaits. */
  abandoned: string[];
}
type CallEffect = Extract<Effect, { type: 'call' }>;
/** What a run gets besides messages: the end of a wait, or the result of a call. */
export type FlowStimulus = FlowInput | Extract<Input, { type: 'time' | 'callResult' }>;

/** The runs of flows of one transaction; `save` writes the changes of all of them together. */
export async function createFlowBatch(tx: Tx, deps: FlowBatchDeps, lockedTickets: Iterable<TicketRow>) {
  const { flowCatalog, flowRuns } = deps;
  const catalog = await flowCatalog.get(tx);
  const runs = new Map<number, Entry | null>();
  let changed = new Set<Entry>();
  let templates: ReadonlyMap<number, FlowTemplate> = new Map();
  if (catalog.hasFlows) {
    const ids = [...lockedTickets].filter(isBotTicket).map(({ id }) => id);
    for (const id of ids) runs.set(id, null);
    for (const live of await flowRuns.inTx.live(tx, ids)) runs.set(live.ticketId, entryOf(live));
  }

  async function runOf({ id, messageSeq }: TicketRow): Promise<Entry | null> {
    if (!catalog.hasFlows) return null;
    const known = runs.get(id);
    if (known !== undefined) return known;
    // A ticket that was opened for this message has no run.
    const [live] = messageSeq === 0 ? [] : await flowRuns.inTx.live(tx, [id]);
    const entry = live ? entryOf(live) : null;
    runs.set(id, entry);
    return entry;
  }

  /** Null for a company without flows. The message batch must be saved while the ticket waits for a consent. */
  const facts = async (ticket: TicketRow, connection: FullConnection): Promise<FlowFacts | null> =>
    catalog.hasFlows
      ? loadStartFacts(tx, flowRuns, catalog, { ticket, connection }, (await runOf(ticket)) !== null)
      : null;

  /** Gives an input to the run of the conversation, or starts one. `ref` names the stored message of the customer. */
  async function advance(conversation: FlowConversation, given: FlowStimulus, ref?: string): Promise<StepResult> {
    const { ticket, now } = conversation;
    const entry = given.type === 'start' ? start(ticket, given, now) : (await runOf(ticket))!;
    const { result: first, doc } = await stepOf(conversation, entry, given, ref);
    // A question that it started came later and is not answered by it.
    if (given.type !== 'start' || !given.next || !doc || !isInDialog(doc, first.run)) return first;
    const { result: second } = await stepOf(conversation, entry, { type: 'message', message: given.next }, ref);
    return { ...second, effects: [...first.effects, ...second.effects] };
  }
  async function stepOf(
    { ticket, contact, connection, config, now }: FlowConversation,
    entry: Entry,
    given: FlowStimulus,
    ref: string | undefined,
  ): Promise<{ result: StepResult; doc: FlowDoc | undefined }> {
    const isNew = given.type === 'start' || given.type === 'message';
    const loaded = await loadFlowFacts(tx, deps, catalog, entry.run, {
      ticket,
      contact,
      connection,
      config,
      now,
      lastInboundAt: isNew ? now : ticket.lastInboundAt,
      target: entry.target,
      isAudio: given.type === 'message' && given.message.isAudio,
    });
    templates = new Map([...templates, ...loaded.templates]);
    const awaited = entry.run.wait?.callId;
    const result = loaded.doc
      ? attempt(loaded.doc, entry.run, inputOf(given, ref), loaded.facts)
      : abandon(callerDoc(entry.run, loaded.facts), entry.run, 'flowRemoved', loaded.facts);
    entry.run = result.run;
    entry.seq += 1;
    entry.at = now;
    entry.node = result.run.node ?? result.trace.findLast(({ nodeId }) => nodeId !== '')?.nodeId ?? entry.node;
    entry.trace.push(...result.trace);
    entry.calls.push(...result.effects.filter((effect) => effect.type === 'call'));
    if (awaited !== undefined && awaited !== result.run.wait?.callId && given.type !== 'callResult')
      entry.abandoned.push(awaited);
    changed.add(entry);
    runs.set(ticket.id, result.run.ended === null ? entry : null);
    if (result.run.wait?.until) deps.onWait(new Date(result.run.wait.until));
    return { result, doc: loaded.facts.version(result.run.versionId) };
  }
  function attempt(...[doc, run, input, engineFacts]: Parameters<typeof step>): StepResult {
    try {
      return step(doc, run, input, engineFacts);
    } catch (error) {
      deps.onError(error);
      return abandonBroken(doc, run, engineFacts);
    }
  }
  function start(ticket: TicketRow, { target, trigger }: Extract<FlowInput, { type: 'start' }>, now: Date): Entry {
    const { type, id } = target;
    // Without a flow, the document is generated: both are 0.
    const flowId = type === 'flow' ? id : 0;
    const versionId = type === 'flow' ? catalog.versionOf.get(id)! : 0;
    const run = newRun({ flowId, versionId, seed: randomInt(2 ** 31), now });
    return {
      ...newEntry,
      trace: [],
      calls: [],
      abandoned: [],
      ticketId: ticket.id,
      flowId,
      versionId,
      target: type === 'flow' ? null : { type, id },
      trigger,
      run,
      at: now,
    };
  }
  /** Calls are stored with the run that awaits them. */
  async function saveCalls(entry: Entry, runId: number): Promise<void> {
    const { ticketId, flowId, calls, abandoned } = entry;
    entry.calls = [];
    entry.abandoned = [];
    for (const callId of abandoned) await deps.flowCalls.inTx.voidCall(tx, runId, callId);
    const stored = calls.filter(({ callId }) => !abandoned.includes(callId));
    await deps.flowCalls.inTx.add(
      tx,
      stored.map(({ callId, nodeId, request }) => ({
        callId,
        nodeId,
        request,
        runId,
        ticketId,
        flowId: entry.run.flowId || flowId || null,
      })),
    );
  }

  return {
    facts,
    advance,
    hasFlows: catalog.hasFlows,
    templates: () => templates,
    /** After the run was ended by others in this transaction. */
    forget: (ticketId: number) => void runs.set(ticketId, null),
    liveRunId: async (ticket: TicketRow): Promise<number | null> => (await runOf(ticket))?.id ?? null,
    async isDue(ticket: TicketRow, now: Date): Promise<boolean> {
      const until = (await runOf(ticket))?.run.wait?.until;
      return typeof until === 'string' && Date.parse(until) <= +now;
    },
    async save(): Promise<void> {
      if (changed.size === 0) return;
      const saving = [...changed];
      changed = new Set();
      const ids = await flowRuns.inTx.save(
        tx,
        saving.map(({ run, calls: _, abandoned: __, ...entry }) => ({ ...entry, state: run })),
      );
      for (const [n, entry] of saving.entries()) await saveCalls(entry, ids[n]!);
      for (const entry of saving) entry.trace = [];
      // A run that began in this batch and continues in it is read again, with its id.
      for (const entry of saving) if (entry.id === null) runs.delete(entry.ticketId);
    },
  };
}
export type FlowBatch = Awaited<ReturnType<typeof createFlowBatch>>;

const newEntry = { id: null, seq: 0, node: '' };
const entryOf = ({ id, ticketId, flowId, versionId, target, state, seq }: LiveRun): Entry => ({
  id,
  ticketId,
  flowId,
  versionId,
  target,
  // Stored with the run; an update does not change it.
  trigger: 'phrase',
  run: state,
  seq,
  node: state.node ?? '',
  at: new Date(0),
  trace: [],
  calls: [],
  abandoned: [],
});

const inputOf = (given: FlowStimulus, ref: string | undefined): Input =>
  given.type === 'message'
    ? messageInput(given.message, ref)
    : given.type === 'start'
      ? { type: 'start', text: given.text }
      : given;
const messageInput = ({ text, choiceId, media }: BotMessage, ref: string | undefined): Input => ({
  type: 'message',
  text,
  ...(choiceId !== undefined && { choiceId }),
  ...(media && { media: { ...media, ...(ref !== undefined && { ref }) } }),
});

/** The document of the innermost calling flow that still exists. */
const callerDoc = ({ stack }: Run, facts: Facts): FlowDoc | undefined =>
  stack.map(({ versionId }) => facts.version(versionId)).findLast((doc) => doc !== undefined);

/** What made the engine fail may also hinder the note about it. */
function abandonBroken(doc: FlowDoc, run: Run, facts: Facts): StepResult {
  try {
    return abandon(doc, run, 'broken', facts);
  } catch {
    return abandon(undefined, run, 'broken', facts);
  }
}
