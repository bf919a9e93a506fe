import { useRef, useState } from 'react';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, FieldRow, Icon, TextArea, TextField } from '../../ui/index.ts';
import { formTexts } from './connection-form.texts.ts';
import type { ConnectionForm } from './connection-form.ts';
import css from './connection-dialog.module.css';

/** A holiday may be entered late, but not for a time long past. */
const DAYS_BACK = 10;

interface ConnectionMessagesProps {
  form: ConnectionForm;
  /** The greeting's file as it will be once the form is saved. */
  fileName: string | null;
  onFile: (file: File | null) => void;
}

export function ConnectionMessages({ form, fileName, onFile }: ConnectionMessagesProps) {
  const t = useTexts(formTexts);
  const manyQueues = (form.watch('queueIds') ?? []).length > 1;
  const hasVacation = form.watch('collectiveVacationMessage') !== '';
  const [earliest] = useState(() => new Date(Date.now() - DAYS_BACK * 86_400_000).toISOString().slice(0, 10));
  return (
    <>
      <TextArea label={t('greeting')} required={manyQueues} {...form.text('greetingMessage')} />
      <GreetingFile fileName={fileName} onFile={onFile} />
      <TextArea label={t('farewell')} rows={3} {...form.text('complationMessage')} />
      <TextArea label={t('outOfHours')} rows={3} {...form.text('outOfHoursMessage')} />
      <h3 className={css.heading}>{t('vacation')}</h3>
      <TextArea
        label={t('vacationMessage')}
        hint={t('vacationHint')}
        rows={3}
        {...form.text('collectiveVacationMessage')}
      />
      <FieldRow>
        <TextField
          label={t('from')}
          type="date"
          min={earliest}
          required={hasVacation}
          {...form.text('collectiveVacationStart')}
        />
        <TextField
          label={t('until')}
          type="date"
          min={earliest}
          required={hasVacation}
          {...form.text('collectiveVacationEnd')}
        />
      </FieldRow>
    </>
  );
}

function GreetingFile({ fileName, onFile }: Pick<ConnectionMessagesProps, 'fileName' | 'onFile'>) {
  const t = useTexts(formTexts);
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={css.file}>
      <Icon name="clip" size={16} />
      <span className={fileName ? 'cut' : 'faint'}>{fileName ?? t('noFile')}</span>
      <Button size="sm" icon="upload" onClick={() => input.current?.click()}>
        {t(fileName ? 'changeFile' : 'chooseFile')}
      </Button>
      {fileName && (
        <Button size="sm" kind="danger-ghost" onClick={() => onFile(null)}>
          {t('removeFile')}
        </Button>
      )}
      <input
        ref={input}
        type="file"
        className="sr"
        tabIndex={-1}
        aria-label={t('file')}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) onFile(file);
          // The same file may be chosen again after it was removed.
          event.target.value = '';
        }}
      />
    </div>
  );
}
