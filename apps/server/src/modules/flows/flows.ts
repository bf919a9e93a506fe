import { MAX_FLOWS } from '@balcao/contract/endpoints/flows';
import { check } from '@balcao/domain/flow/check';
import type { Language } from '@balcao/contract';
import type { FlowDoc } from '@balcao/domain/flow/document';
import { flowTemplates } from '@balcao/domain/flow/templates/templates';
import { fold } from '@balcao/domain/text/fold';
import type { Actor } from '@balcao/domain/policy/actor';
import { can } from '@balcao/domain/policy/policy';
import { assertFound, refuse } from '../../infrastructure/app-error.ts';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import { brokenConstraint, type Db, type Tx } from '../../infrastructure/db/tx.ts';
import { docOf, newDoc, newNodeId, referencesOf } from './flow-documents.ts';
import type { FlowKeyFields } from './flow-keys.ts';
import { flowListStore, type FlowFilter, type FlowUse, type ListedFlow } from './flow-list.store.ts';
import { flowRecords } from './flow-records.store.ts';
import type { FlowReferenceLoader } from './flow-references.ts';

export interface FlowDeps {
  db: Db;
  references: FlowReferenceLoader;
  keys: FlowKeyFields;
  /** Ends the first conversations in the flow; returns how many. */
  endRunsOfFlow(tx: Tx, flowId: number, reason: 'flowRemoved'): Promise<number>;
  /** Ends the others in portions. */
  endOtherRunsOfFlow(companyId: number, flowId: number, reason: 'flowRemoved'): Promise<void>;
}
/** A flow of the list, with what starts it and the problems of its draft. */
export interface FullFlow extends ListedFlow {
  uses: FlowUse[];
  problems: { errors: number; warnings: number };
}
interface NewFlow {
  name: string;
  template: string | undefined;
  language: Language;
}
export interface BriefFlow {
  id: number;
  name: string;
  isActive: boolean;
}
const MAX_NAME_LENGTH = 50;
const COPY = ' - copy';

/** The flows of a company: names, states, links and copies. */
export function createFlows({ db, references, keys, endRunsOfFlow, endOtherRunsOfFlow }: FlowDeps) {
  async function complete(tx: Tx, rows: ListedFlow[]): Promise<FullFlow[]> {
    const docs = rows.map(({ doc }) => docOf(doc));
    const facts = await references.factsFor(tx, docs);
    const uses = Map.groupBy(
      await flowListStore.uses(
        tx,
        rows.map(({ id }) => id),
      ),
      ({ flowId }) => flowId,
    );
    return rows.map((row, index) => {
      const usesOfFlow = uses.get(row.id) ?? [];
      const problems = check(docs[index]!, facts.of(usesOfFlow));
      const errors = problems.filter(({ severity }) => severity === 'error').length;
      return { ...row, uses: usesOfFlow, problems: { errors, warnings: problems.length - errors } };
    });
  }
  async function getFull(tx: Tx, id: number): Promise<FullFlow> {
    const row = assertFound(await flowListStore.byId(tx, id), 'ERR_NO_FLOW_FOUND');
    return (await complete(tx, [row]))[0]!;
  }

  /** Adds a flow with this draft. */
  async function insert(tx: Tx, actor: Actor, name: string, doc: FlowDoc): Promise<number> {
    if ((await flowRecords.countLocked(tx)) >= MAX_FLOWS) refuse('ERR_FLOW_LIMIT_REACHED');
    const id = await flowRecords.insert(tx, { name, userId: actor.userId });
    const own = await keys.inTx.own(tx, id, doc);
    await flowRecords.insertDraft(tx, id, own, referencesOf(own).flows, actor.userId);
    tx.emit({ type: 'flow.saved', flowId: id, isNew: true });
    return id;
  }

  return {
    /** Run in the caller's transaction. */
    inTx: { insert, getFull, freeName },

    /** The whole rows for users who manage flows; for others what a picker needs. */
    list: (actor: Actor, filter: FlowFilter) =>
      db.readCompany(actor.companyId, async (tx) => {
        if (!can(actor, 'flow.manage'))
          return { full: null, counts: null, ...(await flowListStore.briefs(tx, filter)) };
        const { rows, ...page } = await flowListStore.page(tx, filter);
        const counts = await flowListStore.counts(tx, filter.search);
        return { full: await complete(tx, rows), counts, rows, ...page };
      }),
    get: (actor: Actor, id: number): Promise<FullFlow | BriefFlow> =>
      db.readCompany(actor.companyId, async (tx) =>
        can(actor, 'flow.manage') ? getFull(tx, id) : assertFound(await flowRecords.byId(tx, id), 'ERR_NO_FLOW_FOUND'),
      ),
    /** For realtime events. */
    find: (companyId: number, id: number) =>
      db.readCompany(companyId, async (tx) => {
        const row = await flowListStore.byId(tx, id);
        return row && (await complete(tx, [row]))[0];
      }),
    /** For modules that refer to flows by id. */
    exists: async (tx: Tx, id: number): Promise<boolean> => (await flowRecords.byId(tx, id)) !== undefined,

    /** An empty flow, or a copy of a template in the language of the caller. */
    create: (actor: Actor, { name, template, language }: NewFlow) =>
      db
        .inCompany(actor.companyId, async (tx) => {
          return getFull(
            tx,
            await insert(tx, actor, name, template === undefined ? newDoc() : templateDoc(template, language)),
          );
        })
        .catch(refuseTakenName),

    rename: (actor: Actor, id: number, name: string) =>
      db
        .inCompany(actor.companyId, async (tx) => {
          if (!(await flowRecords.rename(tx, id, name))) refuse('ERR_NO_FLOW_FOUND');
          tx.emit({ type: 'flow.saved', flowId: id, isNew: false });
        })
        .catch(refuseTakenName),

    /** An inactive flow starts no new conversation; running ones finish. */
    setActive: (actor: Actor, id: number, isActive: boolean) =>
      db.inCompany(actor.companyId, async (tx) => {
        const flow = assertFound(await flowRecords.lock(tx, id), 'ERR_NO_FLOW_FOUND');
        if (flow.isActive !== isActive) {
          await flowRecords.setActive(tx, id, isActive);
          await audit(tx, {
            userId: actor.userId,
            action: 'flow.switched',
            subject: `flow ${id}`,
            data: { name: flow.name, isActive },
          });
          tx.emit({ type: 'flow.saved', flowId: id, isNew: false });
        }
        return getFull(tx, id);
      }),

    /** Copies the draft; the copy is not published. */
    duplicate: (actor: Actor, id: number) =>
      db
        .inCompany(actor.companyId, async (tx) => {
          const { name, doc } = assertFound(await flowListStore.byId(tx, id), 'ERR_NO_FLOW_FOUND');
          return getFull(tx, await insert(tx, actor, await freeName(tx, name, COPY), docOf(doc)));
        })
        .catch(refuseTakenName),

    /** Ends its conversations and empties the links that lead to it. */
    async remove(actor: Actor, id: number) {
      const removed = await db.inCompany(actor.companyId, async (tx) => {
        const flow = assertFound(await flowRecords.lock(tx, id), 'ERR_NO_FLOW_FOUND');
        const uses = await flowListStore.uses(tx, [id]);
        const endedRuns = await endRunsOfFlow(tx, id, 'flowRemoved');
        await flowRecords.remove(tx, id);
        await audit(tx, {
          userId: actor.userId,
          action: 'flow.removed',
          subject: `flow ${id}`,
          data: { name: flow.name, endedRuns },
        });
        tx.emit({ type: 'flow.removed', flowId: id });
        emitLostLinks(tx, uses);
        return { flow, uses, endedRuns };
      });
      await endOtherRunsOfFlow(actor.companyId, id, 'flowRemoved');
      return removed;
    },
  };
}
export type Flows = ReturnType<typeof createFlows>;

