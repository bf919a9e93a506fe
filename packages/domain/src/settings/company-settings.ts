/** A setting of one company: its kind decides what may be stored, its default what a new company starts with. */
export type SettingKind =
  | 'switch'
  | 'boolean'
  | 'text'
  | { choice: readonly string[] }
  /** A whole number, kept and sent in digits like every number among the settings. */
  | { number: { min: number; max: number } };
interface Setting {
  kind: SettingKind;
  default: string | boolean;
  /** Message settings must not be empty while the feature they belong to is on. */
  requiredWhile?: { setting: string; equals: string };
}

const on = { kind: 'switch', default: 'enabled' } as const;
const off = { kind: 'switch', default: 'disabled' } as const;
const text = { kind: 'text', default: '' } as const;
const textWhile = (setting: string, equals: 'enabled' | 'disabled' = 'enabled') =>
  ({ ...text, requiredWhile: { setting, equals } }) as const;

/** Every company setting, under the wire's own name. */
export const companySettings = {
  userRating: off,
  scheduleType: { kind: { choice: ['disabled', 'queue', 'company', 'connection'] }, default: 'disabled' },
  chatBotType: { kind: { choice: ['text', 'list', 'button'] }, default: 'text' },
  /** With these words, comma between them, a customer leaves the bot; the menu shows the first. */
  botExitWords: { kind: 'text', default: 'sair' },
  acceptCallWhatsapp: on,
  userRandom: on,
  sendGreetingMessageOneQueues: on,
  sendSignMessage: on,
  sendFarewellWaitingTicket: on,
  sendGreetingAccepted: on,
  sendQueuePosition: on,
  acceptAudioMessageContact: on,
  enableLGPD: off,
  requiredTag: on,
  lgpdDeleteMessage: off,
  lgpdHideNumber: off,
  lgpdConsent: off,
  lgpdMessage: text,
  lgpdLink: text,
  sendMsgTransfTicket: on,
  DirectTicketsToWallets: on,
  closeTicketOnTransfer: { kind: 'boolean', default: false },
  showNotificationPending: { kind: 'boolean', default: true },
  transferMessage: textWhile('sendMsgTransfTicket'),
  greetingAcceptedMessage: textWhile('sendGreetingAccepted'),
  AcceptCallWhatsappMessage: textWhile('acceptCallWhatsapp', 'disabled'),
  sendQueuePositionMessage: textWhile('sendQueuePosition'),
  /** How many tickets are given to one attendant at most; 0 is no limit. */
  attendantCapacity: { kind: { number: { min: 0, max: 999 } }, default: '0' },
} as const satisfies Record<string, Setting>;

export type CompanySetting = keyof typeof companySettings;
export type SettingValue = string | boolean;

export const companySettingNames = Object.keys(companySettings) as CompanySetting[];

/** No setting text is longer than a message of the channels. */
export const MAX_SETTING_TEXT = 4096;

/**
 * What is stored for a value as it was typed; `undefined` when the setting cannot hold it.
 * Older clients say enable/disable, true/false or "true"/"false": all forms are understood.
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
 * A text that its feature cannot do without, left empty while the feature is on. Nobody may empty it so; a feature that
 * is switched on before its text is written says nothing until it is.
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
