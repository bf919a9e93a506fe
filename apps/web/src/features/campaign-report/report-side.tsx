/** What was sent how, why people were left out, and the variants with their bounds. */
import { useStopVariant, type CampaignReport } from '../../entities/campaigns/campaign-report.api.ts';
import { useReasonText } from '../../entities/campaigns/campaign-status.tsx';
import { Meter } from '../../entities/campaigns/meter.tsx';
import { ChannelGlyph } from '../../entities/connections/channel-glyph.tsx';
import { formatDateTime, formatNumber } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, StatusPill, useToast } from '../../ui/index.ts';
import css from './report.module.css';
import { reportTexts } from './report.texts.ts';

export const ReportSide = ({ report }: { report: CampaignReport }) => (
  <aside className={css.side}>
    <About report={report} />
    <Reasons report={report} />
    {report.variants.length > 0 && <Variants report={report} />}
  </aside>
);

function About({ report: { campaign, pace, startedAt } }: { report: CampaignReport }) {
  const t = useTexts(reportTexts);
  const { whatsapp, contactList, tag, source, scheduledAt, completedAt, queue, openTicket, rateMode } = campaign;
  const started = startedAt ?? scheduledAt;
  return (
    <dl className={css.about} aria-label={t('about')}>
      <dt>{t('connection')}</dt>
      <dd className={css.row}>
        {whatsapp ? (
          <>
            <ChannelGlyph channel={whatsapp.channel} size={16} />
            {whatsapp.name}
          </>
        ) : (
          '—'
        )}
      </dd>
      <dt>{t('audience')}</dt>
      <dd>
        {contactList
          ? t('list', { name: contactList.name, count: formatNumber(contactList.contactsCount) })
          : tag
            ? t('tag', { name: tag.name })
            : source
              ? t('source', { name: source.name })
              : '—'}
      </dd>
      <dt>{t(startedAt ? 'started' : 'starts')}</dt>
      <dd className="num">{started ? formatDateTime(started) : '—'}</dd>
      <dt>{t('ended')}</dt>
      <dd className="num">{completedAt ? formatDateTime(completedAt) : t('notYet')}</dd>
      <dt>{t('pace')}</dt>
      <dd>
        {rateMode === 'account'
          ? t('paceAccount')
          : t(pace.longerIntervalAfter > 0 && pace.greaterInterval > 0 ? 'paceText' : 'paceTextPlain', {
              interval: pace.messageInterval,
              pause: pace.greaterInterval,
              after: pace.longerIntervalAfter,
            })}
      </dd>
      <dt>{t('hours')}</dt>
      <dd className="num">{t('hoursText', { from: pace.startHour, to: pace.endHour })}</dd>
      <dt>{t('after')}</dt>
      <dd>
        {openTicket === 'disabled'
          ? t('noTicket')
          : queue
            ? t('opensTicket', { queue: queue.name })
            : t('opensTicketPlain')}
      </dd>
    </dl>
  );
}

function Reasons({ report: { reasons } }: { report: CampaignReport }) {
  const t = useTexts(reportTexts);
  const reasonText = useReasonText();
  if (reasons.length === 0) return null;
  return (
    <section className={css.card}>
      <h3>{t('reasons')}</h3>
      <ul className={css.reasons}>
        {reasons.map(({ state, reason, count }) => (
          <li key={`${state} ${reason}`}>
            <span>{reasonText(reason)}</span>
            <b className="num">{formatNumber(count)}</b>
          </li>
        ))}
      </ul>
    </section>
  );
}

type Variant = CampaignReport['variants'][number];
const letterOf = (variant: number): string => String.fromCharCode(64 + variant);
const percentOf = (part: number): number => Math.round(part * 100);

function Variants({ report: { campaign, variants, hasDifference } }: { report: CampaignReport }) {
  const t = useTexts(reportTexts);
  const most = Math.max(1, ...variants.map(({ sent }) => sent));
  return (
    <section className={css.card} aria-label={t('variants')}>
      <h3>{t('variants')}</h3>
      {variants.length > 1 && <p className="muted">{t(hasDifference ? 'hasDifference' : 'noDifference')}</p>}
      {variants.map((variant) => (
        <VariantResult
          key={variant.variant}
          campaignId={campaign.id}
          variant={variant}
          part={variant.sent / most}
          canStop={campaign.status === 'EM_ANDAMENTO' && variants.length > 1}
        />
      ))}
    </section>
  );
}

interface VariantProps {
  campaignId: number;
  variant: Variant;
  part: number;
  canStop: boolean;
}

function VariantResult({ campaignId, variant, part, canStop }: VariantProps) {
  const t = useTexts(reportTexts);
  const toast = useToast();
  const stop = useStopVariant(campaignId);
  const name = letterOf(variant.variant);
  const shares = [
    ['shareDelivered', variant.delivered],
    ['shareRead', variant.read],
    ['shareReplied', variant.replied],
    ['shareOptedOut', variant.optedOut],
  ] as const;
  return (
    <div className={css.variant}>
      <div className={css.variantHead}>
        <b>{name}</b>
        <span className="cut muted">{variant.text}</span>
        <span className="num">{formatNumber(variant.sent)}</span>
      </div>
      <Meter part={part} tone={variant.isStopped ? 'neutral' : 'accent'} />
      {variant.sent > 0 && (
        <ul className={css.shares}>
          {shares.map(([label, { count, low, high }]) => (
            <li key={label}>
              {t('share', {
                name: t(label),
                percent: percentOf(count / variant.sent),
                low: percentOf(low),
                high: percentOf(high),
              })}
            </li>
          ))}
        </ul>
      )}
      {variant.isStopped && <StatusPill tone="neutral">{t('stopped')}</StatusPill>}
      {canStop && (
        <Button
          size="sm"
          kind="ghost"
          busy={stop.isPending}
          onClick={() =>
            stop.mutate({ variant: variant.variant, isStopped: !variant.isStopped }, { onError: toast.failed })
          }
        >
          {t(variant.isStopped ? 'resumeVariant' : 'stopVariant', { name })}
        </Button>
      )}
    </div>
  );
}
