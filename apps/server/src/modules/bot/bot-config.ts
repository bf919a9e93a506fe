import type { BotFacts, BotOption, BotQueue } from '@balcao/domain/bot/dialog';
import { parseExitWords } from '@balcao/domain/bot/menu';
import type { DefaultCountry } from '@balcao/domain/phone/countries';
import { asksConsent } from '@balcao/domain/contact/consent';
import type { DayHours, SpecialDay } from '@balcao/domain/hours/hours';
import type { ContactRow } from '../../infrastructure/db/schema/contacts.ts';
import { createCompanyCache } from '../../infrastructure/db/company-cache.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { Companies } from '../companies/index.ts';
import type { Connections, FullConnection } from '../connections/index.ts';
import type { OptionTree, Queues } from '../queues/index.ts';
import type { CompanySettingValues, Settings } from '../settings/index.ts';

const settingKeys = [
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
type BotSettings = Pick<CompanySettingValues, (typeof settingKeys)[number]>;

/** Bot configuration of a company; cached until a part of it changes. */
export interface BotConfig {
  settings: BotSettings;
  timeZone: string;
  isActive: boolean;
  /** Numbers of contacts are hidden from users, and not given to services. */
  hidesNumbers: boolean;
  /** Numbers without a calling code belong to it. */
  country: DefaultCountry;
  dueDate: Date;
  schedules: readonly DayHours[];
  holidays: readonly SpecialDay[];
  queues: ReadonlyMap<number, BotQueue>;
}
export interface BotConfigDeps {
  companies: Companies;
  settings: Settings;
  queues: Queues;
  connections: Connections;
}

export function createBotConfig({ companies, settings, queues, connections }: BotConfigDeps) {
  const cache = createCompanyCache();

  async function load(tx: Tx): Promise<BotConfig> {
    const hours = await companies.inTx.getHours(tx);
    const { company } = await companies.inTx.get(tx);
    const rows = await queues.inTx.load(tx);
    const optionsOf = await queues.options.ofQueues(
      tx,
      rows.map(({ id }) => id),
    );
    return {
      settings: await settings.getMany(tx, settingKeys),
      timeZone: hours.timeZone,
      isActive: company.isActive,
      hidesNumbers: (await settings.privacy(tx)).hidesNumbers,
      country: await settings.defaultCountry(tx),
      dueDate: company.dueDate,
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
            flowId: row.flowId,
            integrationId: row.integrationId,
            schedules: row.schedules,
            options: optionsOf(row.id).map(optionOf),
          },
        ]),
      ),
    };
  }

  return {
    /** The caller's transaction must not change the configuration, because the loaded values are cached. */
    get: (tx: Tx): Promise<BotConfig> => cache.getOrLoad(tx.companyId, 'bot', true, () => load(tx)),
    loadFresh: load,
    /** The bot of an inactive or overdue company is silent; messages are stored and wait for an agent. */
    isSilent: async (tx: Tx, { isActive, dueDate }: BotConfig): Promise<boolean> =>
      !isActive || companies.isOverdue({ companyId: tx.companyId, dueDate }, tx),
    invalidate: cache.invalidate,
    factsOf(
      config: BotConfig,
      connection: FullConnection,
      contact: Pick<ContactRow, 'isGroup' | 'consentedAt' | 'botDisabled' | 'acceptsAudio'>,
      more: Pick<BotFacts, 'now' | 'farewell' | 'flows'> & { accountOwner: BotFacts['contact']['accountOwner'] },
    ): BotFacts {
      const { settings: values } = config;
      const isOn = (name: keyof BotSettings) => values[name] === 'enabled' || values[name] === true;
      const consent = {
        isOn: isOn('enableLGPD'),
        question: String(values.lgpdMessage),
        asksEachTime: isOn('lgpdConsent'),
      };
      return {
        now: more.now,
        timeZone: config.timeZone,
        holidays: config.holidays,
        companySchedules: config.schedules,
        settings: {
          scheduleType: values.scheduleType as BotFacts['settings']['scheduleType'],
          form: values.chatBotType as BotFacts['settings']['form'],
          greetsInSingleQueue: isOn('sendGreetingMessageOneQueues'),
          distributes: isOn('userRandom'),
          acceptsAudio: isOn('acceptAudioMessageContact'),
          exitWords: parseExitWords(String(values.botExitWords)),
          positionText: isOn('sendQueuePosition') ? String(values.sendQueuePositionMessage) : '',
          consent: {
            isOn: asksConsent(consent, contact),
            text: String(values.lgpdMessage),
            link: String(values.lgpdLink),
          },
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
        draws: { list: connections.canSend(connection, 'list'), buttons: connections.canSend(connection, 'buttons') },
        queues: connection.queues.flatMap(({ id }) => config.queues.get(id) ?? []),
        queueById: (id) => config.queues.get(id),
        contact: { hasBot: !contact.botDisabled, acceptsAudio: contact.acceptsAudio, accountOwner: more.accountOwner },
        farewell: more.farewell,
        flows: more.flows,
      };
    },
  };
}
export type BotConfigLoader = ReturnType<typeof createBotConfig>;

const optionOf = (option: OptionTree): BotOption => ({
  id: option.id,
  name: option.name,
  greeting: option.greetingMessage,
  kind: option.kind,
  closesTicket: option.closesTicket,
  toQueueId: option.toQueueId,
  toUserId: option.toUserId,
  toFileListId: option.toFileListId,
  toFlowId: option.toFlowId,
  toIntegrationId: option.toIntegrationId,
  options: option.options.map(optionOf),
});
