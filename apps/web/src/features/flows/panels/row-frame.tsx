import type { ReactNode } from 'react';
import { useTexts } from '../../../lib/use-texts.ts';
import { IconButton } from '../../../ui/index.ts';
import css from './panels.module.css';
import { panelTexts } from './panel.texts.ts';

/** One of several rows of fields, with a remove button. */
export function RowFrame({
  title,
  onRemove,
  children,
}: {
  title: string;
  onRemove: (() => void) | undefined;
  children: ReactNode;
}) {
  const t = useTexts(panelTexts);
  return (
    <section className={css.block} aria-label={title}>
      <div className={css.blockHead}>
        <b>{title}</b>
        {onRemove && <IconButton icon="x" label={t('removeRow', { row: title })} onClick={onRemove} />}
      </div>
      {children}
    </section>
  );
}
