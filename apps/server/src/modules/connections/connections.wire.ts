import type { Connection, ConnectionBrief, HealthBrief } from '@balcao/contract/endpoints/connections';
import type { Health } from '@balcao/domain/connection-health/status';
import type { z } from 'zod';
import type { FullConnection } from './connections.store.ts';

// Maps columns to API fields. Secrets, session state and tokens are never included.

const onOff = (value: boolean) => (value ? ('enabled' as const) : ('disabled' as const));

export const presentHealthBrief = ({ status, reasons }: Health): HealthBrief => ({
  light: status,
  reasons: reasons.map(({ reason, ...finding }) => ({ why: reason, ...finding })),
});

export const presentConnectionBrief = (row: FullConnection): z.infer<typeof ConnectionBrief> => ({
  id: row.id,
  name: row.name,
  channel: row.channel,
  status: row.status,
  isDefault: row.isDefault,
  groupAsTicket: onOff(row.groupAsTicket),
  provider: row.provider,
});

export const presentConnection = (row: FullConnection): Connection => ({
  ...presentConnectionBrief(row),
  number: row.number,
  qrcode: row.qrcode,
  pairingCode: row.pairingCode,
  tokenLast4: row.tokenLast4,
  tokenUsedAt: row.tokenUsedAt?.toISOString() ?? null,
  greetingMessage: row.greetingMessage,
  complationMessage: row.farewellMessage,
  outOfHoursMessage: row.outOfHoursMessage,
  ratingMessage: row.ratingMessage,
  inactiveMessage: row.inactiveMessage,
  expiresInactiveMessage: row.expiresInactiveMessage,
  collectiveVacationMessage: row.vacationMessage,
  collectiveVacationStart: row.vacationStart,
  collectiveVacationEnd: row.vacationEnd,
  allowGroup: row.allowGroup,
  maxUseBotQueues: row.maxBotTurns,
  timeUseBotQueues: String(row.botPauseMinutes),
  // The redirect ends when its queue is removed.
  timeSendQueue: row.redirectQueueId === null ? 0 : row.redirectMinutes,
  sendIdQueue: row.redirectQueueId,
  expiresTicket: String(row.expiresMinutes),
  whenExpiresTicket: String(row.expiresWhen),
  timeInactiveMessage: String(row.inactiveMinutes),
  expiresTicketNPS: row.ratingExpiresMinutes,
  maxUseBotQueuesNPS: row.maxRatingTurns,
  timeCreateNewTicket: row.reopenMinutes,
  greetingMediaAttachment: row.greetingFileKey === null ? null : row.greetingFileName,
  integrationId: row.integrationId,
  promptId: row.promptId,
  flowIdWelcome: row.welcomeFlowId,
  flowIdNotPhrase: row.otherFlowId,
  importOldMessages: row.importFrom?.toISOString() ?? null,
  importRecentMessages: row.importTo?.toISOString() ?? null,
  importOldMessagesGroups: row.importGroups,
  closedTicketsPostImported: row.closesImported,
  queueIdImportMessages: row.importQueueId,
  statusImportMessages: row.importStatus,
  schedules: row.schedules,
  queueIds: row.queues.map((queue) => queue.id),
  queues: row.queues,
  companyId: row.companyId,
  pausedBecause: row.pausedBecause,
  health: presentHealthBrief(row.health),
  updatedAt: row.updatedAt.toISOString(),
});
