/** Setting changes with user, time and old value; the latest change of each setting can be undone. */
import type { SettingChange } from '@balcao/contract/endpoints/settings';
import { useSettingChanges } from '../../entities/settings/company-settings.api.ts';
import { errorText } from '../../lib/error-text.ts';
import { formatDateTime } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Avatar, Button, EmptyState, ErrorState, Icon, Skeleton } from '../../ui/index.ts';
import css from './settings.module.css';
import { settingsTexts } from './settings.texts.ts';
import { useUndo } from './use-undo.ts';
import { useSettingName, useValueText } from './setting-text.ts';

export function HistoryTab() {
  const t = useTexts(settingsTexts);
  const language = useLanguage();
  const { data, error, refetch, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = useSettingChanges();
  const { undo, undoing } = useUndo();
  const changes = data?.pages.flatMap((page) => page.changes) ?? [];

  if (error && !data) return <ErrorState text={errorText(error, language)} onRetry={() => void refetch()} />;
  if (isPending) return <Skeleton height={320} />;
  if (changes.length === 0) return <EmptyState icon="history" title={t('historyEmpty')} text={t('historyEmptyText')} />;
  return (
    <>
      <p className={css.note}>
        <Icon name="history" size={16} />
        {t('historyText')}
      </p>
      <ol className={css.card} aria-label={t('history')}>
        {changes.map((change) => (
          <Change key={change.id} change={change} busy={undoing === change.id} onUndo={undo} />
        ))}
      </ol>
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </>
  );
}

interface ChangeProps {
  change: SettingChange;
  busy: boolean;
  onUndo: (name: string, changeId: number) => void;
}

function Change({ change: { id, key, from, to, at, user, undoes, canUndo }, busy, onUndo }: ChangeProps) {
  const t = useTexts(settingsTexts);
  const valueText = useValueText();
  const name = useSettingName()(key);
  const userName = user?.name ?? t('somebody');
  return (
    <li className={css.change}>
      <Avatar name={userName} size={28} />
      <div className={css.what}>
        <span className={css.label}>{name}</span>
        <dl className={css.values}>
          <div>
            <dt className="sr">{t('from')}</dt>
            <dd className={css.before}>{valueText({ key, value: from })}</dd>
          </div>
          <Icon name="arrow-r" size={14} />
          <div>
            <dt className="sr">{t('to')}</dt>
            <dd>{valueText({ key, value: to })}</dd>
          </div>
        </dl>
        <span className={css.help}>
          {userName}
          {undoes !== null && ` ${t('byUndoing')}`} · <time dateTime={at}>{formatDateTime(at)}</time>
        </span>
      </div>
      {canUndo && (
        <Button
          size="sm"
          icon="requeue"
          busy={busy}
          aria-label={t('undoNamed', { name })}
          onClick={() => onUndo(name, id)}
        >
          {t('undo')}
        </Button>
      )}
    </li>
  );
}
