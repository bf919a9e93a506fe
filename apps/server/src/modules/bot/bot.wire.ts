import type { BotTried, BotTry } from '@balcao/contract/endpoints/chatbots';
import type { BotOptionDraft } from '@balcao/contract/endpoints/queues';
import type { BotFacts, BotOption, BotQueue, Turn } from '@balcao/domain/bot/dialog';
import { answeredBy } from '@balcao/domain/bot/turn';
import type { z } from 'zod';
import type { FullConnection } from '../connections/index.ts';
import { presentOption, presentOptionBrief, type Options } from '../queues/index.ts';

export type DryRunRequest = z.output<typeof BotTry>;
type QueueDraft = NonNullable<DryRunRequest['drafts']['queue']>;
type ConnectionDraft = NonNullable<DryRunRequest['drafts']['connection']>;
/** Id of a queue draft that is not saved yet. */
export const UNSAVED = 0;

export interface DryRunResult {
  turn: Turn;
  facts: BotFacts;
  userName: string;
  replies: { reply: Turn['replies'][number]; text: string }[];
}

export const presentOptionView = ({ option, parent }: Awaited<ReturnType<Options['get']>>) => ({
  ...presentOption(option),
  mainChatbot: parent && presentOptionBrief(parent),
});

export const presentDryRun = ({ turn, facts, userName, replies }: DryRunResult): BotTried => ({
  steps: turn.steps.map(({ reason, ...step }) => ({ ...step, why: reason })),
  answeredBy: answeredBy(turn),
  says: replies.map(presentReply),
  place: presentAssignment(turn, facts, userName),
});

function presentReply({ reply, text }: DryRunResult['replies'][number]): BotTried['says'][number] {
  switch (reply.kind) {
    case 'file-list':
      return { kind: 'file', text };
    case 'list':
    case 'buttons':
      return { kind: reply.kind, choices: [...reply.choices], text };
    case 'flow': {
      const { content } = reply;
      if (content.type === 'list' || content.type === 'buttons')
        return { kind: content.type, choices: [...content.choices], text };
      return { kind: content.type === 'text' || content.type === 'template' ? 'text' : 'file', text };
    }
    default:
      return { kind: reply.kind, text };
  }
}

function presentAssignment({ state, closes }: Turn, facts: BotFacts, userName: string): BotTried['place'] {
  const { queueId, userId } = state;
  const queue = queueId === null ? undefined : facts.queueById(queueId);
  return {
    queueId,
    queueName: queue?.name ?? null,
    optionId: state.optionId,
    userId,
    userName: userId === null ? null : userName,
    status: state.status as BotTried['place']['status'],
    closes: closes !== null,
  };
}

/** Applies the fields of a connection draft; omitted fields keep their values. `menu` are its queues in menu order. */
export function parseConnectionDraft(
  connection: FullConnection,
  draft: ConnectionDraft = {},
  menu: readonly BotQueue[],
): FullConnection {
  return {
    ...connection,
    ...defined({
      schedules: draft.schedules,
      greetingMessage: draft.greetingMessage,
      outOfHoursMessage: draft.outOfHoursMessage,
      farewellMessage: draft.complationMessage,
      ratingMessage: draft.ratingMessage,
      vacationMessage: draft.collectiveVacationMessage,
      vacationStart: draft.collectiveVacationStart,
      vacationEnd: draft.collectiveVacationEnd,
      maxBotTurns: draft.maxUseBotQueues,
      botPauseMinutes: draft.timeUseBotQueues,
      maxRatingTurns: draft.maxUseBotQueuesNPS,
      // The dry run only asks whether there is a file.
      greetingFileKey: draft.greetingMediaAttachment,
      promptId: draft.promptId,
      integrationId: draft.integrationId,
      welcomeFlowId: draft.flowIdWelcome,
      otherFlowId: draft.flowIdNotPhrase,
    }),
    queues: menu.map(({ id, name }) => ({ id, name, color: '' })),
  };
}
const defined = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

/** Applies a queue draft; omitted fields keep the values of the saved queue. */
export const parseQueueDraft = (draft: QueueDraft, before: BotQueue | undefined): BotQueue => ({
  id: draft.id ?? UNSAVED,
  name: draft.name ?? before?.name ?? '',
  greeting: draft.greetingMessage ?? before?.greeting ?? '',
  outOfHours: draft.outOfHoursMessage ?? before?.outOfHours ?? '',
  closesTicket: draft.closeTicket ?? before?.closesTicket ?? false,
  fileListId: draft.fileListId === undefined ? (before?.fileListId ?? null) : draft.fileListId,
  flowId: draft.flowId === undefined ? (before?.flowId ?? null) : draft.flowId,
  integrationId: draft.integrationId === undefined ? (before?.integrationId ?? null) : draft.integrationId,
  schedules: draft.schedules ?? before?.schedules ?? [],
  options: draft.chatbots ? parseOptionDrafts(draft.chatbots, { last: 0 }) : (before?.options ?? []),
});
/** Unsaved options get negative ids, so that each is unique. */
const parseOptionDrafts = (tree: BotOptionDraft[], unsaved: { last: number }): BotOption[] =>
  tree.map((option) => ({
    id: option.id ?? --unsaved.last,
    name: option.name,
    greeting: option.greetingMessage,
    kind: option.queueType,
    closesTicket: option.closeTicket,
    toQueueId: option.optQueueId ?? null,
    toUserId: option.optUserId ?? null,
    toFileListId: option.optFileId ?? null,
    toFlowId: option.optFlowId ?? null,
    toIntegrationId: option.optIntegrationId ?? null,
    options: parseOptionDrafts(option.options, unsaved),
  }));
