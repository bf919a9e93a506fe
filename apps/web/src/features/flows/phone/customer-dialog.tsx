import { useState } from 'react';
import { ExtraInfoFields } from '../../../entities/contacts/extra-info-fields.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import {
  Button,
  Dialog,
  DialogCancel,
  FieldRow,
  SelectField,
  SwitchRow,
  TextField,
  TimeField,
} from '../../../ui/index.ts';
import { DateField } from '../../../ui/date-field.tsx';
import { testTexts } from './phone.texts.ts';
import type { Customer } from './use-test-run.ts';

const channels = { whatsapp: 'WhatsApp', whatsappapi: 'WhatsApp API', facebook: 'Facebook', instagram: 'Instagram' };
const NOON = '12:00';

/** The invented customer of the test; another one starts the test again. */
export function CustomerDialog({
  customer,
  startsAt,
  onSave,
  onClose,
}: {
  customer: Customer;
  startsAt: string;
  onSave: (customer: Customer, startsAt: string) => void;
  onClose: () => void;
}) {
  const t = useTexts(testTexts);
  const [draft, setDraft] = useState(customer);
  const [tags, setTags] = useState(customer.tags.join(', '));
  const [fields, setFields] = useState(() => Object.entries(customer.fields).map(([name, value]) => ({ name, value })));
  const [[day = '', time = ''], setMoment] = useState(() => startsAt.split('T'));
  const set = (change: Partial<Customer>) => setDraft((now) => ({ ...now, ...change }));
  return (
    <Dialog
      title={t('customer')}
      onClose={onClose}
      width={440}
      onSubmit={(event) => {
        event.preventDefault();
        const names = tags.split(',').map((name) => name.trim());
        const named = fields.map(({ name, value }) => [name.trim(), value] as const).filter(([name]) => name !== '');
        const changed = {
          ...draft,
          name: draft.name.trim() || customer.name,
          tags: names.filter(Boolean),
          fields: Object.fromEntries(named),
        };
        onSave(changed, day === '' ? '' : `${day}T${time || NOON}`);
        onClose();
      }}
      footer={
        <>
          <DialogCancel />
          <Button kind="primary" type="submit">
            {t('apply')}
          </Button>
        </>
      }
    >
      <TextField
        label={t('name')}
        maxLength={100}
        value={draft.name}
        onChange={(event) => set({ name: event.target.value })}
      />
      <SelectField
        label={t('channel')}
        options={(Object.keys(channels) as Customer['channel'][]).map((value) => ({ value, label: channels[value] }))}
        value={draft.channel}
        onChange={(channel) => set({ channel })}
      />
      <TextField
        label={t('email')}
        maxLength={100}
        value={draft.email}
        onChange={(event) => set({ email: event.target.value })}
      />
      <TextField label={t('tags')} value={tags} onChange={(event) => setTags(event.target.value)} />
      <ExtraInfoFields rows={fields} onChange={setFields} />
      <FieldRow>
        <DateField label={t('day')} value={day} onChange={(event) => setMoment([event.target.value, time])} />
        <TimeField label={t('time')} value={time} onChange={(event) => setMoment([day, event.target.value])} />
      </FieldRow>
      <SwitchRow
        label={t('firstContact')}
        checked={draft.isFirstContact}
        onChange={(isFirstContact) => set({ isFirstContact })}
      />
    </Dialog>
  );
}
