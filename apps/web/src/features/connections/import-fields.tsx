import { useState } from 'react';
import { useQueues } from '../../entities/queues/queues.api.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { DateField } from '../../ui/date-field.tsx';
import { FieldRow, SelectField, SwitchRow } from '../../ui/index.ts';
import css from './connection-dialog.module.css';
import type { ConnectionForm } from './connection-form.ts';
import { dayOf, earliestImport } from './import-rules.ts';
import { importTexts } from './import.texts.ts';

/** Date range, queue and options of an import of old messages. */
export function ImportFields({ form }: { form: ConnectionForm }) {
  const t = useTexts(importTexts);
  const { data: queues = [] } = useQueues();
  const [today] = useState(() => dayOf(new Date()));
  const [earliest] = useState(earliestImport);
  const isOn = form.watch('isImporting');
  return (
    <div>
      <SwitchRow label={t('imports')} text={t('importsText')} {...form.toggle('isImporting')} />
      {isOn && (
        <div className={css.unfolded}>
          <FieldRow>
            <DateField label={t('from')} required min={earliest} max={today} {...form.text('importOldMessages')} />
            <DateField label={t('until')} required min={earliest} max={today} {...form.text('importRecentMessages')} />
          </FieldRow>
          <SelectField
            label={t('queue')}
            required
            options={queues.map(({ id, name, color }) => ({ value: id, label: name, color }))}
            value={Number(form.watch('queueIdImportMessages')) || null}
            onChange={(id) => form.set('queueIdImportMessages')(id)}
            error={form.error('queueIdImportMessages')}
          />
          <div>
            <SwitchRow label={t('groups')} {...form.toggle('importOldMessagesGroups')} />
            <SwitchRow label={t('closes')} text={t('closesText')} {...form.toggle('closedTicketsPostImported')} />
          </div>
        </div>
      )}
    </div>
  );
}
