import { variableNames } from '@balcao/domain/message/variables';
import type { Actor } from '@balcao/domain/policy/actor';
import { assertFound } from '../../infrastructure/app-error.ts';
import { createFlowDrafts, type FlowDraftDeps } from './flow-drafts.ts';
import { createFlowExport, type FlowExportDeps } from './flow-export.ts';
import { flowFileStore } from './flow-files.store.ts';
import { createFlowFiles, type FlowFileDeps } from './flow-files.ts';
import { createFlowImport } from './flow-import.ts';
import { createFlowKeyFields, type FlowKeyDeps } from './flow-keys.ts';
import { flowListStore } from './flow-list.store.ts';
import { flowRecords } from './flow-records.store.ts';
import { createFlowReferences, type FlowReferenceDeps } from './flow-references.ts';
import { createFlowReports, type FlowReportDeps } from './flow-reports.ts';
import { createFlowTries, type FlowTryDeps } from './flow-tries.ts';
import { createFlows, type FlowDeps } from './flows.ts';
import { createPhrases, type PhraseDeps } from './phrases.ts';
import { createTestCalls, type TestCallDeps } from './test-calls.ts';

type Built = 'references' | 'drafts' | 'keys' | 'callService';
export type FlowModuleDeps = Omit<
  FlowDeps & FlowDraftDeps & FlowFileDeps & FlowReportDeps & FlowTryDeps & FlowExportDeps & PhraseDeps & FlowKeyDeps,
  Built
> &
  FlowReferenceDeps &
  TestCallDeps;

/** Files that the editor offers again. */
const MAX_OFFERED_FILES = 500;

/** Conversation flows: drawing, publishing, testing and reporting them. */
export function createFlowModule(deps: FlowModuleDeps) {
  const references = createFlowReferences(deps);
  const keys = createFlowKeyFields(deps);
  const flows = createFlows({ ...deps, references, keys });
  const drafts = createFlowDrafts({ ...deps, references, keys });
  const files = createFlowFiles(deps);
  return {
    flows,
    drafts,
    keys,
    files,
    tries: createFlowTries({ ...deps, references, drafts, callService: createTestCalls(deps) }),
    reports: createFlowReports(deps),
    export: createFlowExport({ ...deps, references, drafts }),
    import: createFlowImport({ ...deps, references, files, flows }),
    phrases: createPhrases(deps),

    /** What nodes of this flow may refer to, and what the check of it needs. */
    references: (actor: Actor, flowId: number) =>
      deps.db.readCompany(actor.companyId, async (tx) => {
        assertFound(await flowRecords.byId(tx, flowId), 'ERR_NO_FLOW_FOUND');
        const uses = await flowListStore.uses(tx, [flowId]);
        return {
          loaded: await references.load(tx),
          files: await flowFileStore.all(tx, MAX_OFFERED_FILES),
          exitWords: await references.exitWords(tx),
          variables: variableNames,
          channels: references.channelsOf(uses, await deps.connections.inTx.all(tx)),
        };
      }),
  };
}
export type FlowModule = ReturnType<typeof createFlowModule>;
