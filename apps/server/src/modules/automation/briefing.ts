import type { BotFacts, BotOption, BotQueue } from '@balcao/domain/bot/dialog';
import { readExitWords } from '@balcao/domain/bot/menu';
import { asksConsent } from '@balcao/domain/contact/consent';
import type { DayHours, SpecialDay } from '@balcao/domain/hours/hours';
import type { ContactRow } from '../../foundation/db/schema/contacts.ts';
import { createKnown } from '../../foundation/db/known.ts';
import type { Tx } from '../../foundation/db/tx.ts';
import type { Companies } from '../companies/index.ts';
import type { Connections, FullConnection } from '../connections/index.ts';
import type { OptionTree, Queues } from '../queues/index.ts';
import type { CompanySettingValues, Settings } from '../settings/index.ts';

const asked = [
  'scheduleType',
  'chatBotType',
  'sendGreetingMessageOneQueues',
  'userRandom',
  'acceptAudioMessageContact',
  'botExitWords',
  'sendQueuePosition',
  'sendQueuePositionMessage',
  'enableLGPD',
  'lgpdMessage',
  'lgpdLink',
  'lgpdConsent',
  'DirectTicketsToWallets',
  'attendantCapacity',
] as const;
type Asked = Pick<CompanySettingValues, (typeof asked)[number]>;

/** What a company decided about its bot: read once, known until something of it changes. */
export interface Brief {
  settings: Asked;
  timeZone: string;
  schedules: readonly DayHours[];
  holidays: readonly SpecialDay[];
  queues: ReadonlyMap<number, BotQueue>;
}
export interface BriefingNeeds {
  companies: Companies;
  settings: Settings;
  queues: Queues;
  connections: Connections;
}

export function createBriefing({ companies, settings, queues, connections }: BriefingNeeds) {
  const known = createKnown();

  async function read(tx: Tx): Promise<Brief> {
    const hours = await companies.hoursWithin(tx);
    const rows = await queues.within(tx);
    const optionsOf = await queues.options.ofQueues(
      tx,
      rows.map(({ id }) => id),
    );
    return {
      settings: await settings.several(tx, asked),
      timeZone: hours.timeZone,
      schedules: hours.schedules,
      holidays: hours.holidays,
      queues: new Map(
        rows.map((row): [number, BotQueue] => [
          row.id,
          {
            id: row.id,
            name: row.name,
            greeting: row.greetingMessage,
            outOfHours: row.outOfHoursMessage,
            closesTicket: row.closesTicket,
            fileListId: row.fileListId,
            schedules: row.schedules,
            options: optionsOf(row.id).map(optionOf),
          },
        ]),
      ),
    };
  }

  return {
    /** Whoever asks writes nothing of what is remembered here, so that what it reads may be kept. */
    of: (tx: Tx): Promise<Brief> => known.ask(tx.companyId, 'bot', true, () => read(tx)),
    fresh: read,
    forget: known.forget,
    factsOf(
      brief: Brief,
      connection: FullConnection,
      contact: Pick<ContactRow, 'isGroup' | 'consentedAt' | 'botDisabled' | 'acceptsAudio'>,
      more: Pick<BotFacts, 'now' | 'farewell'> & { wallet: BotFacts['contact']['wallet'] },
    ): BotFacts {
      const { settings: set } = brief;
      const isOn = (name: keyof Asked) => set[name] === 'enabled' || set[name] === true;
      const consent = {
        isOn: isOn('enableLGPD'),
        question: String(set.lgpdMessage),
        asksEachTime: isOn('lgpdConsent'),
      };
      return {
        now: more.now,
        timeZone: brief.timeZone,
        holidays: brief.holidays,
        companySchedules: brief.schedules,
        settings: {
          scheduleType: set.scheduleType as BotFacts['settings']['scheduleType'],
          form: set.chatBotType as BotFacts['settings']['form'],
          greetsInOneQueue: isOn('sendGreetingMessageOneQueues'),
          distributes: isOn('userRandom'),
          takesAudio: isOn('acceptAudioMessageContact'),
          exitWords: readExitWords(String(set.botExitWords)),
          positionText: isOn('sendQueuePosition') ? String(set.sendQueuePositionMessage) : '',
          consent: { isOn: asksConsent(consent, contact), text: String(set.lgpdMessage), link: String(set.lgpdLink) },
        },
        connection: {
          greeting: connection.greetingMessage,
          hasGreetingFile: connection.greetingFileKey !== null,
          farewell: connection.farewellMessage,
          outOfHours: connection.outOfHoursMessage,
          rating: connection.ratingMessage,
          schedules: connection.schedules,
          vacation: {
            message: connection.vacationMessage,
            start: connection.vacationStart,
            end: connection.vacationEnd,
          },
          maxTurns: connection.maxBotTurns,
          pauseMinutes: connection.botPauseMinutes,
          maxRatingTurns: connection.maxRatingTurns,
        },
        draws: { list: connections.canSay(connection, 'list'), buttons: connections.canSay(connection, 'buttons') },
        queues: connection.queues.flatMap(({ id }) => brief.queues.get(id) ?? []),
        queueById: (id) => brief.queues.get(id),
        contact: { hasBot: !contact.botDisabled, takesAudio: contact.acceptsAudio, wallet: more.wallet },
        farewell: more.farewell,
      };
    },
  };
}
export type Briefing = ReturnType<typeof createBriefing>;

const optionOf = (option: OptionTree): BotOption => ({
  id: option.id,
  name: option.name,
  greeting: option.greetingMessage,
  kind: option.kind,
  closesTicket: option.closesTicket,
  toQueueId: option.toQueueId,
  toUserId: option.toUserId,
  toFileListId: option.toFileListId,
  options: option.options.map(optionOf),
});
