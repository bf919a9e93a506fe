import { useTexts } from '../../lib/use-texts.ts';
import { EmptyState } from '../../ui/index.ts';
import { noAccessTexts } from './no-access.texts.ts';

/** Inside the shell, where a screen exists but is not for this person. */
export function NoAccessView() {
  const t = useTexts(noAccessTexts);
  return <EmptyState icon="lock" title={t('title')} text={t('text')} />;
}
