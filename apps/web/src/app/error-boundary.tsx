/** One broken screen must not take the menu with it. */
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
            {/* After a new version is published an open page may ask for files that are gone: only a reload helps then. */}
            <Button kind="ghost" onClick={() => location.reload()}>
              {t('reload')}
            </Button>
          </>
        }
      />
    </div>
  );
}
