/** Groups of the settings. A setting of the catalogue without a group is shown at the end, so none is missing. */
import { companySettingNames, type CompanySetting, type SettingValue } from '@balcao/domain/settings/company-settings';
import {
  botVariables,
  messageVariables,
  positionVariables,
  type Variable,
} from '../../entities/variables/variables.ts';
import type { IconName } from '../../ui/index.ts';
import type { settingsTexts } from './settings.texts.ts';

export interface Row {
  name: CompanySetting;
  /** Dependent settings, and the value that shows them. */
  under?: { when: SettingValue; names: readonly CompanySetting[] };
}
export interface Group {
  key: 'service' | 'bot' | 'messages' | 'calls' | 'ratings' | 'lgpd' | 'others';
  icon: IconName;
  rows: readonly Row[];
}

const assignedGroups: readonly Group[] = [
  {
    key: 'service',
    icon: 'inbox',
    rows: [
      { name: 'requiredTag' },
      { name: 'showNotificationPending' },
      { name: 'sendSignMessage' },
      { name: 'closeTicketOnTransfer' },
      { name: 'DirectTicketsToWallets' },
      { name: 'attendantCapacity' },
      { name: 'defaultCountry' },
    ],
  },
  {
    key: 'bot',
    icon: 'bot',
    rows: [
      { name: 'chatBotType' },
      { name: 'scheduleType' },
      { name: 'userRandom' },
      { name: 'sendGreetingMessageOneQueues' },
      { name: 'botExitWords' },
      { name: 'optOutWords' },
      { name: 'sendQueuePosition', under: { when: 'enabled', names: ['sendQueuePositionMessage'] } },
    ],
  },
  {
    key: 'messages',
    icon: 'text',
    rows: [
      { name: 'sendGreetingAccepted', under: { when: 'enabled', names: ['greetingAcceptedMessage'] } },
      { name: 'sendMsgTransfTicket', under: { when: 'enabled', names: ['transferMessage'] } },
      { name: 'sendFarewellWaitingTicket' },
    ],
  },
  {
    key: 'calls',
    icon: 'phone',
    rows: [
      { name: 'acceptCallWhatsapp', under: { when: 'disabled', names: ['AcceptCallWhatsappMessage'] } },
      { name: 'acceptAudioMessageContact' },
    ],
  },
  { key: 'ratings', icon: 'star', rows: [{ name: 'userRating' }] },
  {
    key: 'lgpd',
    icon: 'lock',
    rows: [
      {
        name: 'enableLGPD',
        under: {
          when: 'enabled',
          names: ['lgpdMessage', 'lgpdLink', 'lgpdConsent', 'lgpdHideNumber', 'lgpdDeleteMessage'],
        },
      },
      { name: 'storeCallContent' },
      { name: 'supportAccess' },
    ],
  },
];

const named = new Set(
  assignedGroups.flatMap(({ rows }) => rows.flatMap(({ name, under }) => [name, ...(under?.names ?? [])])),
);
const unnamed = companySettingNames.filter((name) => !named.has(name));

export const groups: readonly (Group & { key: keyof typeof settingsTexts })[] = [
  ...assignedGroups,
  ...(unnamed.length === 0
    ? []
    : [{ key: 'others', icon: 'sliders', rows: unnamed.map((name) => ({ name })) } satisfies Group]),
];

/** Texts for a one-line field: an address, a few words. */
export const isOneLine = (name: CompanySetting): boolean => name === 'lgpdLink' || name === 'botExitWords';
/** The variables that a message to customers knows. */
export const variablesOf = (name: CompanySetting): readonly Variable[] =>
  name === 'sendQueuePositionMessage'
    ? positionVariables
    : name === 'transferMessage' || name === 'greetingAcceptedMessage'
      ? messageVariables
      : botVariables;
