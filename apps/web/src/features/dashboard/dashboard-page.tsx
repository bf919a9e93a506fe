/** The dashboard at /: live numbers and those of a period, ratings, and agents. Tab and period are in the address. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { isDay, thisMonth, type DayRange } from '../../lib/days.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Page, Skeleton, Tabs } from '../../ui/index.ts';
import { dashboardTexts } from './dashboard.texts.ts';
import { IndicatorsTab } from './indicators-tab.tsx';
import { PeriodFilter } from './period-filter.tsx';

const tabs = ['indicators', 'nps', 'agents'] as const;
type TabKey = (typeof tabs)[number];
type Search = { tab?: unknown; online?: unknown; from?: unknown; to?: unknown };

// The charts come with the tabs that show them.
const NpsTab = lazy(() => import('./nps-tab.tsx').then((module) => ({ default: module.NpsTab })));
const AgentsTab = lazy(() => import('./agents-tab.tsx').then((module) => ({ default: module.AgentsTab })));
const AgentsExport = lazy(() => import('./agents-export.tsx').then((module) => ({ default: module.AgentsExport })));

export function DashboardPage() {
  const t = useTexts(dashboardTexts);
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as Search;
  const tab = tabs.find((key) => key === search.tab) ?? 'indicators';
  const range = rangeOf(search);
  const isOnlineOnly = tab === 'agents' && search.online === 1;
  const show = (next: { tab?: TabKey; range?: DayRange; isOnlineOnly?: boolean }) => {
    const key = next.tab ?? tab;
    const days = next.range ?? (isRange(search) ? range : undefined);
    const online = key === 'agents' && (next.isOnlineOnly ?? isOnlineOnly) && { online: 1 };
    void navigate({
      to: '/',
      search: { ...(key !== 'indicators' && { tab: key }), ...online, ...days },
      replace: true,
    });
  };
  return (
    <Page
      title={t('title')}
      actions={
        tab === 'agents' && (
          <Suspense>
            <AgentsExport range={range} />
          </Suspense>
        )
      }
    >
      <Tabs
        label={t('tabs')}
        tabs={tabs.map((key) => ({ key, label: t(key) }))}
        active={tab}
        onChange={(key) => show({ tab: key })}
      />
      <PeriodFilter key={`${range.from} ${range.to}`} range={range} onChange={(next) => show({ range: next })} />
      <Suspense fallback={<Skeleton height={320} />}>
        {tab === 'indicators' && <IndicatorsTab range={range} />}
        {tab === 'nps' && <NpsTab range={range} />}
        {tab === 'agents' && (
          <AgentsTab range={range} isOnlineOnly={isOnlineOnly} onOnlineOnly={(next) => show({ isOnlineOnly: next })} />
        )}
      </Suspense>
    </Page>
  );
}

const isRange = ({ from, to }: Search): boolean => isDay(from) && isDay(to) && from <= to;
const rangeOf = (search: Search): DayRange =>
  isRange(search) ? { from: String(search.from), to: String(search.to) } : thisMonth();
