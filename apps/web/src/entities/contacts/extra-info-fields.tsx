import { useTexts } from '../../lib/use-texts.ts';
import { Button, IconButton, TextField } from '../../ui/index.ts';
import css from './extra-info-fields.module.css';
import { contactTexts } from './contact.texts.ts';

interface Row {
  name: string;
  value: string;
}
const MAX_FIELDS = 50;

/** Additional data of a contact, in rows with names chosen by the company. */
export function ExtraInfoFields({
  rows,
  onChange,
  errorAt,
}: {
  rows: readonly Row[];
  onChange: (rows: Row[]) => void;
  errorAt?: (at: number, part: keyof Row) => string | undefined;
}) {
  const t = useTexts(contactTexts);
  const change = (at: number, part: Partial<Row>) =>
    onChange(rows.map((row, index) => (index === at ? { ...row, ...part } : row)));
  return (
    <fieldset className={css.fields}>
      <legend>{t('extra')}</legend>
      {rows.map((row, at) => (
        // Rows have no id, and two may be empty at once: the index is the key.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={at} className={css.row}>
          <TextField
            label={t('field')}
            value={row.name}
            maxLength={100}
            error={errorAt?.(at, 'name')}
            onChange={(event) => change(at, { name: event.target.value })}
          />
          <TextField
            label={t('value')}
            value={row.value}
            maxLength={1000}
            error={errorAt?.(at, 'value')}
            onChange={(event) => change(at, { value: event.target.value })}
          />
          <IconButton
            icon="trash"
            label={t('removeField')}
            onClick={() => onChange(rows.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      {rows.length < MAX_FIELDS && (
        <Button size="sm" icon="plus" onClick={() => onChange([...rows, { name: '', value: '' }])}>
          {t('addField')}
        </Button>
      )}
    </fieldset>
  );
}
