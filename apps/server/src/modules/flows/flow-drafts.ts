import { check } from '@balcao/domain/flow/check';
import { diff } from '@balcao/domain/flow/diff';
import type { FlowDoc } from '@balcao/domain/flow/document';
import type { Problem } from '@balcao/domain/flow/problems';
import type { Actor } from '@balcao/domain/policy/actor';
import { assertFound } from '../../infrastructure/app-error.ts';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { FlowRow } from '../../infrastructure/db/schema/flows.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import { draftChanged, hasErrors } from './flow-conflicts.ts';
import { digestOf, docOf, referencesOf } from './flow-documents.ts';
import { flowFileStore, type StoredFlowFile } from './flow-files.store.ts';
import type { FlowKeyFields } from './flow-keys.ts';
import { flowListStore, type ListedFlow } from './flow-list.store.ts';
import { flowRecords, type StoredDraft } from './flow-records.store.ts';
import type { FlowReferenceLoader } from './flow-references.ts';
import { flowVersionStore, type StoredVersion } from './flow-versions.store.ts';
import type { WireDocument } from './flow-wire-document.ts';

export interface FlowDraftDeps {
  db: Db;
  references: FlowReferenceLoader;
  keys: FlowKeyFields;
  /** Moves live conversations of the flow that wait at one of these nodes to the version. */
  moveRunsToVersion(
    tx: Tx,
    flowId: number,
    versionId: number,
    nodeIds: string[],
  ): Promise<{ moved: number; stayed: number }>;
}
export interface OpenDraft {
  flow: ListedFlow;
  draft: Omit<StoredDraft, 'doc'> & { doc: FlowDoc };
  files: StoredFlowFile[];
}
export interface Publication {
  version: StoredVersion;
  doc: FlowDoc;
  isNew: boolean;
  problems: Problem[];
  staying: { number: number; conversations: number }[];
}

