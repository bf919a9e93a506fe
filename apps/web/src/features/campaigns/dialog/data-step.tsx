import { addDays } from '@balcao/domain/schedule/recurrence';
import { dateIn } from '@balcao/domain/hours/hours';
import { useCampaignConnections, type Campaign } from '../../../entities/campaigns/campaigns.api.ts';
import { useContactListPicks } from '../../../entities/contact-lists/contact-lists.api.ts';
import { useTagPicks } from '../../../entities/tags/tags.api.ts';
import { formatNumber, formatTime } from '../../../lib/format.ts';
import { useSession } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { DateField } from '../../../ui/date-field.tsx';
import { Button, Field, FieldRow, Segments, SelectField, SwitchRow, TextField, TimeField } from '../../../ui/index.ts';
import { NONE } from './campaign-form.ts';
import css from './dialog.module.css';
import { dialogTexts } from './dialog.texts.ts';
import type { CampaignFormApi } from './use-campaign-form.ts';

interface DataStepProps {
  form: CampaignFormApi;
  campaign: Campaign | undefined;
  /** False once people have received it. */
  canChangeAudience: boolean;
}

export function DataStep({ form, campaign, canChangeAudience }: DataStepProps) {
  const t = useTexts(dialogTexts);
  const connections = useCampaignConnections().data ?? [];
  const connection = connections.find(({ id }) => id === form.watch('whatsappId'));
  const isAllowedBefore = campaign?.allowCold === true && campaign.whatsappId === connection?.id;
  const chooseConnection = (id: number) => {
    // A template belongs to one connection.
    if (id !== form.watch('whatsappId')) {
      form.set('templateId')(NONE);
      form.set('templateValues')({});
      // Their controls are shown for some channels only; cold contacts are allowed for one number.
      form.set('rateMode')('settings');
      form.set('allowCold')(false);
      form.set('coldConfirmation')('');
    }
    form.set('whatsappId')(id);
  };
  return (
    <>
      <TextField label={t('name')} required maxLength={60} data-autofocus {...form.text('name')} />
      <SelectField
        label={t('connection')}
        required
        options={[
          { value: NONE, label: t('chooseConnection') },
          ...connections.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        {...form.choice('whatsappId')}
        onChange={chooseConnection}
      />
      <AudienceFields form={form} campaign={campaign} disabled={!canChangeAudience} />
      <DateFields form={form} />
      {connection?.channel === 'whatsappapi' && (
        <Field label={t('pace')} as="group">
          {() => (
            <Segments
              label={t('pace')}
              segments={[
                { key: 'settings' as const, label: t('paceSettings') },
                { key: 'account' as const, label: t('paceAccount') },
              ]}
              value={form.watch('rateMode')}
              onChange={form.set('rateMode')}
            />
          )}
        </Field>
      )}
      <SwitchRow label={t('localHours')} text={t('localHoursText')} {...form.toggle('localHours')} />
      {connection?.channel === 'whatsapp' && (
        <>
          <SwitchRow label={t('cold')} text={t('coldText')} {...form.toggle('allowCold')} />
          {form.watch('allowCold') && !isAllowedBefore && (
            <TextField
              label={t('coldName', { name: connection.name })}
              autoComplete="off"
              {...form.text('coldConfirmation')}
            />
          )}
        </>
      )}
    </>
  );
}

interface AudienceProps {
  form: CampaignFormApi;
  campaign: Campaign | undefined;
  disabled: boolean;
}

function AudienceFields({ form, campaign, disabled }: AudienceProps) {
  const t = useTexts(dialogTexts);
  const lists = useContactListPicks().data ?? [];
  const tags = useTagPicks().data ?? [];
  const audience = form.watch('audience');
  if (audience === 'results' && campaign?.source)
    return <p className={css.note}>{t('fromResults', { name: campaign.source.name })}</p>;
  return (
    <Field label={t('audience')} as="group">
      {() => (
        <div className={css.audience}>
          {!disabled && (
            <Segments
              label={t('audience')}
              segments={[
                { key: 'list' as const, label: t('list') },
                { key: 'tag' as const, label: t('tag') },
              ]}
              value={audience === 'tag' ? 'tag' : 'list'}
              onChange={form.set('audience')}
            />
          )}
          {audience === 'tag' ? (
            <SelectField
              label={t('tagOf')}
              disabled={disabled}
              options={[
                { value: NONE, label: t('noTag') },
                ...tags.map(({ id, name, color }) => ({ value: id, label: name, color })),
              ]}
              {...form.choice('tagListId')}
            />
          ) : (
            <SelectField
              label={t('contactList')}
              disabled={disabled}
              options={[
                { value: NONE, label: t('noList') },
                ...lists.map(({ id, name, contactsCount }) => ({
                  value: id,
                  label: `${name} (${formatNumber(contactsCount)})`,
                })),
              ]}
              {...form.choice('contactListId')}
            />
          )}
        </div>
      )}
    </Field>
  );
}

function DateFields({ form }: { form: CampaignFormApi }) {
  const t = useTexts(dialogTexts);
  const { timeZone } = useSession().user.company;
  const choose = (day: string, time: string) => {
    form.set('day')(day);
    form.set('time')(time);
  };
  const today = () => dateIn(timeZone, new Date());
  return (
    <>
      <FieldRow>
        <DateField label={t('day')} hint={t('dateHint')} {...form.date('day')} />
        <TimeField label={t('time')} {...form.text('time')} />
      </FieldRow>
      <div className={css.shortcuts}>
        <Button size="sm" onClick={() => choose(today(), formatTime(new Date(), timeZone))}>
          {t('now')}
        </Button>
        <Button size="sm" onClick={() => choose(addDays(today(), 1), '09:00')}>
          {t('tomorrow')}
        </Button>
        <Button size="sm" kind="ghost" onClick={() => choose('', '')}>
          {t('noDate')}
        </Button>
      </div>
    </>
  );
}
