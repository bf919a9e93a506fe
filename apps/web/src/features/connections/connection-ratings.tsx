import { useTexts } from '../../lib/use-texts.ts';
import { FieldRow, Icon, NumberField, TextArea } from '../../ui/index.ts';
import { formTexts } from './connection-form.texts.ts';
import type { ConnectionForm } from './connection-form.ts';
import css from './connection-dialog.module.css';

export function ConnectionRatings({ form, isRatingEnabled }: { form: ConnectionForm; isRatingEnabled: boolean }) {
  const t = useTexts(formTexts);
  return (
    <>
      {!isRatingEnabled && (
        <p className={css.note}>
          <Icon name="info" size={16} />
          {t('ratingsOff')}
        </p>
      )}
      <TextArea
        label={t('ratingMessage')}
        hint={t('ratingHint')}
        required={isRatingEnabled}
        {...form.text('ratingMessage')}
      />
      <FieldRow>
        <NumberField
          label={t('ratingExpires')}
          hint={t('ratingExpiresHint')}
          min={0}
          required={isRatingEnabled}
          {...form.number('expiresTicketNPS')}
        />
        <NumberField label={t('maxRating')} hint={t('maxBotHint')} min={0} {...form.number('maxUseBotQueuesNPS')} />
      </FieldRow>
    </>
  );
}
