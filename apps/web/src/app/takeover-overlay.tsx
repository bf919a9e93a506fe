import { useTakeover } from '../lib/topics.tsx';
import { useTexts } from '../lib/use-texts.ts';
import { EmptyState, Window } from '../ui/index.ts';
import { appTexts } from './app.texts.ts';

/** Covers the page: its session has ended. lib/topics reloads the page a second later. */
export function TakeoverOverlay() {
  const t = useTexts(appTexts);
  if (!useTakeover()) return null;
  return (
    <Window onClose={() => {}} closable={false} shape="full" label={t('takenTitle')}>
      <div role="alert">
        <EmptyState icon="device" title={t('takenTitle')} text={t('takenText')} />
      </div>
    </Window>
  );
}