/** The draft of a flow, which editors save, and the versions that conversations run on. */
export function createFlowDrafts({ db, references, keys, moveRunsToVersion }: FlowDraftDeps) {
  async function open(tx: Tx, flowId: number): Promise<OpenDraft> {
    const flow = assertFound(await flowListStore.byId(tx, flowId), 'ERR_NO_FLOW_FOUND');
    const draft = await getDraft(tx, flowId);
    return { flow, draft, files: await flowFileStore.named(tx, referencesOf(draft.doc).files) };
  }

  /** Refuses a save on top of a draft that someone else has changed since. */
  async function save(tx: Tx, actor: Actor, flowId: number, rev: number | null, given: FlowDoc) {
    const doc = await keys.inTx.own(tx, flowId, given);
    const flowIds = referencesOf(doc).flows;
    const saved = await flowRecords.saveDraft(tx, flowId, { rev, doc, flowIds, userId: actor.userId });
    if (!saved) throw draftChanged(await getDraft(tx, flowId));
    tx.emit({ type: 'flow.draft-saved', flowId, rev: saved.rev, userId: actor.userId });
    return { ...saved, doc };
  }

  async function problemsOf(tx: Tx, flowId: number, doc: FlowDoc): Promise<Problem[]> {
    const facts = await references.factsFor(tx, [doc]);
    return check(doc, facts.of(await flowListStore.uses(tx, [flowId])));
  }

  /** Makes the document the live version. Conversations stay on the version they began with. */
  async function publishDoc(
    tx: Tx,
    actor: Actor,
    flow: FlowRow,
    { doc, note }: { doc: FlowDoc; note: string },
  ): Promise<Publication> {
    const problems = await problemsOf(tx, flow.id, doc);
    const errors = problems.filter(({ severity }) => severity === 'error');
    if (errors.length > 0) throw hasErrors(errors);
    const digest = digestOf(doc);
    const live = flow.liveVersionId === null ? undefined : await flowVersionStore.digest(tx, flow.liveVersionId);
    const isNew = !live?.equals(digest);
    let versionId = flow.liveVersionId!;
    if (isNew) {
      const flowIds = referencesOf(doc).flows;
      versionId = await flowVersionStore.insert(tx, flow.id, { doc, digest, note, flowIds, userId: actor.userId });
      await flowRecords.setLive(tx, flow.id, versionId);
      tx.emit({ type: 'flow.saved', flowId: flow.id, isNew: false });
    }
    const version = (await flowVersionStore.byId(tx, versionId))!;
    if (isNew)
      await audit(tx, {
        userId: actor.userId,
        action: 'flow.published',
        subject: `flow ${flow.id}`,
        data: { name: flow.name, number: version.number },
      });
    const staying = await flowVersionStore.staying(tx, flow.id, versionId);
    return { version, doc, isNew, problems, staying };
  }

  const getVersion = async (tx: Tx, flowId: number, number: number) =>
    assertFound(await flowVersionStore.byNumber(tx, flowId, number), 'ERR_NO_FLOW_VERSION_FOUND');
  const lockFlow = async (tx: Tx, id: number) => assertFound(await flowRecords.lock(tx, id), 'ERR_NO_FLOW_FOUND');
  const requireFlow = async (tx: Tx, id: number) => assertFound(await flowRecords.byId(tx, id), 'ERR_NO_FLOW_FOUND');

  return {
    inTx: { open, getDraft },
    open: (actor: Actor, flowId: number) => db.readCompany(actor.companyId, (tx) => open(tx, flowId)),

    save: (actor: Actor, flowId: number, { rev, doc }: { rev: number; doc: FlowDoc }) =>
      db.inCompany(actor.companyId, async (tx) => {
        await lockFlow(tx, flowId);
        const { rev: savedRev, updatedAt } = await save(tx, actor, flowId, rev, doc);
        const { hasChanges } = (await flowListStore.byId(tx, flowId))!;
        return { rev: savedRev, updatedAt, hasChanges };
      }),

    publish: (actor: Actor, flowId: number, { rev, note }: { rev: number; note: string }) =>
      db.inCompany(actor.companyId, async (tx) => {
        const flow = await lockFlow(tx, flowId);
        const draft = await getDraft(tx, flowId);
        if (draft.rev !== rev) throw draftChanged(draft);
        return publishDoc(tx, actor, flow, { doc: draft.doc, note });
      }),
    /** For clients that save and publish with one call. */
    saveAndPublish: (actor: Actor, flowId: number, convert: (before: FlowDoc) => WireDocument) =>
      db.inCompany(actor.companyId, async (tx) => {
        const flow = await lockFlow(tx, flowId);
        const typed = await keys.inTx.storeTyped(tx, actor, flowId, convert((await getDraft(tx, flowId)).doc));
        const { doc } = await save(tx, actor, flowId, null, typed);
        return publishDoc(tx, actor, flow, { doc, note: '' });
      }),

    versions: (actor: Actor, flowId: number, before: number | null) =>
      db.readCompany(actor.companyId, async (tx) => {
        await requireFlow(tx, flowId);
        return flowVersionStore.page(tx, flowId, before);
      }),
    version: (actor: Actor, flowId: number, number: number) =>
      db.readCompany(actor.companyId, async (tx) => {
        await requireFlow(tx, flowId);
        const version = await getVersion(tx, flowId, number);
        return { ...version, doc: docOf(version.doc) };
      }),
    compare: (actor: Actor, flowId: number, from: number | 'draft', to: number | 'draft') =>
      db.readCompany(actor.companyId, async (tx) => {
        await requireFlow(tx, flowId);
        const load = async (which: number | 'draft') =>
          which === 'draft' ? (await getDraft(tx, flowId)).doc : docOf((await getVersion(tx, flowId, which)).doc);
        return diff(await load(from), await load(to));
      }),

    /** Fills the draft with an earlier version. */
    restore: (actor: Actor, flowId: number, { number, rev }: { number: number; rev: number }) =>
      db.inCompany(actor.companyId, async (tx) => {
        const flow = await lockFlow(tx, flowId);
        const { doc } = await getVersion(tx, flowId, number);
        await save(tx, actor, flowId, rev, docOf(doc));
        await audit(tx, {
          userId: actor.userId,
          action: 'flow.restored',
          subject: `flow ${flowId}`,
          data: { name: flow.name, number },
        });
        return open(tx, flowId);
      }),
    /** Publishes an earlier version again; the draft becomes the same. */
    rollback: (actor: Actor, flowId: number, number: number) =>
      db.inCompany(actor.companyId, async (tx) => {
        const flow = await lockFlow(tx, flowId);
        const earlier = docOf((await getVersion(tx, flowId, number)).doc);
        const { doc } = await save(tx, actor, flowId, null, earlier);
        return publishDoc(tx, actor, flow, { doc, note: `v${number}` });
      }),
    /** Moves conversations of earlier versions to the live one. */
    bring: (actor: Actor, flowId: number) =>
      db.inCompany(actor.companyId, async (tx) => {
        const { liveVersionId } = await lockFlow(tx, flowId);
        const live = liveVersionId === null ? undefined : await flowVersionStore.byId(tx, liveVersionId);
        const { id, doc } = assertFound(live, 'ERR_NO_FLOW_VERSION_FOUND');
        const nodeIds = docOf(doc).nodes.map((node) => node.id);
        return moveRunsToVersion(tx, flowId, id, nodeIds);
      }),
  };
}
export type FlowDrafts = ReturnType<typeof createFlowDrafts>;

async function getDraft(tx: Tx, flowId: number) {
  const draft = assertFound(await flowRecords.draft(tx, flowId), 'ERR_NO_FLOW_FOUND');
  return { ...draft, doc: docOf(draft.doc) };
}
