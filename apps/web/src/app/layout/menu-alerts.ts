import { useIsCeilingNear } from '../../entities/ai-usage/ceiling-alert.ts';
import { useConnectionAlertCount } from '../../entities/connections/connections.api.ts';
import { useMailProblem } from '../../entities/mails/mails.api.ts';
import { useQuarantineCount } from '../../entities/quarantine/quarantine.api.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { useOwnFailedCount } from '../notifications/unread.ts';
import { appTexts } from '../app.texts.ts';
import type { MenuAlert } from '../screens.tsx';

/** Texts of the current alerts, only for users who can act on them. */
export function useMenuAlerts(): Partial<Record<MenuAlert, string>> {
  const t = useTexts(appTexts);
  const alertCount = useConnectionAlertCount();
  const quarantineCount = useQuarantineCount();
  const mailProblem = useMailProblem();
  const failedCount = useOwnFailedCount();
  const isCeilingNear = useIsCeilingNear();
  return {
    ...(alertCount > 0 && {
      connections: alertCount === 1 ? t('oneConnectionAlert') : t('connectionsAlert', { count: alertCount }),
    }),
    ...(quarantineCount > 0 && {
      quarantine: quarantineCount === 1 ? t('oneQuarantineAlert') : t('quarantineAlert', { count: quarantineCount }),
    }),
    ...(isCeilingNear && { aiUsage: t('aiAlert') }),
    ...(mailProblem && { mails: t(mailProblem === 'none' ? 'noMailAlert' : 'mailAlert') }),
    ...(failedCount > 0 && {
      deliveries: failedCount === 1 ? t('oneFailedAlert') : t('failedAlert', { count: failedCount }),
    }),
  };
}
