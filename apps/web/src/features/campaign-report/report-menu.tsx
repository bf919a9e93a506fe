/** The file of the report, and new campaigns for people with a certain outcome. */
import { useNavigate } from '@tanstack/react-router';
import { useRepeatCampaign, type Campaign, type ResultFilter } from '../../entities/campaigns/campaigns.api.ts';
import { useCampaignExport } from '../../entities/campaigns/campaign-report.api.ts';
import { useCompanySetting } from '../../entities/settings/company-setting.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, Menu, useToast, type MenuItem } from '../../ui/index.ts';
import { reportTexts } from './report.texts.ts';

const filters = ['held-back', 'failed', 'no-answer', 'not-read', 'not-replied'] as const;

export function ReportMenu({ campaign: { id, status } }: { campaign: Campaign }) {
  const t = useTexts(reportTexts);
  const language = useLanguage();
  const toast = useToast();
  const navigate = useNavigate();
  const makeFile = useCampaignExport(id);
  const repeat = useRepeatCampaign();
  const hidesNumbers = useCompanySetting('lgpdHideNumber') === 'enabled';
  const download = (withNumbers: boolean) =>
    makeFile.mutate(
      { withNumbers, language },
      {
        onSuccess: (url) => {
          startDownload(url);
          toast.done(t('downloaded'));
        },
        onError: toast.failed,
      },
    );
  const again = (filter: ResultFilter) =>
    repeat.mutate(
      { id, filter },
      {
        onSuccess: () => {
          toast.done(t('repeated'));
          void navigate({ to: '/campaigns' });
        },
        onError: toast.failed,
      },
    );
  const items: MenuItem[] = [
    ...(hidesNumbers
      ? [{ key: 'full', label: t('downloadFull'), icon: 'download' as const, onClick: () => download(true) }]
      : []),
    ...filters.map((filter, at) => ({
      key: filter,
      label: t(filter === 'failed' ? 'filterFailed' : filter),
      icon: 'copy' as const,
      hasSeparator: at === 0 && hidesNumbers,
      onClick: () => again(filter),
    })),
  ];
  return (
    <>
      <Button icon="download" busy={makeFile.isPending} onClick={() => download(false)}>
        {t('download')}
      </Button>
      {(status === 'FINALIZADA' || status === 'CANCELADA') && (
        <Menu
          target={
            <Button icon="megaphone" iconRight="chev-d" busy={repeat.isPending}>
              {t('repeat')}
            </Button>
          }
          items={items}
        />
      )}
    </>
  );
}

/** The signed URL answers with an attachment, so the page stays. */
function startDownload(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}
