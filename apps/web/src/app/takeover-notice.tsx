import { Modal } from '@mantine/core';
import { useTakeover } from '../lib/live.tsx';
import { useTexts } from '../lib/use-texts.ts';
import { EmptyState } from '../ui/index.ts';
import { appTexts } from './app.texts.ts';
import css from './takeover-notice.module.css';

/** Covers everything: what is below belongs to a session that no longer counts. lib/live reloads the page a second later. */
export function TakeoverNotice() {
  const t = useTexts(appTexts);
  if (!useTakeover()) return null;
  return (
    <Modal.Root opened onClose={() => {}} closeOnEscape={false} closeOnClickOutside={false} fullScreen zIndex="calc(var(--z-toast) + 1)" transitionProps={{ duration: 0 }}>
      <Modal.Content classNames={{ content: css.page }} role="alertdialog" aria-label={t('takenTitle')}>
        <EmptyState icon="device" title={t('takenTitle')} text={t('takenText')} />
      </Modal.Content>
    </Modal.Root>
  );
}
