/** Who of the platform has opened the company, when and why; an access that is active can be ended here. */
import type { SupportAccess } from '@balcao/contract/endpoints/support';
import { useEndSupport, useSupportAccesses } from '../../entities/support/support.api.ts';
import { errorText } from '../../lib/error-text.ts';
import { formatDateTime } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Avatar, Button, EmptyState, ErrorState, Icon, Skeleton, useToast } from '../../ui/index.ts';
import css from './settings.module.css';
import { settingsTexts } from './settings.texts.ts';

export function SupportTab() {
  const t = useTexts(settingsTexts);
  const language = useLanguage();
  const { data, error, refetch } = useSupportAccesses();
  if (error && !data) return <ErrorState text={errorText(error, language)} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={320} />;
  if (data.accesses.length === 0)
    return <EmptyState icon="eye" title={t('supportEmpty')} text={t('supportEmptyText')} />;
  return (
    <>
      <p className={css.note}>
        <Icon name="eye" size={16} />
        {t('supportText')}
      </p>
      <ol className={css.card} aria-label={t('support')}>
        {data.accesses.map((access) => (
          <Access key={access.id} access={access} />
        ))}
      </ol>
    </>
  );
}

function Access({ access: { id, userName, reason, startedAt, endedAt } }: { access: SupportAccess }) {
  const t = useTexts(settingsTexts);
  const toast = useToast();
  const end = useEndSupport();
  return (
    <li className={css.change}>
      <Avatar name={userName} size={28} />
      <div className={css.what}>
        <span className={css.label}>{reason}</span>
        <span className={css.help}>
          {userName} · <time dateTime={startedAt}>{formatDateTime(startedAt)}</time> ·{' '}
          {endedAt === null ? t('supportActive') : t('supportUntil', { date: formatDateTime(endedAt) })}
        </span>
      </div>
      {endedAt === null && (
        <Button
          size="sm"
          busy={end.isPending}
          aria-label={t('supportEndNamed', { name: userName })}
          onClick={() =>
            end.mutate(
              id,
              toast.outcome(t('supportEnded'), () => {}),
            )
          }
        >
          {t('supportEnd')}
        </Button>
      )}
    </li>
  );
}
