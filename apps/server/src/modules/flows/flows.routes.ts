import { endpoints } from '@balcao/contract';
import { flowTemplates } from '@balcao/domain/flow/templates/templates';
import { presentWireFlow } from '@balcao/domain/flow/wire/present';
import { handle } from '../../infrastructure/http/handle.ts';
import type { FlowModule } from './flow-module.ts';
import { parseWireDocument } from './flow-wire-document.ts';
import { presentCalled, presentTest } from './flow-tries.wire.ts';
import {
  presentCase,
  presentDocument,
  presentDraft,
  presentFlow,
  presentFlowBrief,
  presentFlowRow,
  presentPath,
  presentPublication,
  presentReferences,
  presentRun,
  presentTemplate,
  presentUses,
  presentVersion,
  presentFile,
  type Sign,
} from './flows.wire.ts';

interface Links {
  sign: Sign;
  signShortLived: Sign;
}
export function flowRoutes(module: FlowModule, { sign, signShortLived }: Links) {
  const { flows, drafts, tries, reports, files } = module;
  const admitUpload = ({ actor }: { actor: Parameters<typeof files.admit>[0] }) => files.admit(actor);
  return handle(
    'flows',
    endpoints.flows,
    {
      list: async ({ actor, query }) => {
        const { full, counts, rows, count, hasMore } = await flows.list(actor, {
          search: query.searchParam,
          page: query.pageNumber,
          isActive: query.status === 'all' ? null : query.status === 'active',
        });
        const page = { flows: full ? full.map(presentFlow) : rows.map(presentFlowBrief), count, hasMore };
        return counts ? { ...page, counts } : page;
      },
      show: async ({ actor, params }) => ({ flow: presentFlowRow(await flows.get(actor, params.id)) }),
      create: async ({ actor, body: { name, template }, info }) =>
        presentFlow(await flows.create(actor, { name, template, language: info.language })),
      rename: async ({ actor, body }) => {
        await flows.rename(actor, body.flowId, body.name);
        return 'ok' as const;
      },
      remove: async ({ actor, params }) => {
        const { flow, uses, endedRuns } = await flows.remove(actor, params.id);
        return { ...presentFlowBrief(flow), lost: presentUses(uses), endedRuns };
      },
      duplicate: async ({ actor, body }) => presentFlow(await flows.duplicate(actor, body.flowId)),
      document: async ({ actor, params }) => {
        const open = await drafts.open(actor, params.id);
        return { flow: presentDocument(open, presentWireFlow(open.draft.doc)) };
      },
      saveDocument: async ({ actor, body: { idFlow, nodes, connections } }) => {
        const { doc } = await drafts.saveAndPublish(actor, idFlow, (before) =>
          parseWireDocument({ nodes, connections }, before),
        );
        await tries.runCases(actor, idFlow, doc);
        return 'ok' as const;
      },
      addKey: async ({ actor, params, body }) => ({ ref: await module.keys.add(actor, params.id, body) }),
      uploadContent: async ({ actor, files: sent }) => (await files.upload(actor, sent)).map(({ name }) => name),
      uploadImage: async ({ actor, files: sent }) => uploaded(actor, await files.upload(actor, sent, ['image'])),
      uploadAudio: async ({ actor, files: sent }) =>
        uploaded(actor, await files.upload(actor, sent, ['audio', 'video'])),

      templates: async ({ info }) => ({
        templates: flowTemplates.map((template) => presentTemplate(template, info.language)),
      }),
      import: async ({ actor, body, files: sent }) => {
        const { flow, report } = await module.import.run(actor, sent[0], body.name);
        return { flow: presentFlowBrief(flow), report };
      },
      export: async ({ actor, params }) => {
        const { key, fileName } = await module.export.run(actor, params.id);
        return { url: signShortLived(key), fileName };
      },
      references: async ({ actor, params }) => {
        const { loaded, files: stored, ...more } = await module.references(actor, params.id);
        return presentReferences(loaded, params.id, { ...more, files: stored.map((file) => presentFile(file, sign)) });
      },
      setActive: async ({ actor, params, body }) => presentFlow(await flows.setActive(actor, params.id, body.active)),

      draft: async ({ actor, params }) => presentDraft(await drafts.open(actor, params.id), sign),
      saveDraft: async ({ actor, params, body }) => {
        const { rev, updatedAt, hasChanges } = await drafts.save(actor, params.id, body);
        return { rev, at: updatedAt.toISOString(), hasChanges };
      },
      publish: async ({ actor, params, body }) => {
        const published = await drafts.publish(actor, params.id, body);
        return presentPublication(published, await tries.runCases(actor, params.id, published.doc));
      },
      versions: async ({ actor, params, query }) => {
        const { rows, hasMore } = await drafts.versions(actor, params.id, query.before ?? null);
        return { versions: rows.map(presentVersion), hasMore };
      },
      version: async ({ actor, params }) => {
        const version = await drafts.version(actor, params.id, params.version);
        return { ...presentVersion(version), doc: version.doc };
      },
      compare: ({ actor, params, query }) => drafts.compare(actor, params.id, query.from, query.to),
      restore: async ({ actor, params, body }) => presentDraft(await drafts.restore(actor, params.id, body), sign),
      rollback: async ({ actor, params, body }) => {
        const published = await drafts.rollback(actor, params.id, body.number);
        return presentPublication(published, await tries.runCases(actor, params.id, published.doc));
      },
      bring: ({ actor, params }) => drafts.bring(actor, params.id),

      try: async ({ actor, params, body }) => presentTest(await tries.run(actor, params.id, body), sign),
      tryCall: async ({ actor, params, body }) => presentCalled(await tries.call(actor, params.id, body)),
      cases: async ({ actor, params }) => ({ cases: (await tries.cases(actor, params.id)).map(presentCase) }),
      addCase: async ({ actor, params, body }) => presentCase(await tries.addCase(actor, params.id, body)),
      changeCase: async ({ actor, params, body }) =>
        presentCase(await tries.changeCase(actor, params.id, params.caseId, body)),
      removeCase: async ({ actor, params }) => {
        await tries.removeCase(actor, params.id, params.caseId);
        return { message: 'Case deleted' };
      },
      runCases: async ({ actor, params }) => ({ cases: await tries.runCases(actor, params.id) }),

      runs: async ({ actor, params, query: { before, searchParam, state, version } }) => {
        const filter = { before: before ?? null, search: searchParam, state, version: version ?? null };
        const { rows, next } = await reports.runs(actor, params.id, filter);
        return { runs: rows.map(presentRun), hasMore: next !== null, next };
      },
      run: async ({ actor, params }) => presentPath(await reports.path(actor, params.id)),
      runContents: async ({ actor, params }) => ({
        contents: (await reports.contents(actor, params.id)).map(({ at, ...call }) => ({
          ...call,
          at: at.toISOString(),
        })),
      }),
      ticketRuns: async ({ actor, params }) => ({ runs: (await reports.ofTicket(actor, params.id)).map(presentRun) }),
      stats: ({ actor, params, query: { from, to, version } }) =>
        reports.numbers(actor, params.id, { from, to, version: version ?? null }),
    },
    { uploadContent: admitUpload, uploadImage: admitUpload, uploadAudio: admitUpload, import: admitUpload },
  );
}

const uploaded = (actor: { userId: number; companyId: number }, [file]: { id: number; name: string }[]) => ({
  ...file!,
  userId: actor.userId,
  companyId: actor.companyId,
});
