/** The settings with the tabs of the platform owner, which are features of their own. */
import { lazy, Suspense } from 'react';
import { SettingsPage } from '../features/settings/settings-page.tsx';
import { useTexts } from '../lib/use-texts.ts';
import { Skeleton } from '../ui/index.ts';
import { appTexts } from './app.texts.ts';

const CompaniesTab = lazy(() =>
  import('../features/companies/companies-tab.tsx').then((module) => ({ default: module.CompaniesTab })),
);
const PaymentsTab = lazy(() =>
  import('../features/settings/payments-tab.tsx').then((module) => ({ default: module.PaymentsTab })),
);
const HelpsTab = lazy(() => import('../features/helps/helps-tab.tsx').then((module) => ({ default: module.HelpsTab })));
const PlansTab = lazy(() => import('../features/plans/plans-tab.tsx').then((module) => ({ default: module.PlansTab })));

export function SettingsScreen() {
  const t = useTexts(appTexts);
  return (
    <SettingsPage
      ownerTabs={[
        {
          key: 'companies',
          label: t('companies'),
          view: (
            <Suspense fallback={<Skeleton height={620} />}>
              <CompaniesTab />
            </Suspense>
          ),
        },
        {
          key: 'plans',
          label: t('plans'),
          view: (
            <Suspense fallback={<Skeleton height={620} />}>
              <PlansTab />
            </Suspense>
          ),
        },
        {
          key: 'helps',
          label: t('helps'),
          view: (
            <Suspense fallback={<Skeleton height={620} />}>
              <HelpsTab />
            </Suspense>
          ),
        },
        {
          key: 'payments',
          label: t('paymentSettings'),
          view: (
            <Suspense fallback={<Skeleton height={620} />}>
              <PaymentsTab />
            </Suspense>
          ),
        },
      ]}
    />
  );
}
