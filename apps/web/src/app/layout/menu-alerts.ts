import { useConnectionAlertCount } from '../../entities/connections/connections.api.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { appTexts } from '../app.texts.ts';
import type { MenuAlert } from '../screens.tsx';

/** Texts of the current alerts, only for users who can act on them. */
export function useMenuAlerts(): Partial<Record<MenuAlert, string>> {
  const t = useTexts(appTexts);
  const alertCount = useConnectionAlertCount();
  if (alertCount === 0) return {};
  return { connections: alertCount === 1 ? t('oneConnectionAlert') : t('connectionsAlert', { count: alertCount }) };
}
