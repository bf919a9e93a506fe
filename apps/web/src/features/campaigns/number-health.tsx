/** The numbers that send campaigns: state, use of today's limit, and one sentence of cause. */
import { Suspense, useState } from 'react';
import { useCampaignConnections, type CampaignConnection } from '../../entities/campaigns/campaigns.api.ts';
import { campaignTexts } from '../../entities/campaigns/campaign.texts.ts';
import { holdTexts, useMoment } from '../../entities/campaigns/campaign-status.tsx';
import { Meter } from '../../entities/campaigns/meter.tsx';
import { ChannelGlyph } from '../../entities/connections/channel-glyph.tsx';
import { errorText } from '../../lib/error-text.ts';
import { formatNumber, formatPhone } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { lazyPart } from '../../lib/lazy-part.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { ErrorState, IconButton, Skeleton, StatusPill } from '../../ui/index.ts';
import css from './campaigns.module.css';
import { campaignsTexts } from './campaigns.texts.ts';

// The form is loaded on first use.
const GuardsDialog = lazyPart(() => import('./guards-dialog.tsx').then((module) => module.GuardsDialog));
const tones = { green: 'success', yellow: 'warn', red: 'danger', grey: 'neutral' } as const;

export function NumberHealth() {
  const t = useTexts(campaignsTexts);
  const language = useLanguage();
  const { data, error, refetch } = useCampaignConnections();
  const [guarded, setGuarded] = useState<CampaignConnection | null>(null);
  if (error && !data) return <ErrorState compact text={errorText(error, language)} onRetry={() => void refetch()} />;
  if (data?.length === 0) return null;
  return (
    <section className={css.health} aria-labelledby="number-health">
      <div className={css.healthHead}>
        <h2 id="number-health">{t('health')}</h2>
        <span className="muted">{t('healthText')}</span>
      </div>
      <ul className={css.numbers} aria-busy={!data}>
        {data
          ? data.map((connection) => (
              <NumberState key={connection.id} connection={connection} onGuards={() => setGuarded(connection)} />
            ))
          : [1, 2, 3].map((key) => (
              <li key={key} className={css.number}>
                <Skeleton width="60%" />
                <Skeleton height={6} />
                <Skeleton width="40%" />
              </li>
            ))}
      </ul>
      <Suspense fallback={null}>
        {guarded && <GuardsDialog connection={guarded} onClose={() => setGuarded(null)} />}
      </Suspense>
    </section>
  );
}

function NumberState({ connection, onGuards }: { connection: CampaignConnection; onGuards: () => void }) {
  const t = useTexts(campaignsTexts);
  const { name, number, channel, health, budget, hold } = connection;
  const isStopped = hold !== null || health.light === 'red';
  const limit = budget.perDay;
  return (
    <li className={css.number} data-bad={isStopped || undefined}>
      <div className={css.numberHead}>
        <ChannelGlyph channel={channel} size={16} />
        <span className={css.who}>
          <b className="cut">{name}</b>
          {number && <span className={css.phone}>{formatPhone(number)}</span>}
        </span>
        <StatusPill tone={hold ? 'danger' : tones[health.light]}>{t(hold ? 'held' : health.light)}</StatusPill>
        <IconButton icon="sliders" label={t('guardsEdit', { name })} onClick={onGuards} />
      </div>
      <div className={css.usage}>
        <Meter
          part={limit === null || limit === 0 ? 0 : budget.taken / limit}
          tone={isStopped ? 'danger' : limit !== null && budget.taken >= limit * 0.9 ? 'warn' : 'neutral'}
        />
        <span className="num">
          {limit === null
            ? t('noLimit', { taken: formatNumber(budget.taken) })
            : t('ofLimit', { taken: formatNumber(budget.taken), limit: formatNumber(limit) })}
        </span>
      </div>
      <p>
        <HealthSentence connection={connection} />
      </p>
    </li>
  );
}

function HealthSentence({ connection: { budget, hold, share } }: { connection: CampaignConnection }) {
  const t = useTexts(campaignsTexts);
  const tc = useTexts(campaignTexts);
  const moment = useMoment();
  if (hold) {
    const { reason, until } = hold;
    const cause =
      reason === 'health' && until !== null
        ? tc('holdHealthUntil', { at: moment(until) })
        : tc(reason === 'user' ? 'paused' : holdTexts[reason]);
    return <>{t('brake', { cause })}</>;
  }
  if (share < 1) return <>{t('slower', { percent: Math.round(share * 100) })}</>;
  if (budget.sharedWith.length > 0) return <>{t('shared', { names: budget.sharedWith.join(', ') })}</>;
  if (budget.taken === 0) return <>{t('noneToday')}</>;
  if (budget.left === null) return <>&nbsp;</>;
  return <>{budget.left === 0 ? t('usedUp') : t('leftToday', { left: formatNumber(budget.left) })}</>;
}
