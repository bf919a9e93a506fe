import type { CompanySetting, SettingValue } from '@balcao/domain/settings/company-settings';
import { isMissing } from '@balcao/domain/settings/company-settings';
import { useSaveSetting, type CompanySettings } from '../../entities/settings/company-settings.api.ts';
import { useSaver } from './use-saver.ts';
import { useUndo } from './use-undo.ts';
import { useSettingName } from './setting-text.ts';

/** A setting that saves itself and offers undo. */
export function useSetting<V extends SettingValue>(
  name: CompanySetting,
  stored: V,
  values: CompanySettings,
  /** Runs before each save; it fails the save if it fails. */
  prepare: (value: V) => Promise<void> = async () => {},
) {
  const save = useSaveSetting();
  const { offerUndo } = useUndo();
  const nameOf = useSettingName();
  return useSaver<V>(stored, async (value) => {
    await prepare(value);
    const changeId = await save(name, value);
    // An empty text that its feature requires cannot be restored, so undo is not offered.
    if (changeId !== null && !isMissing(name, stored, values)) offerUndo(nameOf(name), changeId);
  });
}
