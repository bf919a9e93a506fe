/** The /helps screen: videos that explain the product. */
import { fold } from '@balcao/domain/text/fold';
import { useState } from 'react';
import { useHelps } from '../../entities/helps/helps.api.ts';
import { errorText } from '../../lib/error-text.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, EmptyState, ErrorState, Page, SearchBox, Skeleton } from '../../ui/index.ts';
import css from './helps.module.css';
import { helpTexts } from './helps.texts.ts';
import { VideoCard } from './video-card.tsx';

export function HelpsPage() {
  const t = useTexts(helpTexts);
  const language = useLanguage();
  const [search, setSearch] = useState('');
  const helps = useHelps();
  const wanted = fold(search.trim());
  const shown = helps.data?.filter(({ title, description }) => fold(`${title} ${description}`).includes(wanted)) ?? [];
  return (
    <Page
      title={t('title')}
      count={helps.data?.length}
      toolbar={<SearchBox value={search} onChange={setSearch} label={t('search')} placeholder={t('search')} />}
    >
      {helps.error && <ErrorState text={errorText(helps.error, language)} onRetry={() => void helps.refetch()} />}
      {helps.isPending && !helps.error && (
        <div className={css.grid} aria-busy="true">
          {[1, 2, 3, 4].map((n) => (
            <Skeleton key={n} height={180} />
          ))}
        </div>
      )}
      {helps.data && shown.length === 0 && (
        <EmptyState
          icon={search === '' ? 'help' : 'search'}
          title={search === '' ? t('emptyTitle') : t('nothingTitle', { search })}
          action={search !== '' && <Button onClick={() => setSearch('')}>{t('clear')}</Button>}
        />
      )}
      <ul className={css.grid}>
        {shown.map((help) => (
          <li key={help.id}>
            <VideoCard help={help} />
          </li>
        ))}
      </ul>
      {shown.length > 0 && <p className={css.faint}>{t('privacy')}</p>}
    </Page>
  );
}
