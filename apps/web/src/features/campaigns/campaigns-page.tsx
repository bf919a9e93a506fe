/** The /campaigns screen: campaigns with their progress, and the health of the numbers that send them. */
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState, type ReactNode } from 'react';
import { useCampaignPages, type Campaign, type CampaignStatus } from '../../entities/campaigns/campaigns.api.ts';
import { CampaignConfirm, type CampaignQuestion } from '../../entities/campaigns/campaign-confirm.tsx';
import { useContactListPicks } from '../../entities/contact-lists/contact-lists.api.ts';
import { RemovalProgress } from '../../entities/removals/removal-progress.tsx';
import { tablePages } from '../../lib/infinite-list.ts';
import { useLanguage } from '../../lib/language.tsx';
import { lazyPart } from '../../lib/lazy-part.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, type ButtonKind, InfiniteTable, Page, SearchBox, Segments } from '../../ui/index.ts';
import { useCampaignColumns } from './campaign-columns.tsx';
import type { OpenCampaign } from './dialog/campaign-dialog.tsx';
import css from './campaigns.module.css';
import { campaignsTexts } from './campaigns.texts.ts';
import { NumberHealth } from './number-health.tsx';

// The form is loaded on first use; the list is opened far more often.
const CampaignDialog = lazyPart(() => import('./dialog/campaign-dialog.tsx').then((module) => module.CampaignDialog));
const campaignKinds = ['campaign'] as const;
const views = ['EM_ANDAMENTO', 'PROGRAMADA', 'FINALIZADA', 'CANCELADA', 'INATIVA'] as const;

export function CampaignsPage() {
  const t = useTexts(campaignsTexts);
  const language = useLanguage();
  const navigate = useNavigate();
  const [search, setSearch] = useState('');
  const [view, setView] = useState<CampaignStatus | 'all'>('all');
  const [open, setOpen] = useState<OpenCampaign | null>(null);
  const [question, setQuestion] = useState<CampaignQuestion | null>(null);
  const campaigns = useCampaignPages(search, view === 'all' ? undefined : view);
  const counts = campaigns.last?.statusCounts;
  const all = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  const openReport = ({ id }: Pick<Campaign, 'id'>) => void navigate({ to: `/campaign/${id}/report` });
  const columns = useCampaignColumns({
    onOpen: ({ id }) => setOpen({ id }),
    onCopy: (campaign) => setOpen({ copied: campaign }),
    onReport: openReport,
    onAsk: setQuestion,
  });
  const add = (kind: ButtonKind) => (
    <Button kind={kind} icon="plus" onClick={() => setOpen({})}>
      {t('add')}
    </Button>
  );
  return (
    <Page
      title={t('title')}
      {...(all !== undefined && { count: all })}
      actions={
        <>
          <Button icon="sliders" onClick={() => void navigate({ to: '/campaigns-config' })}>
            {t('settings')}
          </Button>
          {add('primary')}
        </>
      }
    >
      <NumberHealth />
      <div className={css.tools}>
        <div className={css.views} data-swipes>
          <Segments
            label={t('view')}
            segments={[
              { key: 'all' as const, label: t('all'), count: all },
              ...views.map((key) => ({ key, label: t(key), count: counts?.[key] })),
            ]}
            value={view}
            onChange={setView}
          />
        </div>
        <SearchBox value={search} onChange={setSearch} label={t('search')} placeholder={t('search')} />
      </div>
      <RemovalProgress kinds={campaignKinds} />
      <InfiniteTable
        label={t('title')}
        rows={campaigns.rows}
        rowKey={({ id }) => id}
        columns={columns}
        {...tablePages(campaigns, language)}
        onOpen={(campaign) =>
          campaign.status === 'INATIVA' || campaign.status === 'PROGRAMADA'
            ? setOpen({ id: campaign.id })
            : openReport(campaign)
        }
        empty={useEmptyState({ search, view, onClear: () => setSearch(''), onAll: () => setView('all'), add })}
      />
      <Suspense fallback={null}>{open && <CampaignDialog open={open} onClose={() => setOpen(null)} />}</Suspense>
      {question && <CampaignConfirm question={question} onClose={() => setQuestion(null)} />}
    </Page>
  );
}

interface EmptyOptions {
  search: string;
  view: CampaignStatus | 'all';
  onClear: () => void;
  onAll: () => void;
  add: (kind: ButtonKind) => ReactNode;
}

/** A campaign needs a list, so that comes first. */
function useEmptyState({ search, view, onClear, onAll, add }: EmptyOptions) {
  const t = useTexts(campaignsTexts);
  const navigate = useNavigate();
  const lists = useContactListPicks().data;
  if (search !== '')
    return {
      icon: 'search' as const,
      title: t('nothingTitle', { search }),
      action: <Button onClick={onClear}>{t('clear')}</Button>,
    };
  if (view !== 'all')
    return { icon: 'megaphone' as const, title: t('noneTitle'), action: <Button onClick={onAll}>{t('all')}</Button> };
  const hasNoList = lists?.length === 0;
  return {
    icon: 'megaphone' as const,
    title: t('emptyTitle'),
    text: t(hasNoList ? 'noListText' : 'emptyText'),
    action: hasNoList ? (
      <Button icon="list" onClick={() => void navigate({ to: '/contact-lists' })}>
        {t('createList')}
      </Button>
    ) : (
      add('default')
    ),
  };
}
