import type { PlatformSettingName } from '@balcao/domain/settings/platform-settings';
import { useSavePlatformSetting, type PlatformValues } from '../../entities/settings/platform-settings.api.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { useToast } from '../../ui/index.ts';
import { settingsTexts } from './settings.texts.ts';

export const textOf = (values: PlatformValues, key: PlatformSettingName): string => {
  const value = values[key];
  return typeof value === 'string' ? value : '';
};

/** Saves and shows the text of the specification; an error is shown as a toast. */
export function useBrandSaver() {
  const t = useTexts(settingsTexts);
  const toast = useToast();
  const save = useSavePlatformSetting();
  return async (key: PlatformSettingName, value: string): Promise<boolean> => {
    try {
      await save(key, value);
      toast.done(t('platformSaved'));
      return true;
    } catch (error) {
      toast.failed(error);
      return false;
    }
  };
}
