/** The last look: real recipients with their final text, the budget, and what still prevents sending. */
import { useCampaignCheck, type CampaignDraft } from '../../../entities/campaigns/campaigns.api.ts';
import { FormattedText } from '../../../entities/messages/formatted-text.tsx';
import { errorText } from '../../../lib/error-text.ts';
import { formatNumber, formatPhone } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/language.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { ErrorState, Icon, Skeleton } from '../../../ui/index.ts';
import { isCheckable } from './check-panel.tsx';
import css from './dialog.module.css';
import { dialogTexts } from './dialog.texts.ts';

export function ReviewStep({ draft, campaignId }: { draft: CampaignDraft; campaignId: number | undefined }) {
  const t = useTexts(dialogTexts);
  const language = useLanguage();
  const isReady = isCheckable(draft) || campaignId !== undefined;
  const { data, error, refetch } = useCampaignCheck({ ...draft, id: campaignId ?? null }, { enabled: isReady });
  if (error && !data) return <ErrorState compact text={errorText(error, language)} onRetry={() => void refetch()} />;
  if (!isReady) return <p className="muted">{t('noSamples')}</p>;
  if (!data) return <Skeleton height={200} />;
  const { budget, problems, samples } = data;
  return (
    <div className={css.reviewStep}>
      {problems.length > 0 && (
        <section className={css.problems} aria-labelledby="campaign-problems">
          <h3 id="campaign-problems">
            <Icon name="alert" size={16} />
            {t('problems')}
          </h3>
          <ul>
            {problems.map((code) => (
              <li key={code}>{errorText(code, language)}</li>
            ))}
          </ul>
        </section>
      )}
      {budget && budget.cost > 0 && (
        <section>
          <h3>{t('budget')}</h3>
          <p className="muted">
            {t(budget.left === null ? 'budgetFree' : 'budgetText', {
              cost: formatNumber(budget.cost),
              left: formatNumber(budget.left ?? 0),
            })}{' '}
            {budget.sharedWith.length > 0 && t('shared', { names: budget.sharedWith.join(', ') })}
          </p>
        </section>
      )}
      <section aria-labelledby="campaign-samples">
        <h3 id="campaign-samples">{t('samples')}</h3>
        {samples.length === 0 && <p className="muted">{t('noSamples')}</p>}
        <ul className={css.samples}>
          {samples.map((sample) => (
            <li key={sample.number}>
              <span className={css.sampleHead}>
                <b>{sample.name}</b>
                <span className="faint num">{formatPhone(sample.number)}</span>
                <span className="muted">
                  {sample.isTemplate
                    ? t('sampleTemplate')
                    : sample.variant !== null && t('sampleVariant', { n: sample.variant })}
                </span>
              </span>
              {sample.confirmationText !== null && (
                <span className="muted">{t('sampleAsks', { text: sample.confirmationText })}</span>
              )}
              <span className={css.bubble}>
                <FormattedText>{sample.text}</FormattedText>
              </span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
