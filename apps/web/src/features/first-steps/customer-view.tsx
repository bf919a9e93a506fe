import type { FirstStepState } from '@balcao/contract/endpoints/first-steps';
import { Link } from '@tanstack/react-router';
import { useFirstReply } from '../../entities/bot/bot.api.ts';
import { BotReply, CustomerMessage } from '../../entities/bot/bot-reply.tsx';
import { useConnections, useProviders } from '../../entities/connections/connections.api.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Icon, Skeleton } from '../../ui/index.ts';
import css from './first-steps.module.css';
import { firstStepTexts } from './first-steps.texts.ts';

/** What a customer who writes now gets back, and what is still missing. */
export function CustomerView({ state }: { state: FirstStepState }) {
  const t = useTexts(firstStepTexts);
  const connections = useConnections();
  const connection = connections.data?.[0];
  const hasSimulator = useProviders().data?.includes('sandbox') ?? false;
  const reply = useFirstReply(connection?.id, t('question'));
  const isLoading = connections.isPending || (connection !== undefined && reply.isPending);
  const missing = [!state.done.includes('hours') && t('noHours'), !state.done.includes('greeting') && t('noGreeting')]
    .filter((text) => text !== false)
    .join(t('and'));
  return (
    <section className={css.card} aria-labelledby="customer-view">
      <h2 id="customer-view">{t('customerView')}</h2>
      <div className={css.chat}>
        <CustomerMessage>{t('question')}</CustomerMessage>
        {isLoading && <Skeleton height={72} />}
        {reply.data?.says.map((bubble, at) => (
          <BotReply key={at} reply={bubble} />
        ))}
        {!isLoading && !connection && <p className={css.missing}>{t('noConnection')}</p>}
        {!isLoading && connection && reply.data?.says.length === 0 && <p className={css.missing}>{t('noReply')}</p>}
        {missing !== '' && (
          <p className={css.missing}>
            <Icon name="clock" size={14} />
            {t('stillWithout', { what: missing })}
          </p>
        )}
      </div>
      {hasSimulator && connection && (
        <Link className={css.test} to="/sandbox">
          <Icon name="device" size={16} />
          {t('testInSimulator')}
        </Link>
      )}
    </section>
  );
}
