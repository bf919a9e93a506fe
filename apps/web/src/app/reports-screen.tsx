/** The reports and the history of a conversation. Features do not import each other, so the app combines them. */
import { lazy, Suspense } from 'react';
import { ReportsPage } from '../features/reports/reports-page.tsx';

const LogDialog = lazy(() =>
  import('../features/inbox/actions/log-dialog.tsx').then((module) => ({ default: module.LogDialog })),
);

export const ReportsScreen = () => (
  <ReportsPage
    renderLog={(ticket, onClose) => (
      <Suspense>
        <LogDialog ticket={ticket} onClose={onClose} />
      </Suspense>
    )}
  />
);
