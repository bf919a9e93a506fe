import {
  CampaignStatusPill,
  runningAction,
  useMoment,
  useWaitSentence,
} from '../../entities/campaigns/campaign-status.tsx';
import { campaignTexts } from '../../entities/campaigns/campaign.texts.ts';
import type { CampaignQuestion } from '../../entities/campaigns/campaign-confirm.tsx';
import type { Campaign } from '../../entities/campaigns/campaigns.api.ts';
import { Meter } from '../../entities/campaigns/meter.tsx';
import { formatDateTime, formatNumber } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { type Column, cx, IconButton, Menu, type MenuItem } from '../../ui/index.ts';
import css from './campaigns.module.css';
import { campaignsTexts } from './campaigns.texts.ts';

interface ColumnActions {
  onOpen: (campaign: Campaign) => void;
  onCopy: (campaign: Campaign) => void;
  onReport: (campaign: Campaign) => void;
  onAsk: (question: CampaignQuestion) => void;
}

export function useCampaignColumns(actions: ColumnActions): Column<Campaign>[] {
  const t = useTexts(campaignsTexts);
  return [
    {
      key: 'campaign',
      head: t('campaign'),
      primary: true,
      cell: (campaign) => (
        <span className={css.two}>
          <b>{campaign.name}</b>
          <Audience campaign={campaign} />
        </span>
      ),
    },
    { key: 'status', head: t('status'), firm: true, cell: (campaign) => <Status campaign={campaign} /> },
    { key: 'connection', head: t('connection'), spare: true, cell: ({ whatsapp }) => whatsapp?.name ?? '—' },
    { key: 'time', head: t('time'), firm: true, cell: (campaign) => <StartAndEnd campaign={campaign} /> },
    { key: 'sent', head: t('sent'), firm: true, cell: (campaign) => <Sent campaign={campaign} /> },
    {
      key: 'reply',
      head: t('reply'),
      align: 'right',
      spare: true,
      cell: ({ counts }) => (counts.sent > 0 ? `${Math.round((counts.replied / counts.sent) * 100)} %` : '—'),
    },
    { key: 'actions', head: '', width: '124px', cell: (campaign) => <Actions campaign={campaign} {...actions} /> },
  ];
}

function Audience({ campaign: { contactList, tag, source } }: { campaign: Campaign }) {
  const t = useTexts(campaignsTexts);
  return (
    <span className={css.small}>
      {contactList
        ? t('audienceList', { name: contactList.name })
        : tag
          ? t('audienceTag', { name: tag.name })
          : source
            ? t('audienceResults', { name: source.name })
            : t('noAudience')}
    </span>
  );
}

function Status({ campaign }: { campaign: Campaign }) {
  const sentence = useWaitSentence()(campaign);
  return (
    <span className={css.two} title={sentence ?? undefined}>
      <span>
        <CampaignStatusPill campaign={campaign} />
      </span>
      {sentence && <span className={css.why}>{sentence}</span>}
    </span>
  );
}

function StartAndEnd({ campaign }: { campaign: Campaign }) {
  const t = useTexts(campaignsTexts);
  const tc = useTexts(campaignTexts);
  const moment = useMoment();
  const { status, scheduledAt, endsAt, completedAt, counts, author } = campaign;
  const second =
    status === 'INATIVA'
      ? author && t('draftBy', { name: author.name })
      : status === 'CANCELADA'
        ? t('stoppedWith', { sent: formatNumber(counts.sent) })
        : completedAt
          ? t('endedAt', { at: moment(completedAt) })
          : endsAt && tc('ends', { at: moment(endsAt) });
  return (
    <span className={cx(css.two, css.time)}>
      <span className="num">{scheduledAt ? formatDateTime(scheduledAt).replace(/\/\d{4} /, ', ') : t('noDate')}</span>
      {second && <span className={css.small}>{second}</span>}
    </span>
  );
}

const meterTones = {
  INATIVA: 'neutral',
  PROGRAMADA: 'neutral',
  EM_ANDAMENTO: 'accent',
  CANCELADA: 'neutral',
  FINALIZADA: 'success',
} as const;

function Sent({ campaign: { counts, status } }: { campaign: Campaign }) {
  const t = useTexts(campaignsTexts);
  if (counts.recipients === 0) return <>—</>;
  return (
    <span className={css.sent}>
      <Meter part={counts.sent / counts.recipients} tone={meterTones[status]} />
      <span className="num">
        {t('ofAll', { sent: formatNumber(counts.sent), all: formatNumber(counts.recipients) })}
      </span>
    </span>
  );
}

function Actions({ campaign, onOpen, onCopy, onReport, onAsk }: ColumnActions & { campaign: Campaign }) {
  const t = useTexts(campaignsTexts);
  const { name, status } = campaign;
  const action = runningAction(campaign);
  const items: MenuItem[] = [
    {
      key: 'open',
      label: t('open'),
      icon: campaign.editable === 'none' ? 'eye' : 'edit',
      onClick: () => onOpen(campaign),
    },
    { key: 'copy', label: t('duplicate'), icon: 'copy', onClick: () => onCopy(campaign) },
    ...(status === 'EM_ANDAMENTO'
      ? [
          {
            key: 'cancel',
            label: t('cancelCampaign'),
            icon: 'ban' as const,
            danger: true,
            hasSeparator: true,
            onClick: () => onAsk({ action: 'cancel', campaign }),
          },
        ]
      : [
          {
            key: 'remove',
            label: t('remove'),
            icon: 'trash' as const,
            danger: true,
            hasSeparator: true,
            onClick: () => onAsk({ action: 'remove', campaign }),
          },
        ]),
  ];
  return (
    <>
      {status === 'EM_ANDAMENTO' && (
        <IconButton
          icon={action === 'continue' ? 'play' : 'pause'}
          label={t(action, { name })}
          onClick={() => onAsk({ action, campaign })}
        />
      )}
      {(status === 'INATIVA' || status === 'PROGRAMADA') && (
        <IconButton
          icon={campaign.editable === 'none' ? 'eye' : 'edit'}
          label={t(campaign.editable === 'none' ? 'see' : 'edit', { name })}
          onClick={() => onOpen(campaign)}
        />
      )}
      {status === 'CANCELADA' && (
        <IconButton
          icon="refresh"
          label={t('restart', { name })}
          onClick={() => onAsk({ action: 'restart', campaign })}
        />
      )}
      {status === 'FINALIZADA' && <IconButton icon="copy" label={t('duplicate')} onClick={() => onCopy(campaign)} />}
      <IconButton icon="chart" label={t('report', { name })} onClick={() => onReport(campaign)} />
      <Menu target={<IconButton icon="more-v" tip={false} label={t('more', { name })} />} items={items} />
    </>
  );
}
