import type { PlatformSettingName } from '@balcao/domain/settings/platform-settings';
import { useSavePlatformSetting } from '../../entities/settings/platform-settings.api.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { useToast } from '../../ui/index.ts';
import { settingsTexts } from './settings.texts.ts';
import { useSaver } from './use-saver.ts';

/** Saves the value and shows the text of the specification. */
export function usePlatformSaver(name: PlatformSettingName, stored: string) {
  const t = useTexts(settingsTexts);
  const toast = useToast();
  const save = useSavePlatformSetting();
  return useSaver(stored, async (value: string) => {
    await save(name, value);
    toast.done(t('platformSaved'));
  });
}