function templateDoc(key: string, language: Language): FlowDoc {
  const template = flowTemplates.find((candidate) => candidate.key === key);
  return template
    ? template.build(language, newNodeId)
    : refuse('ERR_VALIDATION', { field: 'template', rule: 'unknown' });
}

/** The name with the suffix, and a number if another flow has it already. */
async function freeName(tx: Tx, name: string, suffix: string): Promise<string> {
  const base = name.slice(0, MAX_NAME_LENGTH - suffix.length - 4).trimEnd();
  const pattern = `${fold(base + suffix).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const taken = new Set((await flowRecords.namesLike(tx, pattern)).map(fold));
  for (let number = 1; ; number++) {
    const candidate = `${base}${suffix}${number === 1 ? '' : ` ${number}`}`;
    if (!taken.has(fold(candidate))) return candidate;
  }
}

/** What lost its flow changed, too. */
function emitLostLinks(tx: Tx, uses: FlowUse[]) {
  const ids = (...kinds: FlowUse['kind'][]) =>
    new Set(uses.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id));
  for (const connectionId of ids('welcome', 'notPhrase'))
    tx.emit({ type: 'connection.saved', connectionId, isNew: false });
  const queueIds = new Set([
    ...ids('queue'),
    ...uses.flatMap(({ kind, queueId }) => (kind === 'option' ? queueId! : [])),
  ]);
  for (const queueId of queueIds) tx.emit({ type: 'queue.saved', queueId, isNew: false });
  for (const phraseId of ids('phrase')) tx.emit({ type: 'flow-phrase.saved', phraseId, isNew: false });
  for (const integrationId of ids('integration')) tx.emit({ type: 'integration.saved', integrationId, isNew: false });
  for (const flowId of ids('flow')) tx.emit({ type: 'flow.saved', flowId, isNew: false });
}

export function refuseTakenName(error: unknown): never {
  if (brokenConstraint(error) === 'flows_name') refuse('ERR_FLOW_NAME_TAKEN', { field: 'name', rule: 'taken' });
  throw error;
}
