import type { FlowFacts } from '@balcao/domain/bot/dialog';
import type { TicketRow } from '../../infrastructure/db/schema/tickets.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { FullConnection } from '../connections/index.ts';
import { flowCatalogStore, startOfIntegration, type FlowCatalog, type FlowRuns } from '../flow-runs/index.ts';

/** Words before the consent that are searched for a phrase. */
const MAX_EARLIER_TEXTS = 20;

/** What a message can start in this conversation. */
export async function loadStartFacts(
  tx: Tx,
  flowRuns: FlowRuns,
  catalog: FlowCatalog,
  { ticket, connection }: { ticket: TicketRow; connection: FullConnection },
  hasRun: boolean,
): Promise<FlowFacts> {
  const isRunnable = (flowId: number | null): flowId is number => flowId !== null && catalog.versionOf.has(flowId);
  const runnable = (flowId: number | null) => (isRunnable(flowId) ? flowId : null);
  const [welcomeFlowId, otherFlowId] = [runnable(connection.welcomeFlowId), runnable(connection.otherFlowId)];
  const { promptId, integrationId } = connection;
  const ticketIntegrationId = ticket.usesIntegration ? ticket.integrationId : null;
  const canStart = !hasRun && ticket.queueId === null && ticket.userId === null && ticket.isBot;
  const integration = ticketIntegrationId ?? integrationId;
  const startsFlow = integration !== null && startOfIntegration(catalog, integration)?.type === 'flow';
  const asksFirst = !hasRun && (startsFlow || (canStart && (welcomeFlowId !== null || otherFlowId !== null)));
  return {
    hasRun,
    hadRun: asksFirst && ticket.messageSeq > 0 && (await flowRuns.inTx.hadRun(tx, ticket.id)),
    isReturning:
      canStart &&
      welcomeFlowId !== null &&
      (await flowCatalogStore.isReturning(tx, ticket.contactId, connection.id, ticket.id)),
    welcomeFlowId,
    otherFlowId,
    promptId: promptId !== null && catalog.queueOfPrompt.has(promptId) ? promptId : null,
    integrationId,
    ticketIntegrationId,
    earlierTexts:
      canStart && ticket.status === 'lgpd'
        ? (await flowCatalogStore.textsIn(tx, ticket.id, MAX_EARLIER_TEXTS)).slice(0, -1)
        : [],
    match: (text) => catalog.phrases.match(text, connection.id)?.flowId ?? null,
    isRunnable,
    startOfIntegration: (id) => startOfIntegration(catalog, id),
  };
}
