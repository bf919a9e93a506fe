/** Consequences of the draft: end, days and the subtractions from the audience. */
import { useDeferredValue } from 'react';
import { useCampaignCheck, type CampaignDraft, type Forecast } from '../../../entities/campaigns/campaigns.api.ts';
import { useMoment, useNoEndText, useReasonText } from '../../../entities/campaigns/campaign-status.tsx';
import { Meter } from '../../../entities/campaigns/meter.tsx';
import { errorText } from '../../../lib/error-text.ts';
import { formatDay, formatNumber } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/language.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { ErrorState, Skeleton } from '../../../ui/index.ts';
import css from './dialog.module.css';
import { dialogTexts } from './dialog.texts.ts';

const MAX_DAYS = 7;

/** A draft without connection or audience cannot be checked. */
export const isCheckable = (draft: CampaignDraft): boolean =>
  Boolean(draft.whatsappId) && draft.name.trim().length >= 2 && Boolean(draft.contactListId ?? draft.tagListId);

interface CheckPanelProps {
  draft: CampaignDraft;
  campaignId: number | undefined;
  /** One line for a phone. */
  isCompact: boolean;
}

export function CheckPanel({ draft, campaignId, isCompact }: CheckPanelProps) {
  const t = useTexts(dialogTexts);
  const reasonText = useReasonText();
  const settled = useDeferredValue(draft);
  const isReady = isCheckable(settled) || campaignId !== undefined;
  const language = useLanguage();
  const { data, error, refetch } = useCampaignCheck({ ...settled, id: campaignId ?? null }, { enabled: isReady });
  if (isCompact)
    return data ? (
      <p className={css.compact}>
        <EndText forecast={data.forecast} />
        <b className="num">
          {formatNumber(data.recipients)} {t('willReceive').toLowerCase()}
        </b>
      </p>
    ) : null;
  return (
    <div className={css.panel} aria-live="polite">
      <h3>{t('forecast')}</h3>
      {!isReady ? (
        <p className="muted">{t('noSamples')}</p>
      ) : data ? (
        <>
          <div>
            <span className="muted">{t('endsAt')}</span>
            <b className={css.end}>
              <EndText forecast={data.forecast} />
            </b>
          </div>
          <Days forecast={data.forecast} />
          {data.forecast.isLimitedByBudget && <p className="muted">{t('byBudget')}</p>}
          <dl className={css.funnel}>
            <div>
              <dt>{t('inAudience')}</dt>
              <dd>{formatNumber(data.total)}</dd>
            </div>
            {data.skipped.map(({ reason, count }) => (
              <div key={reason}>
                <dt>{reasonText(reason)}</dt>
                <dd>−{formatNumber(count)}</dd>
              </div>
            ))}
            <div className={css.total}>
              <dt>{t('willReceive')}</dt>
              <dd>{formatNumber(data.recipients)}</dd>
            </div>
          </dl>
        </>
      ) : error ? (
        <ErrorState compact text={errorText(error, language)} onRetry={() => void refetch()} />
      ) : (
        [20, 60, 90].map((height) => <Skeleton key={height} height={height} />)
      )}
    </div>
  );
}

export function EndText({ forecast: { endsAt, reason } }: { forecast: Forecast }) {
  const moment = useMoment();
  const noEnd = useNoEndText();
  return <>{endsAt ? moment(endsAt) : noEnd(reason)}</>;
}

/** One bar a day. */
function Days({ forecast: { days } }: { forecast: Forecast }) {
  const most = Math.max(1, ...days.map(({ count }) => count));
  return (
    <ul className={css.days}>
      {days.slice(0, MAX_DAYS).map(({ date, count }) => (
        <li key={date}>
          <span className="num">{formatDay(date).slice(0, 5)}</span>
          <Meter part={count / most} />
          <b className="num">{formatNumber(count)}</b>
        </li>
      ))}
    </ul>
  );
}
