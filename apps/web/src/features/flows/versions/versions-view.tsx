/** The versions of a flow: their list, two of them compared, and the way back to one. */
import type { FlowVersion } from '@balcao/contract/endpoints/flows';
import { useState } from 'react';
import { useFlowVersions } from '../../../entities/flows/flow-versions.api.ts';
import { errorText } from '../../../lib/error-text.ts';
import { useLanguage } from '../../../lib/language.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, EmptyState, ErrorState } from '../../../ui/index.ts';
import type { Editor } from '../editor/use-editor.ts';
import { useIsNarrow } from '../editor/use-is-narrow.ts';
import { CompareView } from './compare-view.tsx';
import { DRAFT, type Pair } from './pair.ts';
import { StayingNote } from './staying-note.tsx';
import { VersionRow } from './version-row.tsx';
import css from './versions.module.css';
import { versionTexts } from './versions.texts.ts';
import { LoadingRows } from '../loading-rows.tsx';

export function VersionsView({ editor }: { editor: Editor }) {
  const t = useTexts(versionTexts);
  const language = useLanguage();
  const isNarrow = useIsNarrow();
  const { versions, error, hasMore, isLoadingMore, more, retry } = useFlowVersions(editor.flow.id);
  const [chosen, setChosen] = useState<Pair | null>(null);

  if (!versions)
    return error ? (
      <ErrorState text={errorText(error, language)} onRetry={retry} />
    ) : (
      <LoadingList label={t('loading')} />
    );
  if (versions.length === 0) return <EmptyState icon="history" title={t('emptyTitle')} text={t('emptyText')} />;

  const live = versions.find(({ isLive }) => isLive);
  const pair = chosen ?? { from: (live ?? versions[0]!).number, to: DRAFT };
  /** A version is compared with what customers use; what customers use, with the draft. */
  const compare = ({ number, isLive }: FlowVersion) =>
    setChosen({ from: number, to: isLive || !live ? DRAFT : live.number });
  return (
    <div className={css.page}>
      <div className={css.side} data-scroller>
        {live && <StayingNote editor={editor} live={live} versions={versions} />}
        <ol className={css.list} aria-label={t('list')}>
          {versions.map((version) => (
            <VersionRow
              key={version.id}
              editor={editor}
              version={version}
              isCompared={!isNarrow && (version.number === pair.from || version.number === pair.to)}
              onCompare={isNarrow ? undefined : () => compare(version)}
            />
          ))}
        </ol>
        {error && <ErrorState compact text={errorText(error, language)} onRetry={retry} />}
        {hasMore && !error && (
          <Button full busy={isLoadingMore} onClick={more}>
            {t('more')}
          </Button>
        )}
      </div>
      {!isNarrow && <CompareView editor={editor} versions={versions} pair={pair} onPair={setChosen} />}
    </div>
  );
}

const LoadingList = ({ label }: { label: string }) => (
  <div className={css.page} role="status" aria-label={label}>
    <div className={css.side}>
      <LoadingRows className={css.waiting} />
    </div>
  </div>
);
