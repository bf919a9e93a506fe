import { fieldErrors, fieldRules } from '@balcao/contract/errors/fields';
import { SandboxAction } from '@balcao/contract/endpoints/sandbox';
import { useState, type FormEvent } from 'react';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { DateField } from '../../ui/date-field.tsx';
import { Button, Dialog, DialogCancel, FieldRow, TextArea, TextField, TimeField } from '../../ui/index.ts';
import { phoneTexts } from './phone.texts.ts';
import { sendForms, type SendForm } from './send-forms.ts';
import { useSandboxActions, type Player } from './use-sandbox-actions.ts';

interface SendDialogProps extends Player {
  kind: SendForm;
  memberId: string | undefined;
  onClose: () => void;
}

/** Prefilled, so that Enter sends a sample. */
export function SendDialog({ kind, connection, customer, memberId, onClose }: SendDialogProps) {
  const t = useTexts(phoneTexts);
  const language = useLanguage();
  const { perform, busy } = useSandboxActions(connection);
  const { title, fields, toAction: buildAction } = sendForms[kind];
  const [formError, setFormError] = useState<string | null>(null);
  const [typed, setTyped] = useState(() =>
    Object.fromEntries(fields.map(({ name, start, kind: of }) => [name, of === 'moment' ? tomorrow() : start])),
  );

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const read = SandboxAction.safeParse(
      attempt(() => buildAction(typed, { customerId: customer.id, memberId })),
      {
        reportInput: true,
      },
    );
    if (!read.success) return setFormError(fieldRules[fieldErrors(read.error.issues)[0]?.rule ?? 'invalid'][language]);
    if (await perform(read.data)) onClose();
  };
  const bind = (name: string) => ({
    value: typed[name] ?? '',
    onChange: (event: { target: { value: string } }) => {
      setFormError(null);
      setTyped({ ...typed, [name]: event.target.value });
    },
  });

  return (
    <Dialog
      title={t(title)}
      width={440}
      onClose={onClose}
      onSubmit={(event) => void submit(event)}
      footer={
        <>
          <DialogCancel />
          <Button kind="primary" type="submit" icon="send" busy={busy}>
            {t('sendIt')}
          </Button>
        </>
      }
    >
      {fields.map(({ name, label, kind: of }, at) => {
        const errorProps = at === fields.length - 1 ? { error: formError } : {};
        if (of === 'moment')
          return <MomentFields key={name} label={t(label)} value={typed[name] ?? ''} onChange={bind(name).onChange} />;
        return of === 'lines' ? (
          <TextArea key={name} label={t(label)} {...bind(name)} {...errorProps} />
        ) : (
          <TextField
            key={name}
            label={t(label)}
            type="text"
            inputMode={of === 'number' ? 'decimal' : undefined}
            {...bind(name)}
            {...errorProps}
          />
        );
      })}
    </Dialog>
  );
}

interface MomentProps {
  label: string;
  /** Local time without a zone: yyyy-mm-ddThh:mm. */
  value: string;
  onChange: (event: { target: { value: string } }) => void;
}

function MomentFields({ label, value, onChange }: MomentProps) {
  const t = useTexts(phoneTexts);
  const [date = '', time = ''] = value.split('T');
  const change = (moment: string) => onChange({ target: { value: moment } });
  return (
    <FieldRow>
      <DateField label={label} value={date} onChange={(event) => change(`${event.target.value}T${time}`)} />
      <TimeField label={t('time')} value={time} onChange={(event) => change(`${date}T${event.target.value}`)} />
    </FieldRow>
  );
}

/** An invalid date throws; the schema then reports the missing action. */
function attempt<T>(create: () => T): T | undefined {
  try {
    return create();
  } catch {
    return undefined;
  }
}

/** Local time without a zone. */
function tomorrow(): string {
  const day = new Date(Date.now() + 86_400_000);
  day.setHours(10, 0, 0, 0);
  return new Date(+day - day.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
