import { useTexts } from '../../lib/use-texts.ts';
import { Button } from '../../ui/index.ts';
import css from './bot.module.css';
import { testerTexts } from './tester.texts.ts';

/** Opens and closes the tester. On a phone only the icon fits. */
export function TryButton({ pressed, onClick }: { pressed: boolean; onClick: () => void }) {
  const t = useTexts(testerTexts);
  return (
    <Button size="sm" icon="play" aria-label={t('title')} aria-pressed={pressed} className={css.try} onClick={onClick}>
      <span>{t('title')}</span>
    </Button>
  );
}
