import type { BotTried, BotTry } from '@balcao/contract/endpoints/chatbots';
import type { BotOptionDraft } from '@balcao/contract/endpoints/queues';
import type { BotFacts, BotOption, BotQueue, BotState, Saying, Turn } from '@balcao/domain/bot/dialog';
import { answeredBy, finishTurn, nextTurn } from '@balcao/domain/bot/turn';
import { momentOf } from '@balcao/domain/hours/hours';
import { fillIn } from '@balcao/domain/message/variables';
import type { Actor } from '@balcao/domain/policy/actor';
import type { z } from 'zod';
import type { Clock } from '../../foundation/clock.ts';
import type { Db, Tx } from '../../foundation/db/tx.ts';
import { found, refuse } from '../../foundation/refusal.ts';
import type { Connections, FullConnection } from '../connections/index.ts';
import type { FileLists } from '../file-lists/index.ts';
import type { Queues } from '../queues/index.ts';
import type { Tickets } from '../tickets/index.ts';
import type { Brief, Briefing } from './briefing.ts';
import { speakingOf } from './saying.ts';

export interface TryingNeeds {
  db: Db;
  clock: Clock;
  briefing: Briefing;
  connections: Connections;
  queues: Queues;
  tickets: Tickets;
  fileLists: FileLists;
  nameOfUser(tx: Tx, userId: number): Promise<string>;
}
type Asked = z.output<typeof BotTry>;
type QueueDraft = NonNullable<Asked['drafts']['queue']>;
/** A queue that is on the screen and nowhere else. */
const UNSAVED = 0;
const SOMEBODY = 'Maria';

/** «What would happen»: the real steps with a made-up message. Nothing is sent and nothing kept. */
export function createTrying(needs: TryingNeeds) {
  const { db, clock, briefing, connections, queues, tickets, fileLists } = needs;

  /** The brief as it will be once what is on the screen is saved. */
  async function drafted(tx: Tx, { drafts }: Asked): Promise<Brief> {
    const brief = await briefing.fresh(tx);
    const { company, queue } = drafts;
    const all = new Map(brief.queues);
    if (queue) {
      const before = queue.id ? found(all.get(queue.id), 'ERR_QUEUE_NOT_FOUND') : undefined;
      await queues.checkDraft(tx, queue, idsIn(before?.options ?? []));
      all.set(queue.id ?? UNSAVED, queueOf(queue, before));
    }
    return {
      ...brief,
      queues: all,
      ...(company?.schedules && { schedules: company.schedules }),
      ...(company?.scheduleType && { settings: { ...brief.settings, scheduleType: company.scheduleType } }),
    };
  }

  async function tried(tx: Tx, asked: Asked) {
    const brief = await drafted(tx, asked);
    const connection = lineOf(
      found(await connections.tryWithin(tx, asked.whatsappId), 'ERR_NO_WAPP_FOUND'),
      asked,
      brief,
    );
    const now = asked.at === undefined ? clock.now() : momentOf(asked.at, brief.timeZone);
    const contact = {
      isGroup: false,
      consentedAt: asked.contactConsented ? now : null,
      botDisabled: false,
      acceptsAudio: true,
      name: SOMEBODY,
    };
    const farewell = connection.farewellMessage;
    const facts = briefing.factsOf(brief, connection, contact, { now, farewell, wallet: null });
    const before = stateOf(asked, facts);
    const turn = nextTurn(before, { text: asked.text, isAudio: asked.isAudio }, facts);
    const waitsIn = turn.waitsIn?.tellsPosition && turn.waitsIn.queueId !== UNSAVED ? turn.waitsIn.queueId : null;
    const connectionId = facts.queues.length > 1 ? connection.id : null;
    const waiting = waitsIn === null ? 0 : await tickets.waitingIn(tx, { queueId: waitsIn, connectionId, except: [] });
    const done = finishTurn(turn, facts, { attendant: 'somebody', position: waiting + 1 });
    const { queueId, userId } = done.state;
    const userName = userId === null ? '' : await needs.nameOfUser(tx, userId);
    const about = speakingOf({ ticket: { id: 1, createdAt: now, queueId }, contact, connection, brief, now }, userName);
    return { done, fill: (text: string) => fillIn(text, about), userName, facts };
  }

  async function shown(companyId: number, saying: Saying, fill: (text: string) => string) {
    if (saying.kind !== 'file-list') return { ...plain(saying), text: fill(saying.text) };
    const list = await fileLists.standing(companyId, saying.fileListId);
    return { kind: 'file' as const, text: list?.name ?? '' };
  }

  return {
    async wouldHappen(actor: Actor, asked: Asked): Promise<BotTried> {
      const { done, fill, userName, facts } = await db.readCompany(actor.companyId, (tx) => tried(tx, asked));
      const says = [];
      for (const saying of done.says) says.push(await shown(actor.companyId, saying, fill));
      return { steps: done.steps, answeredBy: answeredBy(done), says, place: placeOf(done, facts, userName) };
    },
  };
}
export type Trying = ReturnType<typeof createTrying>;

