import type { FlowVersion } from '@balcao/contract/endpoints/flows';
import { useState } from 'react';
import { formatDateTime, formatNumber } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, cx, StatusPill } from '../../../ui/index.ts';
import type { Editor } from '../editor/use-editor.ts';
import { RestoreQuestion, RollbackQuestion } from './version-questions.tsx';
import css from './versions.module.css';
import { versionTexts } from './versions.texts.ts';

interface VersionRowProps {
  editor: Editor;
  version: FlowVersion;
  isCompared: boolean;
  /** Absent on phones: without drawing there is nothing to compare or to restore. */
  onCompare: (() => void) | undefined;
}

export function VersionRow({ editor, version, isCompared, onCompare }: VersionRowProps) {
  const t = useTexts(versionTexts);
  const [asking, setAsking] = useState<'restore' | 'rollback' | null>(null);
  const { number, isLive, at, by, conversations } = version;
  const note = useNote(version.note);
  const close = () => setAsking(null);
  return (
    <li className={cx(css.row, isCompared && css.inComparison)}>
      <div className={css.rowHead}>
        <b>{t('version', { number })}</b>
        {isLive && <StatusPill tone="success">{t('live')}</StatusPill>}
        {conversations > 0 && (
          <span className={css.count}>
            {conversations === 1 ? t('oneConversation') : t('conversations', { count: formatNumber(conversations) })}
          </span>
        )}
      </div>
      <span className={css.by}>{t('by', { name: by?.name ?? t('someone'), time: formatDateTime(at) })}</span>
      {note && <p className={css.note}>{note}</p>}
      <div className={css.actions}>
        {onCompare && (
          <>
            <Button size="sm" aria-label={t('compareNamed', { number })} onClick={onCompare}>
              {t('compare')}
            </Button>
            <Button size="sm" aria-label={t('restoreNamed', { number })} onClick={() => setAsking('restore')}>
              {t('restore')}
            </Button>
          </>
        )}
        {!isLive && (
          <Button
            size="sm"
            icon="history"
            aria-label={t('rollbackNamed', { number })}
            onClick={() => setAsking('rollback')}
          >
            {t('rollback')}
          </Button>
        )}
      </div>
      {asking === 'restore' && <RestoreQuestion editor={editor} number={number} onClose={close} />}
      {asking === 'rollback' && <RollbackQuestion editor={editor} number={number} onClose={close} />}
    </li>
  );
}

/** Returning to a version leaves `v` and its number as the note. */
function useNote(note: string): string {
  const t = useTexts(versionTexts);
  const source = /^v(\d+)$/.exec(note)?.[1];
  return source === undefined ? note : t('noteOfVersion', { number: source });
}
