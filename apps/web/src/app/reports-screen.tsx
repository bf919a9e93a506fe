/** The reports and the history of a conversation. Features do not import each other, so the app combines them. */
import { Suspense } from 'react';
import { ReportsPage } from '../features/reports/reports-page.tsx';
import { lazyPart } from '../lib/lazy-part.ts';

const LogDialog = lazyPart(() => import('../features/inbox/actions/log-dialog.tsx').then((module) => module.LogDialog));

export const ReportsScreen = () => (
  <ReportsPage
    renderLog={(ticket, onClose) => (
      <Suspense>
        <LogDialog ticket={ticket} onClose={onClose} />
      </Suspense>
    )}
  />
);