const plain = (saying: Exclude<Saying, { kind: 'file-list' }>) =>
  saying.kind === 'list' || saying.kind === 'buttons'
    ? { kind: saying.kind, choices: [...saying.choices] }
    : { kind: saying.kind };

function placeOf({ state, closes }: Turn, facts: BotFacts, userName: string): BotTried['place'] {
  const { queueId, userId } = state;
  const queue = queueId === null ? undefined : facts.queueById(queueId);
  return {
    queueId: queueId === UNSAVED ? null : queueId,
    queueName: queue?.name ?? null,
    optionId: state.optionId !== null && state.optionId > 0 ? state.optionId : null,
    userId,
    userName: userId === null ? null : userName,
    status: state.status as BotTried['place']['status'],
    closes: closes !== null,
  };
}

/** A conversation that stands where the tester put it. */
function stateOf(asked: Asked, facts: BotFacts): BotState {
  const isDraft = asked.drafts.queue !== undefined && !asked.drafts.queue.id;
  const queueId = asked.queueId ?? null;
  const queue = queueId === null ? undefined : found(facts.queueById(queueId), 'ERR_QUEUE_NOT_FOUND');
  const optionId = asked.optionId ?? null;
  const inside = queue ?? (isDraft ? facts.queueById(UNSAVED) : undefined);
  if (optionId !== null && !idsIn(inside?.options ?? []).has(optionId)) refuse('ERR_CHATBOT_NOT_FOUND');
  const asksConsent = asked.waitsFor === 'nothing' && asked.isNew && queueId === null && facts.settings.consent.isOn;
  const status = asked.waitsFor === 'rating' ? 'nps' : asksConsent || asked.waitsFor === 'consent' ? 'lgpd' : 'pending';
  return {
    status,
    userId: null,
    queueId,
    isGroup: false,
    isBot: true,
    isImported: false,
    botTurns: 0,
    ratingTurns: status === 'nps' ? 1 : 0,
    spokeAt: null,
    wasAskedConsent: asked.waitsFor === 'consent',
    optionId,
    hasShown: !asked.isNew || optionId !== null,
    lastWhy: '',
  };
}

function lineOf(connection: FullConnection, { drafts }: Asked, brief: Brief): FullConnection {
  const line = drafts.connection ?? {};
  const draft = drafts.queue && !drafts.queue.id ? brief.queues.get(UNSAVED) : undefined;
  const { collectiveVacationMessage, collectiveVacationStart, collectiveVacationEnd, ...same } = line;
  return {
    ...connection,
    ...defined(same),
    ...(collectiveVacationMessage !== undefined && { vacationMessage: collectiveVacationMessage }),
    ...(collectiveVacationStart !== undefined && { vacationStart: collectiveVacationStart }),
    ...(collectiveVacationEnd !== undefined && { vacationEnd: collectiveVacationEnd }),
    queues: draft ? [...connection.queues, { id: UNSAVED, name: draft.name, color: '' }] : connection.queues,
  };
}
/** What was left out leaves what is there. */
const defined = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

const queueOf = (draft: QueueDraft, before: BotQueue | undefined): BotQueue => ({
  id: draft.id ?? UNSAVED,
  name: draft.name ?? before?.name ?? '',
  greeting: draft.greetingMessage ?? before?.greeting ?? '',
  outOfHours: draft.outOfHoursMessage ?? before?.outOfHours ?? '',
  closesTicket: draft.closeTicket ?? before?.closesTicket ?? false,
  fileListId: draft.fileListId === undefined ? (before?.fileListId ?? null) : draft.fileListId,
  schedules: draft.schedules ?? before?.schedules ?? [],
  options: draft.chatbots ? optionsOf(draft.chatbots, { last: 0 }) : (before?.options ?? []),
});
/** Those that are not saved yet are numbered downwards, so that none is taken for another. */
const optionsOf = (tree: BotOptionDraft[], unsaved: { last: number }): BotOption[] =>
  tree.map((one) => ({
    id: one.id ?? --unsaved.last,
    name: one.name,
    greeting: one.greetingMessage,
    kind: one.queueType,
    closesTicket: one.closeTicket,
    toQueueId: one.optQueueId ?? null,
    toUserId: one.optUserId ?? null,
    toFileListId: one.optFileId ?? null,
    options: optionsOf(one.options, unsaved),
  }));
const idsIn = (tree: readonly BotOption[]): Set<number> =>
  new Set(tree.flatMap((one) => [one.id, ...idsIn(one.options)]));
