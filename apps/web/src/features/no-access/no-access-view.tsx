import { useTexts } from '../../lib/use-texts.ts';
import { EmptyState } from '../../ui/index.ts';
import { WayBack } from './dead-ends.tsx';
import { noAccessTexts } from './no-access.texts.ts';

/** Shown inside the shell for a screen the user may not open. */
export function NoAccessView() {
  const t = useTexts(noAccessTexts);
  return <EmptyState isPageTitle icon="lock" title={t('title')} text={t('text')} action={<WayBack />} />;
}
