/** A broken screen leaves the menu usable. */
import { Component, type ReactNode } from 'react';
import { useTexts } from '../lib/use-texts.ts';
import { Button, EmptyState } from '../ui/index.ts';
import { appTexts } from './app.texts.ts';

export class ErrorBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    return this.state.broken ? <ScreenFailed onRetry={() => this.setState({ broken: false })} /> : this.props.children;
  }
}

export function ScreenFailed({ onRetry }: { onRetry: () => void }) {
  const t = useTexts(appTexts);
  return (
    <div role="alert">
      <EmptyState
        icon="alert"
        title={t('screenFailed')}
        text={t('screenFailedText')}
        action={
          <>
            <Button onClick={onRetry}>{t('retry')}</Button>{' '}
            {/* After an update an open page may request files that no longer exist: only a reload helps. */}
            <Button kind="ghost" onClick={() => location.reload()}>
              {t('reload')}
            </Button>
          </>
        }
      />
    </div>
  );
}
