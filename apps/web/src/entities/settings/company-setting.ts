import type { CompanySetting, SettingValue } from '@balcao/domain/settings/company-settings';
import { useSession } from '../../lib/session.tsx';

/** One setting of the user's company; it comes with the session and follows every change. */
export function useCompanySetting(name: CompanySetting): SettingValue | undefined {
  return useSession().user.company.companieSettings.find(({ key }) => key === name)?.value;
}
