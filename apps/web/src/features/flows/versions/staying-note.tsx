import type { FlowVersion } from '@balcao/contract/endpoints/flows';
import { useState } from 'react';
import { useBringConversations } from '../../../entities/flows/flow-versions.api.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, ConfirmDialog, useToast } from '../../../ui/index.ts';
import type { Editor } from '../editor/use-editor.ts';
import { TOAST_MS } from '../list/toast-time.ts';
import css from './versions.module.css';
import { versionTexts } from './versions.texts.ts';

interface StayingNoteProps {
  editor: Editor;
  live: FlowVersion;
  versions: readonly FlowVersion[];
}

/** Conversations that began with an earlier version and are still there. */
export function StayingNote({ editor, live, versions }: StayingNoteProps) {
  const t = useTexts(versionTexts);
  const toast = useToast();
  const [isAsking, setIsAsking] = useState(false);
  const bring = useBringConversations();
  const staying = versions.filter(({ isLive, conversations }) => !isLive && conversations > 0);
  if (staying.length === 0 && !isAsking) return null;
  return (
    <div className={css.staying} role="note">
      <ul>
        {staying.map(({ number, conversations }) => (
          <li key={number}>
            {conversations === 1
              ? t('staysOne', { number })
              : t('stays', { count: formatNumber(conversations), number })}
          </li>
        ))}
      </ul>
      <Button size="sm" icon="arrow-r" onClick={() => setIsAsking(true)}>
        {t('bring')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('bringTitle', { number: live.number })}
          text={t('bringText')}
          verb={t('bring')}
          busy={bring.isPending}
          onConfirm={() =>
            bring.mutate(editor.flow.id, {
              onSuccess: ({ moved, stayed }) =>
                toast.done(
                  t('brought', { moved: formatNumber(moved), stayed: formatNumber(stayed) }),
                  undefined,
                  TOAST_MS,
                ),
              onError: toast.failed,
              onSettled: () => setIsAsking(false),
            })
          }
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  );
}
