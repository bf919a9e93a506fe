import { useQueues } from '../../entities/queues/queues.api.ts';
import { MessageField } from '../../entities/variables/message-field.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { FieldRow, NumberField, SelectField, SwitchRow } from '../../ui/index.ts';
import { formTexts } from './connection-form.texts.ts';
import { DEFAULT_CLOSING_MINUTES, type ConnectionForm } from './connection-form.ts';
import css from './connection-dialog.module.css';

/** Bot options of the connection and the handling of idle conversations. */
export function ConnectionChatbot({ form }: { form: ConnectionForm }) {
  const t = useTexts(formTexts);
  const queues = useQueues();
  const queueOptions = [
    { value: '', label: t('none'), color: null },
    ...(queues.data ?? []).map(({ id, name, color }) => ({ value: String(id), label: name, color })),
  ];
  const closesIdle = String(form.watch('expiresTicket') ?? 0) !== '0';
  return (
    <>
      <h3 className={css.heading}>{t('botLimits')}</h3>
      <FieldRow>
        <NumberField label={t('maxBot')} hint={t('maxBotHint')} min={0} {...form.number('maxUseBotQueues')} />
        <NumberField label={t('botPause')} hint={t('minutesOff')} min={0} {...form.number('timeUseBotQueues')} />
      </FieldRow>

      <h3 className={css.heading}>{t('redirect')}</h3>
      <FieldRow>
        <NumberField label={t('redirectAfter')} hint={t('minutesOff')} min={0} {...form.number('timeSendQueue')} />
        <SelectField
          label={t('redirectTo')}
          options={queueOptions}
          value={String(form.watch('sendIdQueue') ?? '')}
          onChange={(value) => form.set('sendIdQueue')(value)}
          error={form.error('sendIdQueue')}
        />
      </FieldRow>

      <h3 className={css.heading}>{t('idle')}</h3>
      <div>
        <SwitchRow
          label={t('closesIdle')}
          text={t('closesIdleText')}
          checked={closesIdle}
          onChange={(on) => form.set('expiresTicket')(on ? DEFAULT_CLOSING_MINUTES : 0)}
        />
      </div>
      {closesIdle && <IdleFields form={form} />}
      <NumberField label={t('reopen')} hint={t('reopenHint')} min={0} {...form.number('timeCreateNewTicket')} />
    </>
  );
}

function IdleFields({ form }: { form: ConnectionForm }) {
  const t = useTexts(formTexts);
  const warns = Number(form.watch('timeInactiveMessage')) > 0;
  return (
    <div className={css.unfolded}>
      <FieldRow>
        <NumberField label={t('closeAfter')} hint={t('closeHint')} min={1} {...form.number('expiresTicket')} />
        <SelectField
          label={t('closeWhen')}
          options={[
            { value: '0', label: t('anyone') },
            { value: '1', label: t('agent') },
          ]}
          value={String(form.watch('whenExpiresTicket'))}
          onChange={(value) => form.set('whenExpiresTicket')(value as '0' | '1')}
        />
      </FieldRow>
      <MessageField label={t('closing')} rows={2} {...form.message('expiresInactiveMessage')} />
      <NumberField label={t('warnAfter')} hint={t('warnHint')} min={0} {...form.number('timeInactiveMessage')} />
      <MessageField label={t('warning')} required={warns} rows={2} {...form.message('inactiveMessage')} />
    </div>
  );
}
