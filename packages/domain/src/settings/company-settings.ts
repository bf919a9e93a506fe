import { DEFAULT_OPT_OUT_WORDS } from '../campaign/opt-out.ts';
import { defaultCountries } from '../phone/countries.ts';

/** A setting of a company: its kind decides which values are valid; its default applies to a new company. */
export type SettingKind =
  | 'switch'
  | 'boolean'
  | 'text'
  | { choice: readonly string[] }
  /** A whole number, stored and sent as digits like every number among the settings. */
  | { number: { min: number; max: number } };
interface Setting {
  kind: SettingKind;
  default: string | boolean;
  /** The text must not be empty while this feature is on. */
  requiredWhile?: { setting: string; equals: string };
}

const on = { kind: 'switch', default: 'enabled' } as const;
const off = { kind: 'switch', default: 'disabled' } as const;
const text = { kind: 'text', default: '' } as const;
const textWhile = (setting: string, equals: 'enabled' | 'disabled' = 'enabled') =>
  ({ ...text, requiredWhile: { setting, equals } }) as const;

/** Every company setting under its wire name. */
export const companySettings = {
  userRating: off,
  scheduleType: { kind: { choice: ['disabled', 'queue', 'company', 'connection'] }, default: 'disabled' },
  chatBotType: { kind: { choice: ['text', 'list', 'button'] }, default: 'text' },
  /** Words with which a customer leaves the bot, separated by commas. The menu shows the first. */
  botExitWords: { kind: 'text', default: 'sair' },
  /** Words with which a customer refuses further campaigns, separated by commas. */
  optOutWords: { kind: 'text', default: DEFAULT_OPT_OUT_WORDS },
  acceptCallWhatsapp: on,
  userRandom: on,
  sendGreetingMessageOneQueues: on,
  sendSignMessage: on,
  sendFarewellWaitingTicket: on,
  // Off while its text is empty: a switch that sends nothing must not look on.
  sendGreetingAccepted: off,
  sendQueuePosition: off,
  acceptAudioMessageContact: on,
  enableLGPD: off,
  requiredTag: on,
  lgpdDeleteMessage: off,
  lgpdHideNumber: off,
  lgpdConsent: off,
  lgpdMessage: text,
  lgpdLink: text,
  sendMsgTransfTicket: off,
  DirectTicketsToWallets: on,
  closeTicketOnTransfer: { kind: 'boolean', default: false },
  showNotificationPending: { kind: 'boolean', default: true },
  transferMessage: textWhile('sendMsgTransfTicket'),
  greetingAcceptedMessage: textWhile('sendGreetingAccepted'),
  AcceptCallWhatsappMessage: textWhile('acceptCallWhatsapp', 'disabled'),
  sendQueuePositionMessage: textWhile('sendQueuePosition'),
  /** Country whose calling code completes the numbers that people type or import. */
  defaultCountry: { kind: { choice: defaultCountries }, default: 'BR' },
  /** Maximum number of tickets assigned to one agent; 0 means no limit. */
  attendantCapacity: { kind: { number: { min: 0, max: 999 } }, default: '0' },
  /** What HTTP calls of flows send and receive is stored for seven days, without personal data. */
  storeCallContent: off,
  /** Whether super users of the platform may open the company to help. */
  supportAccess: on,
} as const satisfies Record<string, Setting>;

export type CompanySetting = keyof typeof companySettings;
export type SettingValue = string | boolean;

export const companySettingNames = Object.keys(companySettings) as CompanySetting[];

/** Settings that decide what support access may see: only users of the company change them. */
export const settingsClosedToSupport: ReadonlySet<CompanySetting> = new Set([
  'supportAccess',
  'storeCallContent',
  'enableLGPD',
  'lgpdHideNumber',
  'lgpdDeleteMessage',
]);

/** A setting text is not longer than a message of the channels. */
export const MAX_SETTING_TEXT = 4096;

/**
 * Parses an input to the stored value; `undefined` if it is not valid for the setting.
 * Older clients send enable/disable, true/false or "true"/"false"; all forms are accepted.
 */
export function parseSetting(name: CompanySetting, value: unknown): SettingValue | undefined {
  const { kind } = companySettings[name];
  if (kind === 'text') return typeof value === 'string' && value.length <= MAX_SETTING_TEXT ? value : undefined;
  if (kind === 'switch') {
    const isOn = parseSwitch(value);
    return isOn === undefined ? undefined : isOn ? 'enabled' : 'disabled';
  }
  if (kind === 'boolean') return parseSwitch(value);
  if ('number' in kind) return parseWholeNumber(value, kind.number);
  return typeof value === 'string' && (kind.choice as readonly string[]).includes(value) ? value : undefined;
}

function parseWholeNumber(value: unknown, { min, max }: { min: number; max: number }): string | undefined {
  const digits = typeof value === 'number' ? String(value) : value;
  if (typeof digits !== 'string' || !/^\d{1,9}$/.test(digits)) return undefined;
  const number = Number(digits);
  return number >= min && number <= max ? String(number) : undefined;
}

/**
 * Whether the text of an active feature would be empty, which is refused. A feature that is switched on before its text
 * is written sends nothing until the text exists.
 */
export function isMissing(
  name: CompanySetting,
  value: SettingValue,
  values: Partial<Record<CompanySetting, SettingValue>>,
): boolean {
  const { requiredWhile }: Setting = companySettings[name];
  if (requiredWhile === undefined || typeof value !== 'string' || value.trim() !== '') return false;
  return values[requiredWhile.setting as CompanySetting] === requiredWhile.equals;
}

function parseSwitch(value: unknown): boolean | undefined {
  if (value === true || value === 'true' || value === 'enabled' || value === 'enable') return true;
  if (value === false || value === 'false' || value === 'disabled' || value === 'disable') return false;
  return undefined;
}
