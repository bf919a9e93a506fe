import type { endpoints, ParsedRequest } from '@balcao/contract';
import type {
  Delivery,
  Integration,
  IntegrationBrief,
  SavedIntegration,
} from '@balcao/contract/endpoints/integrations';
import { callFailures, type CallFailure } from '@balcao/domain/flow/service-call';
import type { DeliveryRow } from './deliveries.store.ts';
import {
  usesByKind,
  type FullIntegration,
  type IntegrationDraft,
  type SavedIntegration as Saved,
} from './integrations.ts';
import type { ListedIntegration } from './integrations.store.ts';

type Group = typeof endpoints.integrations;
type NewBody = ParsedRequest<Group['create']>['body'];
type ChangeBody = ParsedRequest<Group['update']>['body'];

export const presentIntegrationBrief = ({ id, name, type }: ListedIntegration): IntegrationBrief => ({
  id,
  name,
  type,
});

/** Service account, header value and signing secret are never included. */
export const presentIntegration = (row: FullIntegration): Integration => ({
  ...presentIntegrationBrief(row),
  projectName: row.project,
  serviceAccountEmail: row.serviceAccount === null ? null : row.serviceAccountEmail,
  language: row.language,
  urlN8N: row.url,
  typebotSlug: row.typebotSlug,
  typebotDelayMessage: row.replyPauseMs,
  typebotExpires: row.expiresMinutes,
  typebotKeywordFinish: row.finishWord,
  typebotKeywordRestart: row.restartWord,
  typebotRestartMessage: row.restartMessage,
  typebotUnknownMessage: row.unknownMessage,
  flowId: row.flowId,
  flow: row.flowId === null || row.flowName === null ? null : { id: row.flowId, name: row.flowName },
  headerName: row.headerName,
  hasHeaderValue: row.headerValue !== null,
  signingSecretLast4: row.signingSecret === null ? null : row.signingSecretLast4,
  breaker: {
    isOpen: row.breaker?.isOpen ?? false,
    until: row.breaker?.isOpen ? (row.breaker.openUntil?.toISOString() ?? null) : null,
    lastReason: reasonOf(row.breaker?.lastReason ?? null),
  },
  lastCall: row.lastCall
    ? { at: row.lastCall.at.toISOString(), reason: reasonOf(row.lastCall.reason), ms: row.lastCall.durationMs }
    : null,
  usedBy: usesByKind(row.uses),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});
/** Stored as text; one that no longer exists is shown as none. */
const reasonOf = (stored: string | null): CallFailure | null =>
  callFailures.find((reason) => reason === stored) ?? null;

export const presentSaved = ({ integration, signingSecret }: Saved): SavedIntegration => ({
  ...presentIntegration(integration),
  signingSecret,
});

/** Only the given fields. */
export function parseIntegration(fields: ChangeBody): Partial<IntegrationDraft> {
  const change: { [K in keyof IntegrationDraft]?: IntegrationDraft[K] | undefined } = {
    type: fields.type,
    name: fields.name,
    project: fields.projectName,
    jsonContent: fields.jsonContent,
    language: fields.language,
    url: fields.urlN8N,
    typebotSlug: fields.typebotSlug,
    replyPauseMs: fields.typebotDelayMessage,
    expiresMinutes: fields.typebotExpires,
    finishWord: fields.typebotKeywordFinish,
    restartWord: fields.typebotKeywordRestart,
    restartMessage: fields.typebotRestartMessage,
    unknownMessage: fields.typebotUnknownMessage,
    flowId: fields.flowId,
    headerName: fields.headerName,
    headerValue: fields.headerValue,
  };
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}
export const parseNewIntegration = (fields: NewBody): IntegrationDraft =>
  ({ flowId: null, ...parseIntegration(fields) }) as IntegrationDraft;

export const presentDelivery = (row: DeliveryRow): Delivery => ({
  id: row.id,
  at: row.createdAt.toISOString(),
  kind: row.kind,
  event: 'message',
  ticketId: row.ticketId,
  state: row.state,
  attempts: row.attempts,
  status: row.statusCode,
  reason: reasonOf(row.reason),
  ms: row.durationMs,
  canResend: row.canResend,
});
