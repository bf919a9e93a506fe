import { useRef, useState } from 'react';
import { MessageField } from '../../entities/variables/message-field.tsx';
import { botVariables } from '../../entities/variables/variables.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { DateField } from '../../ui/date-field.tsx';
import { Button, FieldRow, FileInput, Icon } from '../../ui/index.ts';
import { formTexts } from './connection-form.texts.ts';
import { earliestVacation, type ConnectionForm } from './connection-form.ts';
import css from './connection-dialog.module.css';

interface ConnectionMessagesProps {
  form: ConnectionForm;
  /** With business hours by connection, the out-of-hours message is required. */
  hasHours: boolean;
  /** Name of the greeting file after saving. */
  fileName: string | null;
  onFile: (file: File | null) => void;
}

export function ConnectionMessages({ form, hasHours, fileName, onFile }: ConnectionMessagesProps) {
  const t = useTexts(formTexts);
  const manyQueues = (form.watch('queueIds') ?? []).length > 1;
  const hasVacation = form.watch('collectiveVacationMessage') !== '';
  const [earliest] = useState(earliestVacation);
  return (
    <>
      <MessageField
        label={t('greeting')}
        required={manyQueues}
        rows={3}
        variables={botVariables}
        {...form.message('greetingMessage')}
      />
      <GreetingFile fileName={fileName} onFile={onFile} />
      <MessageField label={t('farewell')} rows={3} {...form.message('complationMessage')} />
      <MessageField
        label={t('outOfHours')}
        required={hasHours}
        rows={3}
        variables={botVariables}
        {...form.message('outOfHoursMessage')}
      />
      <h3 className={css.heading}>{t('vacation')}</h3>
      <MessageField
        label={t('vacationMessage')}
        hint={t('vacationHint')}
        rows={3}
        variables={botVariables}
        {...form.message('collectiveVacationMessage')}
      />
      <FieldRow>
        <DateField label={t('from')} min={earliest} required={hasVacation} {...form.date('collectiveVacationStart')} />
        <DateField label={t('until')} min={earliest} required={hasVacation} {...form.date('collectiveVacationEnd')} />
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
      <FileInput inputRef={input} label={t('file')} onFile={onFile} />
    </div>
  );
}
