import type { BotOption } from '@balcao/contract/endpoints/queues';
import type { OptionRow } from './options.store.ts';
import type { OptionTree } from './options.ts';

export const presentOptionBrief = (row: OptionRow): Omit<BotOption, 'options'> => ({
  id: row.id,
  name: row.name,
  greetingMessage: row.greetingMessage,
  queueType: row.kind,
  closeTicket: row.closesTicket,
  optQueueId: row.toQueueId,
  optUserId: row.toUserId,
  optIntegrationId: row.toIntegrationId,
  optFileId: row.toFileListId,
  optFlowId: row.toFlowId,
  queueId: row.parentId === null ? row.queueId : null,
  chatbotId: row.parentId,
  user: row.user,
});
export const presentOption = (option: OptionTree): BotOption => ({
  ...presentOptionBrief(option),
  options: option.options.map(presentOption),
});
export const presentOptions = (tree: OptionTree[]): BotOption[] => tree.map(presentOption);
