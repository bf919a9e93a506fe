/** Creates, changes or shows a scheduled message. */
import type { Contact } from '@balcao/contract/endpoints/contacts';
import type { Schedule } from '@balcao/contract/endpoints/schedules';
import { can } from '@balcao/domain/policy/policy';
import { useState } from 'react';
import { useConnections } from '../../entities/connections/connections.api.ts';
import { zoneName } from '../../entities/hours/zone-name.ts';
import { useCompanyHours } from '../../entities/settings/company-hours.api.ts';
import { useSchedule } from '../../entities/schedules/schedules.api.ts';
import { MessageField } from '../../entities/variables/message-field.tsx';
import { errorText } from '../../lib/error-text.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useSession } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import {
  Avatar,
  Button,
  Dialog,
  DialogCancel,
  ErrorState,
  FieldRow,
  SelectField,
  Skeleton,
  SwitchRow,
  type Pickable,
} from '../../ui/index.ts';
import { pictureOf } from '../../entities/contacts/contact-picture.ts';
import { ContactPick, pickedContact } from '../../entities/contacts/contact-pick.tsx';
import css from './dialog.module.css';
import { dialogTexts } from './dialog.texts.ts';
import { DateFields, TemplateFields, TicketFields } from './form-fields.tsx';
import { datesOf, NextDates } from './next-dates.tsx';
import { RemoveSchedule } from './remove-schedule.tsx';
import { ScheduleDetails } from './schedule-details.tsx';
import { newValues, NONE, valuesOf } from './schedule-form.ts';
import { ScheduleImage } from './schedule-image.tsx';
import { useScheduleForm } from './use-schedule-form.ts';

export type OpenSchedule = { id: number } | { day?: string; contact?: Contact };

export function ScheduleDialog({ open, onClose }: { open: OpenSchedule; onClose: () => void }) {
  const t = useTexts(dialogTexts);
  const language = useLanguage();
  const { actor } = useSession();
  const [isAgain, setIsAgain] = useState(false);
  const id = 'id' in open ? open.id : undefined;
  const { data: schedule, error, refetch } = useSchedule(id);
  if (id === undefined) {
    const { day, contact } = open as { day?: string; contact?: Contact };
    return <ScheduleForm contact={contact && pickedContact(contact)} day={day} onClose={onClose} />;
  }
  if (!schedule)
    return (
      <Dialog title={t('details')} onClose={onClose}>
        {error ? (
          <ErrorState text={errorText(error, language)} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={240} />
        )}
      </Dialog>
    );
  if (isAgain) return <ScheduleForm copied={schedule} contact={contactOf(schedule)} onClose={onClose} />;
  const canChange = schedule.status !== 'ENVIADA' && can(actor, 'schedule.change', schedule);
  return canChange ? (
    <ScheduleForm schedule={schedule} contact={contactOf(schedule)} onClose={onClose} />
  ) : (
    <ScheduleDetails schedule={schedule} onAgain={() => setIsAgain(true)} onClose={onClose} />
  );
}

const contactOf = ({ contact }: Schedule): Pickable | undefined =>
  contact
    ? {
        id: contact.id,
        label: contact.name,
        mark: <Avatar name={contact.name} src={pictureOf(contact.urlPicture)} size={28} />,
      }
    : undefined;

interface ScheduleFormProps {
  schedule?: Schedule;
  /** Values of a sent one, for a new one. */
  copied?: Schedule;
  contact?: Pickable | undefined;
  day?: string | undefined;
  onClose: () => void;
}

function ScheduleForm({ schedule, copied, contact, day, onClose }: ScheduleFormProps) {
  const t = useTexts(dialogTexts);
  const { user } = useSession();
  const { timeZone } = user.company;
  const holidays = useCompanyHours().data?.holidays ?? [];
  const connections = useConnections().data ?? [];
  const [now] = useState(() => new Date());
  const source = schedule ?? copied;
  const [values] = useState(() =>
    source
      ? valuesOf(source, timeZone, now)
      : newValues({ contactId: contact?.id ?? null, day, timeZone, now, userId: user.id }),
  );
  const { form, imageName, hasNewImage, setImage } = useScheduleForm({ schedule, copied, values, timeZone, onClose });
  const [chosen, setChosen] = useState<Pickable | null>(contact ?? null);
  const [isRemoving, setIsRemoving] = useState(false);
  const typed = form.watch();
  const found = datesOf({ values: typed, timeZone, holidays, before: schedule && { schedule, values } });
  const connection = connections.find(({ id }) => id === typed.whatsappId);
  const count = found?.count ?? 1;
  const chooseConnection = (id: number) => {
    // A template belongs to one connection.
    if (id !== typed.whatsappId) {
      form.set('templateId')(NONE);
      form.set('templateValues')({});
    }
    form.set('whatsappId')(id);
  };
  return (
    <>
      <Dialog
        title={t(schedule ? 'edit' : 'add')}
        width={560}
        onClose={onClose}
        dirty={form.dirty || hasNewImage}
        onSubmit={form.submit}
        aside={<NextDates found={found} timeZone={timeZone} now={now} />}
        footer={
          <>
            {schedule && (
              <Button kind="danger-ghost" icon="trash" onClick={() => setIsRemoving(true)}>
                {t('remove')}
              </Button>
            )}
            <DialogCancel />
            <Button kind="primary" type="submit" busy={form.busy}>
              {schedule ? t('save') : count > 1 ? t('scheduleMany', { count }) : t('scheduleOne')}
            </Button>
          </>
        }
      >
        <ContactPick
          chosen={chosen}
          onChoose={(option) => {
            setChosen(option);
            form.set('contactId')(option?.id ?? null);
          }}
          error={form.error('contactId')}
          focusFirst={!contact}
          shrinks
        />
        <FieldRow>
          <SelectField
            label={t('connection')}
            options={[
              { value: NONE, label: t('defaultConnection') },
              ...connections.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            {...form.choice('whatsappId')}
            onChange={chooseConnection}
          />
          <p className={css.zone}>{t('zone', { zone: zoneName(timeZone) })}</p>
        </FieldRow>
        <MessageField label={t('message')} required rows={4} maxLength={4096} {...form.message('body')} />
        <ScheduleImage name={imageName} onChange={setImage} />
        <SwitchRow label={t('sign')} text={t('signText')} {...form.toggle('assinar')} />
        <DateFields form={form} timeZone={timeZone} />
        <SwitchRow label={t('cancelOnReply')} text={t('cancelOnReplyText')} {...form.toggle('cancelOnReply')} />
        <TicketFields form={form} />
        {connection && <TemplateFields form={form} whatsappId={connection.id} />}
      </Dialog>
      {isRemoving && schedule && (
        <RemoveSchedule
          scheduleId={schedule.id}
          name={chosen?.label ?? ''}
          onClose={() => setIsRemoving(false)}
          onRemoved={onClose}
        />
      )}
    </>
  );
}
