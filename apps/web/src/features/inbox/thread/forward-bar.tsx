import { Suspense, useState } from 'react';
import { lazyPart } from '../../../lib/lazy-part.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, useToast } from '../../../ui/index.ts';
import { useConversation } from '../conversation/conversation-state.tsx';
import css from './forward.module.css';
import { forwardTexts } from './thread.texts.ts';

/** The server's limit. */
const MAX_MESSAGES = 50;
const ForwardDialog = lazyPart(() => import('./forward-dialog.tsx').then((module) => module.ForwardDialog));

/** Replaces the composer while messages are selected. */
export function ForwardBar() {
  const t = useTexts(forwardTexts);
  const toast = useToast();
  const { picked, pick } = useConversation();
  const [isDialogOpen, setDialogOpen] = useState(false);
  if (picked === null) return null;
  const openDialog = () => {
    if (picked.size === 0) return toast.failed(t('noMessages'));
    if (picked.size > MAX_MESSAGES) return toast.failed(t('tooMany', { count: MAX_MESSAGES }));
    setDialogOpen(true);
  };
  return (
    <div className={css.bar} role="toolbar" aria-label={t('title')}>
      <span className={css.count} aria-live="polite">
        {picked.size === 1 ? t('onePicked') : t('picked', { count: picked.size })}
      </span>
      <Button kind="ghost" onClick={() => pick(null)}>
        {t('cancel')}
      </Button>
      <Button kind="primary" icon="forward" onClick={openDialog}>
        {t('forward')}
      </Button>
      {isDialogOpen && (
        <Suspense fallback={null}>
          <ForwardDialog
            messageIds={[...picked].toSorted((a, b) => a - b)}
            onDone={() => pick(null)}
            onClose={() => setDialogOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
