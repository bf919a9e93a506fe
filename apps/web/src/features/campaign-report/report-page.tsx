/** The /campaign/:campaignId/report screen: what became of a campaign, live while it runs. */
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { CampaignConfirm, type CampaignQuestion } from '../../entities/campaigns/campaign-confirm.tsx';
import { useCampaignReport, type CampaignReport } from '../../entities/campaigns/campaign-report.api.ts';
import {
  CampaignStatusPill,
  runningAction,
  useMoment,
  useNoEndText,
  useWaitSentence,
} from '../../entities/campaigns/campaign-status.tsx';
import { campaignTexts } from '../../entities/campaigns/campaign.texts.ts';
import { Meter } from '../../entities/campaigns/meter.tsx';
import { errorText } from '../../lib/error-text.ts';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, ErrorState, Icon, type IconName, Page, Skeleton } from '../../ui/index.ts';
import { Recipients } from './recipients.tsx';
import css from './report.module.css';
import { ReportMenu } from './report-menu.tsx';
import { reportTexts } from './report.texts.ts';
import { ReportSide } from './report-side.tsx';

export function CampaignReportPage() {
  const t = useTexts(reportTexts);
  const language = useLanguage();
  const navigate = useNavigate();
  const { campaignId } = useParams({ strict: false }) as { campaignId: string };
  const report = useCampaignReport(Number(campaignId));
  const [question, setQuestion] = useState<CampaignQuestion | null>(null);
  const back = (
    <Button icon="arrow-l" onClick={() => void navigate({ to: '/campaigns' })}>
      {t('back')}
    </Button>
  );
  if (!report.data)
    return (
      <Page title={t('title')} actions={back}>
        {report.error ? (
          <ErrorState text={errorText(report.error, language)} onRetry={() => void report.refetch()} />
        ) : (
          [74, 150, 300].map((height) => <Skeleton key={height} height={height} />)
        )}
      </Page>
    );
  const { campaign } = report.data;
  const action = runningAction(campaign);
  const ask = (action: CampaignQuestion['action']) => () => setQuestion({ action, campaign });
  return (
    <Page
      title={campaign.name}
      status={<CampaignStatusPill campaign={campaign} />}
      actions={
        <>
          {back}
          <Button icon="refresh" busy={report.isRefetching} onClick={() => void report.refetch()}>
            {t('refresh')}
          </Button>
          {campaign.status === 'EM_ANDAMENTO' && (
            <>
              <Button icon={action === 'continue' ? 'play' : 'pause'} onClick={ask(action)}>
                {t(action)}
              </Button>
              <Button kind="danger-ghost" icon="ban" onClick={ask('cancel')}>
                {t('cancel')}
              </Button>
            </>
          )}
          {campaign.status === 'CANCELADA' && (
            <Button icon="refresh" onClick={ask('restart')}>
              {t('restart')}
            </Button>
          )}
          <ReportMenu campaign={campaign} />
        </>
      }
    >
      <Progress report={report.data} />
      <Figures report={report.data} />
      <div className={css.columns}>
        <Recipients campaign={campaign} report={report.data} />
        <ReportSide report={report.data} />
      </div>
      {question && <CampaignConfirm question={question} onClose={() => setQuestion(null)} />}
    </Page>
  );
}

/** How far it is, when it ends, and why it waits. */
function Progress({ report: { campaign, counts, forecast } }: { report: CampaignReport }) {
  const t = useTexts(reportTexts);
  const tc = useTexts(campaignTexts);
  const moment = useMoment();
  const noEnd = useNoEndText();
  const sentence = useWaitSentence()(campaign);
  const done = counts.recipients - counts.waiting;
  const isRunning = campaign.status === 'EM_ANDAMENTO';
  return (
    <section className={css.progress} aria-label={t('progress')}>
      <div className={css.progressHead}>
        <b className="num">{t('ofPeople', { done: formatNumber(done), all: formatNumber(counts.recipients) })}</b>
        {isRunning && (
          <span className="muted">
            · {forecast.endsAt ? tc('ends', { at: moment(forecast.endsAt) }) : noEnd(forecast.reason)}
          </span>
        )}
        {sentence && (
          <span className={css.sentence} role="status">
            <Icon name={campaign.hold ? 'alert' : 'clock'} size={16} />
            {sentence}
          </span>
        )}
      </div>
      <Meter
        thick
        part={counts.recipients === 0 ? 0 : done / counts.recipients}
        tone={campaign.status === 'FINALIZADA' ? 'success' : isRunning ? 'accent' : 'neutral'}
        label={t('progress')}
      />
    </section>
  );
}

interface Figure {
  key: string;
  icon: IconName;
  tone: 'neutral' | 'info' | 'violet' | 'success';
  value: number;
  of: number;
  label: string;
  ofLabel: (percent: number) => string;
}

function Figures({ report }: { report: CampaignReport }) {
  const t = useTexts(reportTexts);
  const { campaign, counts, valid, confirmationsAsked, confirmed, delivered, read, replied } = report;
  const audience = counts.recipients + counts.skipped;
  const figures: Figure[] = [
    {
      key: 'valid',
      icon: 'users',
      tone: 'neutral',
      value: valid,
      of: audience,
      label: t('valid'),
      ofLabel: (percent) => t('validOf', { percent }),
    },
    ...(campaign.confirmation
      ? ([
          {
            key: 'asked',
            icon: 'help',
            tone: 'info',
            value: confirmationsAsked,
            of: valid,
            label: t('asked'),
            ofLabel: (percent) => t('askedOf', { percent }),
          },
          {
            key: 'confirmed',
            icon: 'check-c',
            tone: 'violet',
            value: confirmed,
            of: confirmationsAsked,
            label: t('confirmed'),
            ofLabel: (percent) => t('confirmedOf', { percent }),
          },
        ] satisfies Figure[])
      : []),
    {
      key: 'delivered',
      icon: 'send',
      tone: 'success',
      value: delivered,
      of: counts.sent,
      label: t('delivered'),
      ofLabel: (percent) => t('deliveredOf', { percent }),
    },
    ...(campaign.confirmation
      ? []
      : ([
          {
            key: 'read',
            icon: 'eye',
            tone: 'info',
            value: read,
            of: delivered,
            label: t('read'),
            ofLabel: (percent) => t('readOf', { percent }),
          },
          {
            key: 'replied',
            icon: 'reply',
            tone: 'violet',
            value: replied,
            of: counts.sent,
            label: t('replied'),
            ofLabel: (percent) => t('repliedOf', { percent }),
          },
        ] satisfies Figure[])),
  ];
  return (
    <ul className={css.figures}>
      {figures.map(({ key, icon, tone, value, of, label, ofLabel }) => {
        const part = of === 0 ? 0 : value / of;
        return (
          <li key={key}>
            <span className={css.tile} data-tone={tone}>
              <Icon name={icon} />
            </span>
            <b className="num">{formatNumber(value)}</b>
            <span className="muted">{label}</span>
            <Meter part={part} tone={tone} />
            <span className={css.of}>{ofLabel(Math.round(part * 100))}</span>
          </li>
        );
      })}
    </ul>
  );
}
