/** Exports the filtered contacts or all of them as a spreadsheet. */
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useExport } from '../../entities/contact-spreadsheets/exports.api.ts';
import { isFiltered, type ContactFilters } from '../../entities/contacts/contact-lists.ts';
import { useCompanySetting } from '../../entities/settings/company-setting.ts';
import { formatNumber } from '../../lib/format.ts';
import { useCan } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, Dialog, DialogCancel, Segments, SwitchRow, useToast } from '../../ui/index.ts';
import css from './contacts.module.css';
import { spreadsheetTexts } from './spreadsheets.texts.ts';

const allContacts: ContactFilters = { search: '', tagIds: [] };

export function ExportDialog({ filters, onClose }: { filters: ContactFilters; onClose: () => void }) {
  const t = useTexts(spreadsheetTexts);
  const toast = useToast();
  const making = useExport();
  const [isOnlyFiltered, setOnlyFiltered] = useState(isFiltered(filters));
  const [withNumbers, setWithNumbers] = useState(false);
  const [rows, setRows] = useState(0);
  const canReveal = useCan('contact.reveal-number');
  const isHiding = useHiding();
  // Aborts the wait for the file when the dialog closes.
  const waiting = useRef<AbortController | null>(null);
  useEffect(() => () => waiting.current?.abort(), []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { signal } = (waiting.current = new AbortController());
    making.mutate(
      { filters: isOnlyFiltered ? filters : allContacts, withNumbers, signal, onRows: setRows },
      {
        onSuccess: (url) => {
          fetchFile(url);
          toast.done(t('exported'));
          onClose();
        },
        onError: (error) => {
          if (!signal.aborted) toast.failed(error);
        },
      },
    );
  };
  return (
    <Dialog
      title={t('exportSheet')}
      width={440}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <DialogCancel />
          <Button kind="primary" icon="download" type="submit" busy={making.isPending}>
            {t('export')}
          </Button>
        </>
      }
    >
      {isFiltered(filters) && (
        <Segments
          full
          label={t('whom')}
          segments={[
            { key: 'some', label: t('filtered') },
            { key: 'all', label: t('everybody') },
          ]}
          value={isOnlyFiltered ? 'some' : 'all'}
          onChange={(key) => setOnlyFiltered(key === 'some')}
        />
      )}
      <p className={css.text}>{t('exportText')}</p>
      {isHiding && canReveal ? (
        <SwitchRow
          label={t('withNumbers')}
          text={t('withNumbersText')}
          checked={withNumbers}
          onChange={setWithNumbers}
        />
      ) : (
        <p className={css.text}>{t('audited')}</p>
      )}
      <p className={css.text} role="status">
        {making.isPending && (rows === 0 ? t('exporting') : t('exportingRows', { rows: formatNumber(rows) }))}
      </p>
    </Dialog>
  );
}

function useHiding(): boolean {
  const isLgpd = useCompanySetting('enableLGPD') === 'enabled';
  return useCompanySetting('lgpdHideNumber') === 'enabled' && isLgpd;
}

function fetchFile(url: string): void {
  const link = document.createElement('a');
  Object.assign(link, { href: url, download: '' });
  link.click();
}
