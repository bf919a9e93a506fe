/** Names of settings and values in the user's language. */
import type { SettingChange } from '@balcao/contract/endpoints/settings';
import { companySettings, type CompanySetting, type SettingKind } from '@balcao/domain/settings/company-settings';
import { useCallback } from 'react';
import { useHoursLabels } from '../../entities/hours/hours.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { settingTexts } from './setting.texts.ts';
import { settingsTexts } from './settings.texts.ts';

type SettingTextKey = keyof typeof settingTexts;
const isSettingTextKey = (key: string): key is SettingTextKey => Object.hasOwn(settingTexts, key);

export function useSettingText() {
  const t = useTexts(settingTexts);
  return useCallback((key: string): string | undefined => (isSettingTextKey(key) ? t(key) : undefined), [t]);
}

/** A setting without a translated name is shown with its API name. */
export function useSettingName() {
  const settingText = useSettingText();
  return useCallback((key: string): string => settingText(key) ?? key, [settingText]);
}

/** Formats a stored value: switches and choices by name, business hours by day. */
export function useValueText() {
  const t = useTexts(settingsTexts);
  const settingText = useSettingText();
  const { days } = useHoursLabels();
  return ({ key, value }: { key: SettingChange['key']; value: SettingChange['from'] }): string => {
    if (Array.isArray(value)) {
      if (value.length === 0) return t('alwaysOpen');
      return value.map((day) => `${days[day.weekdayEn].slice(0, 3)} ${shifts(day).join(', ') || '—'}`).join(' · ');
    }
    if (value === true || value === false) return t(value ? 'on' : 'off');
    const kind = kindOf(key);
    if (kind === 'switch') return t(value === 'enabled' ? 'on' : 'off');
    if (typeof kind === 'object' && 'choice' in kind) return settingText(`${key}:${value}`) ?? value;
    return value.trim() === '' ? t('empty') : value;
  };
}

const kindOf = (key: string): SettingKind | undefined =>
  Object.hasOwn(companySettings, key) ? companySettings[key as CompanySetting].kind : undefined;

type Times = Record<'startTimeA' | 'endTimeA' | 'startTimeB' | 'endTimeB', string>;
const shifts = ({ startTimeA, endTimeA, startTimeB, endTimeB }: Times): string[] => [
  ...(endTimeA ? [`${startTimeA}–${endTimeA}`] : []),
  ...(endTimeB ? [`${startTimeB}–${endTimeB}`] : []),
];
