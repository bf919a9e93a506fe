/** Replaces the filters while contacts are selected: their number and what can be done with all of them. */
import { useCan } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { formatNumber } from '../../lib/format.ts';
import { Button, IconButton } from '../../ui/index.ts';
import type { BulkAction } from './bulk-dialog.tsx';
import { bulkTexts } from './bulk.texts.ts';
import css from './contacts.module.css';
import type { ContactSelection } from './use-selection.ts';

export function BulkBar({
  selection,
  onAction,
}: {
  selection: ContactSelection;
  onAction: (action: BulkAction) => void;
}) {
  const t = useTexts(bulkTexts);
  const canRemove = useCan('contact.delete');
  const count = selection.contacts.length;
  return (
    <div className={css.bulk} role="toolbar" aria-label={t('selection')}>
      <span role="status">{count === 1 ? t('selectedOne') : t('selected', { count: formatNumber(count) })}</span>
      <Button icon="tag" onClick={() => onAction('tag')}>
        {t('addTags')}
      </Button>
      <Button icon="ban" onClick={() => onAction('block')}>
        {t('block')}
      </Button>
      {canRemove && (
        <Button icon="trash" kind="danger-ghost" onClick={() => onAction('remove')}>
          {t('remove')}
        </Button>
      )}
      <IconButton icon="x" label={t('clear')} onClick={selection.clear} />
    </div>
  );
}
