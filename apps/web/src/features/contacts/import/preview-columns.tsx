import type { SpreadsheetPreview } from '@balcao/contract/endpoints/contact-spreadsheets';
import type { ImportError, RowOutcome } from '@balcao/domain/contact/import-types';
import { formatPhone } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { Checkbox, Chip, StatusPill, type Column } from '../../../ui/index.ts';
import css from './import.module.css';
import { importTexts, type ImportText } from './imports.texts.ts';

type Row = SpreadsheetPreview['rows'][number];

const outcomes: Record<RowOutcome, { text: ImportText; tone: 'success' | 'info' | 'neutral' | 'warn' | 'danger' }> = {
  create: { text: 'fateCreate', tone: 'success' },
  change: { text: 'fateChange', tone: 'info' },
  unchanged: { text: 'fateUnchanged', tone: 'neutral' },
  ignored: { text: 'fateIgnored', tone: 'warn' },
  invalid: { text: 'fateInvalid', tone: 'danger' },
  excluded: { text: 'fateExcluded', tone: 'neutral' },
};
const errorTexts: Record<ImportError, ImportText> = {
  noName: 'noNameFault',
  noNumber: 'noNumberFault',
  badNumber: 'badNumberFault',
  noAreaCode: 'noAreaCodeFault',
  unknownAreaCode: 'unknownAreaCodeFault',
  noCallingCode: 'noCallingCodeFault',
  badEmail: 'badEmailFault',
  tooLong: 'tooLongFault',
};

/** A row with errors stays out however it is ticked. */
const isImportable = ({ fate }: Row): boolean => fate !== 'ignored' && fate !== 'invalid';

export function usePreviewColumns({
  isIncluded,
  onToggle,
}: {
  isIncluded: (row: Row) => boolean;
  onToggle: (row: Row) => void;
}): Column<Row>[] {
  const t = useTexts(importTexts);
  return [
    {
      key: 'row',
      head: t('row'),
      width: '84px',
      firm: true,
      cell: (row) => (
        <Checkbox
          checked={isImportable(row) && isIncluded(row)}
          disabled={!isImportable(row)}
          aria-label={t('pickRow', { row: row.row })}
          onChange={() => onToggle(row)}
          label={<span className="faint num">{row.row}</span>}
        />
      ),
    },
    { key: 'name', head: t('name'), primary: true, cell: ({ name }) => name || '—' },
    {
      key: 'number',
      head: t('number'),
      firm: true,
      // An invalid number has no country, so it is shown as it is in the file.
      cell: ({ number, fate }) => (
        <span className="num">{(fate === 'invalid' ? number : formatPhone(number)) || '—'}</span>
      ),
    },
    { key: 'email', head: t('email'), spare: true, cell: ({ email }) => <span className="muted">{email || '—'}</span> },
    {
      key: 'tags',
      head: t('tags'),
      spare: true,
      cell: ({ tags }) =>
        tags.length > 0 && (
          <span className={css.tags}>
            {tags.map((tag) => (
              <Chip key={tag}>{tag}</Chip>
            ))}
          </span>
        ),
    },
    {
      key: 'fate',
      head: t('fate'),
      firm: true,
      cell: (row) => {
        const outcome = isIncluded(row) ? row.fate : 'excluded';
        return (
          <span className={css.fate}>
            <StatusPill tone={outcomes[outcome].tone}>{t(outcomes[outcome].text)}</StatusPill>
            {outcome !== 'excluded' && (
              <span className={css.why}>
                {[
                  ...row.faults.map((code) => t(errorTexts[code])),
                  ...row.changes.map(({ field, label, from, to }) =>
                    t('change', { field: label || t(field), from: from || t('nothing'), to }),
                  ),
                ].join(' · ')}
              </span>
            )}
          </span>
        );
      },
    },
  ];
}
