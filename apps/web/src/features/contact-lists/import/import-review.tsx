/** Columns of the spreadsheet with their fields, its first rows, and what saving would do. */
import type {
  ContactImport,
  SpreadsheetMapping,
  SpreadsheetPreview,
} from '@balcao/contract/endpoints/contact-spreadsheets';
import { validateMapping } from '@balcao/domain/contact/spreadsheet-mapping';
import type { SpreadsheetField } from '@balcao/domain/contact/import-types';
import type { useImportPreview } from '../../../entities/contact-spreadsheets/imports.api.ts';
import { errorText } from '../../../lib/error-text.ts';
import { formatNumber, formatPhone } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/language.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import {
  Button,
  Checkbox,
  type Column,
  Icon,
  InfiniteTable,
  SelectField,
  Skeleton,
  StatusPill,
  SwitchRow,
} from '../../../ui/index.ts';
import { importTexts, type ImportText } from './imports.texts.ts';
import css from './import.module.css';

type Row = SpreadsheetPreview['rows'][number];
type Choice = SpreadsheetField | 'ignore';
const choices = ['name', 'number', 'email', 'optOut', 'ignore'] as const;

interface ImportReviewProps {
  contactImport: ContactImport;
  mapping: SpreadsheetMapping;
  preview: ReturnType<typeof useImportPreview>;
  onMapping: (mapping: SpreadsheetMapping) => void;
  onChangeFile: () => void;
}

export function ImportReview({ contactImport, mapping, preview, onMapping, onChangeFile }: ImportReviewProps) {
  const t = useTexts(importTexts);
  const language = useLanguage();
  const { columns, fileName, rows } = contactImport;
  const fieldOf = (column: number): Choice =>
    mapping.columns.find((mapped) => mapped.column === column)?.field ?? 'ignore';
  const map = (column: number, field: Choice) =>
    onMapping({
      ...mapping,
      // A field belongs to one column: choosing it elsewhere moves it.
      columns: [
        ...mapping.columns.filter((mapped) => mapped.column !== column && mapped.field !== field),
        ...(field === 'ignore' ? [] : [{ column, field, label: '' }]),
      ],
    });
  const mappingError = validateMapping(
    mapping,
    columns.map(({ header }) => header),
  );
  const first = preview.data?.pages[0];
  return (
    <div className={css.review}>
      <div className={css.fileRow}>
        <Icon name="file" size={20} />
        <span className={css.fileTexts}>
          <b className="cut">{fileName}</b>
          <span className="muted">{t('rows', { count: formatNumber(rows) })}</span>
        </span>
        <Button size="sm" onClick={onChangeFile}>
          {t('change')}
        </Button>
      </div>
      <ul className={css.columns} aria-label={t('stepColumns')}>
        {columns.map(({ column, header, samples }) => (
          <li key={column}>
            <SelectField
              label={t('columnIs', { header })}
              options={choices.map((value) => ({ value, label: t(value) }))}
              value={fieldOf(column) as (typeof choices)[number]}
              onChange={(field) => map(column, field)}
            />
            <span className={css.sample}>{samples.find(Boolean) ?? '—'}</span>
          </li>
        ))}
      </ul>
      <Checkbox
        label={t('hasHeader')}
        checked={mapping.hasHeader}
        onChange={(event) => onMapping({ ...mapping, hasHeader: event.target.checked })}
      />
      {mappingError ? (
        <p className={css.fault} role="alert">
          <Icon name="alert" size={16} />
          {errorText(mappingError, language)}
        </p>
      ) : (
        <>
          {first && !first.isWhole && (
            <p className="muted">
              {t('partial', { looked: formatNumber(first.counts.rows), rows: formatNumber(rows) })}
            </p>
          )}
          <InfiniteTable
            label={t('preview')}
            rows={preview.data?.pages.flatMap((page) => page.rows) ?? []}
            rowKey={({ row }) => row}
            columns={rowColumns(t)}
            hasMore={preview.hasNextPage}
            onMore={() => void (preview.isFetching || preview.fetchNextPage())}
            loading={preview.isPending || preview.isFetchingNextPage}
            error={preview.error && errorText(preview.error, language)}
            onRetry={() => void preview.refetch()}
            empty={{ icon: 'file', title: t('rows', { count: 0 }) }}
          />
        </>
      )}
    </div>
  );
}

const fates = {
  create: { text: 'fateCreate', tone: 'success' },
  change: { text: 'fateChange', tone: 'info' },
  unchanged: { text: 'fateUnchanged', tone: 'neutral' },
  excluded: { text: 'fateExcluded', tone: 'neutral' },
} as const;

const rowColumns = (t: (text: ImportText) => string): Column<Row>[] => [
  { key: 'row', head: t('row'), width: '60px', cell: ({ row }) => <span className="faint num">{row}</span> },
  { key: 'name', head: t('name'), primary: true, cell: ({ name }) => name || '—' },
  {
    key: 'number',
    head: t('number'),
    firm: true,
    // An invalid number has no country, so it is shown as it is in the file.
    cell: ({ number, fate }) => (
      <span className="num">{(fate === 'invalid' || fate === 'ignored' ? number : formatPhone(number)) || '—'}</span>
    ),
  },
  { key: 'email', head: t('email'), spare: true, cell: ({ email }) => <span className="muted">{email || '—'}</span> },
  {
    key: 'result',
    head: t('result'),
    firm: true,
    cell: ({ fate, faults }) =>
      fate === 'ignored' || fate === 'invalid' ? (
        <StatusPill tone={fate === 'ignored' ? 'warn' : 'danger'}>
          {faults.map((fault) => t(fault)).join(', ')}
        </StatusPill>
      ) : (
        <StatusPill tone={fates[fate].tone}>{t(fates[fate].text)}</StatusPill>
      ),
  },
];

interface ReviewSummaryProps {
  counts: SpreadsheetPreview['counts'] | undefined;
  updateNames: boolean;
  onUpdateNames: (on: boolean) => void;
}

/** Each subtraction is a row. */
export function ReviewSummary({ counts, updateNames, onUpdateNames }: ReviewSummaryProps) {
  const t = useTexts(importTexts);
  const rows: [text: ImportText, count: number | undefined][] = [
    ['withFault', counts?.invalid],
    ['withoutName', counts?.ignored],
    ['already', counts?.unchanged],
  ];
  const value = (count: number | undefined, sign = '') =>
    count === undefined ? <Skeleton width={32} /> : `${count > 0 ? sign : ''}${formatNumber(count)}`;
  return (
    <div className={css.summary} aria-busy={counts === undefined}>
      <h3>{t('happens')}</h3>
      <dl>
        <div>
          <dt>{t('rowsInFile')}</dt>
          <dd>{value(counts?.rows)}</dd>
        </div>
        {rows.map(([text, count]) => (
          <div key={text}>
            <dt>{t(text)}</dt>
            <dd>{value(count, '−')}</dd>
          </div>
        ))}
        {updateNames && (
          <div>
            <dt>{t('renamed')}</dt>
            <dd>{value(counts?.changed)}</dd>
          </div>
        )}
        <div className={css.total}>
          <dt>{t('newContacts')}</dt>
          <dd>{value(counts?.created)}</dd>
        </div>
      </dl>
      <SwitchRow label={t('updateNames')} checked={updateNames} onChange={onUpdateNames} />
    </div>
  );
}
