/** The /settings screen: options, business hours and holidays of the company, and the history of changes. */
import { useNavigate, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCompanySettings } from '../../entities/settings/company-settings.api.ts';
import { useCan } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Page, Tabs, type Tab } from '../../ui/index.ts';
import { HistoryTab } from './history-tab.tsx';
import { HolidaysTab } from './holidays-tab.tsx';
import { HoursTab } from './hours-tab.tsx';
import { SupportTab } from './support-tab.tsx';
import { OptionsTab } from './options-tab.tsx';
import { CertificateTab, NoCertificateAccess } from './certificate-tab.tsx';
import { PlatformTab } from './platform-tab.tsx';
import { WhiteLabelTab } from './white-label-tab.tsx';
import css from './settings.module.css';
import { settingsTexts } from './settings.texts.ts';
import { useJumpToSetting } from './use-jump-to-setting.ts';

type TabKey = keyof typeof views;
const views = {
  options: OptionsTab,
  hours: HoursTab,
  holidays: HolidaysTab,
  history: HistoryTab,
  support: SupportTab,
  platform: PlatformTab,
  whitelabel: WhiteLabelTab,
  certificate: CertificateTab,
} as const;

/** A tab for super users that is a feature of its own. */
export interface OwnerTab {
  key: string;
  label: string;
  view: ReactNode;
}

export function SettingsPage({ ownerTabs = [] }: { ownerTabs?: readonly OwnerTab[] }) {
  const t = useTexts(settingsTexts);
  const navigate = useNavigate();
  const { tab } = useParams({ strict: false }) as { tab?: string };
  const { data: settings } = useCompanySettings();
  const isOwner = useCan('platform-settings.manage');
  useJumpToSetting();
  const isOurHours = settings?.scheduleType === 'company';

  const tabs: Tab[] = [
    { key: 'options', label: t('options') },
    ...(isOurHours ? [{ key: 'hours', label: t('hours') }] : []),
    { key: 'holidays', label: t('holidays') },
    { key: 'history', label: t('history') },
    { key: 'support', label: t('support') },
    ...(isOwner
      ? [
          { key: 'platform', label: t('platform') },
          ...ownerTabs,
          { key: 'whitelabel', label: t('whiteLabel') },
          { key: 'certificate', label: t('certificate') },
        ].map((own) => ({ ...own, icon: 'lock' as const }))
      : []),
  ];
  // An unknown or forbidden tab in the URL shows the first tab.
  const active = tabs.find(({ key }) => key === tab)?.key ?? 'options';
  const ownerTab = ownerTabs.find(({ key }) => key === active);
  const View = views[active as TabKey];
  return (
    <Page title={t('title')} width="settings">
      <div className={css.tabs}>
        <Tabs
          label={t('tabs')}
          tabs={tabs}
          active={active}
          onChange={(key) => void navigate({ to: key === 'options' ? '/settings' : `/settings/${key}` })}
        />
      </div>
      {tab === 'certificate' && !isOwner && <NoCertificateAccess />}
      {ownerTab ? ownerTab.view : <View />}
    </Page>
  );
}
