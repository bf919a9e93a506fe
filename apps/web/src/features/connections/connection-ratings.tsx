import { DEFAULT_RATING_MINUTES, ratingTexts } from '../../entities/connections/rating.texts.ts';
import { MessageField } from '../../entities/variables/message-field.tsx';
import { useLeaveForm } from '../../lib/leave-form.ts';
import { useCan } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, FieldRow, Icon, NumberField } from '../../ui/index.ts';
import { formTexts } from './connection-form.texts.ts';
import type { ConnectionForm } from './connection-form.ts';
import css from './connection-dialog.module.css';

export function ConnectionRatings({ form, isRatingEnabled }: { form: ConnectionForm; isRatingEnabled: boolean }) {
  const t = useTexts(formTexts);
  const tRating = useTexts(ratingTexts);
  const hasQuestion = form.watch('ratingMessage')?.trim() !== '';
  const fillIn = () => {
    form.set('ratingMessage')(tRating('question'));
    if (Number(form.watch('expiresTicketNPS')) === 0) form.set('expiresTicketNPS')(DEFAULT_RATING_MINUTES);
  };
  return (
    <>
      {!isRatingEnabled && <RatingsOff dirty={form.dirty} />}
      {isRatingEnabled && !hasQuestion && (
        <p className={css.note}>
          <Icon name="info" size={16} />
          {t('noQuestion')}
        </p>
      )}
      <MessageField label={t('ratingMessage')} hint={t('ratingHint')} {...form.message('ratingMessage')} />
      {!hasQuestion && (
        <div>
          <Button size="sm" icon="text" onClick={fillIn}>
            {t('useQuestion')}
          </Button>
        </div>
      )}
      <FieldRow>
        <NumberField
          label={t('ratingExpires')}
          hint={t('ratingExpiresHint')}
          min={0}
          required={isRatingEnabled && hasQuestion}
          {...form.number('expiresTicketNPS')}
        />
        <NumberField label={t('maxRating')} hint={t('maxBotHint')} min={0} {...form.number('maxUseBotQueuesNPS')} />
      </FieldRow>
    </>
  );
}

/** Leads to the setting that turns ratings on. */
function RatingsOff({ dirty }: { dirty: boolean }) {
  const t = useTexts(formTexts);
  const leave = useLeaveForm(dirty);
  const canTurnOn = useCan('settings.manage');
  return (
    <div className={css.note}>
      <Icon name="info" size={16} />
      <span>{t('ratingsOff')}</span>
      {canTurnOn && (
        <Button size="sm" iconRight="arrow-r" onClick={() => leave('/settings', { go: 'userRating' })}>
          {t('turnOnRatings')}
        </Button>
      )}
    </div>
  );
}
