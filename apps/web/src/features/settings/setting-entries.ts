/** Every section and field of the settings, by its label in the three languages, and the address that leads to it. */
import type { CompanySetting } from '@balcao/domain/settings/company-settings';
import type { Phrase } from '../../lib/texts.ts';
import { paymentKeys } from './payment-keys.ts';
import { paymentSettingTexts } from './payment-settings.texts.ts';
import { groups } from './settings-catalogue.ts';
import { settingsTexts } from './settings.texts.ts';
import { settingTexts } from './setting.texts.ts';

export interface SettingEntry {
  /** Names of fields or sections; the first that is on the screen is shown. A field may depend on another one. */
  go: string;
  path: '/settings' | `/settings/${string}`;
  label: Phrase;
  group: Phrase;
  /** Only for the owner of the platform. */
  isPlatform?: true;
}

const labelOf = (name: CompanySetting): Phrase | undefined =>
  Object.hasOwn(settingTexts, name) ? (settingTexts as Record<string, Phrase>)[name] : undefined;
const both = (first: Phrase, second: Phrase): Phrase => ({
  pt: `${first.pt}: ${second.pt}`,
  en: `${first.en}: ${second.en}`,
  es: `${first.es}: ${second.es}`,
});

const options = groups.flatMap(({ key, rows }): SettingEntry[] => {
  const group = settingsTexts[key];
  return [
    { go: key, path: '/settings', label: group, group: settingsTexts.options },
    ...rows.flatMap(({ name, under }): SettingEntry[] => {
      const label = labelOf(name) ?? { pt: name, en: name, es: name };
      return [
        { go: name, path: '/settings', label, group },
        ...(under?.names ?? []).map((child): SettingEntry => ({
          go: `${child}.${name}`,
          path: '/settings',
          label: labelOf(child) ?? both(label, settingsTexts.message),
          group,
        })),
      ];
    }),
  ];
});

const platform = (go: keyof typeof settingsTexts, group: Phrase): SettingEntry => ({
  go,
  path: '/settings/platform',
  label: settingsTexts[go],
  group,
  isPlatform: true,
});
const payment = (go: keyof typeof paymentSettingTexts): SettingEntry => ({
  go,
  path: '/settings/payments',
  label: paymentSettingTexts[go],
  group: paymentSettingTexts.title,
  isPlatform: true,
});
const paymentRows = [
  'paymentsenvironment',
  'pixproviderorder',
  'rules',
  'trialDays',
  'graceDays',
  'deactivateAfterDays',
  'prices',
  'customBasePrice',
  'customUserPrice',
  'customConnectionPrice',
] as const;

export const settingEntries: readonly SettingEntry[] = [
  ...options,
  // The tab exists while the company has hours of its own.
  { go: 'clock.scheduleType', path: '/settings/hours', label: settingsTexts.timeZone, group: settingsTexts.hours },
  { go: 'week.scheduleType', path: '/settings/hours', label: settingsTexts.week, group: settingsTexts.hours },
  { go: '', path: '/settings/holidays', label: settingsTexts.holidays, group: settingsTexts.title },
  { go: '', path: '/settings/history', label: settingsTexts.history, group: settingsTexts.title },
  { go: '', path: '/settings/support', label: settingsTexts.support, group: settingsTexts.title },
  ...(['access', 'payments', 'intelligence'] as const).map((key) => platform(key, settingsTexts.platform)),
  ...(['signUp', 'downloadLimit'] as const).map((key) => platform(key, settingsTexts.access)),
  ...paymentKeys.map((key) => platform(key, settingsTexts.payments)),
  platform('openaikeyaudio', settingsTexts.intelligence),
  ...paymentRows.map(payment),
];
